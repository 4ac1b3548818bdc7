import { type Db, present } from '../../../platform/db/index.ts';

/** When this installation was restored, where its outgoing jobs have not been resumed since; else null. */
export async function pausedSince(db: Db): Promise<Date | null> {
  const { rows } = await db.query(
    'SELECT restored_at FROM installation WHERE restored_at IS NOT NULL AND resumed_at IS NULL',
  );
  return rows[0]?.restored_at ?? null;
}

/** Outgoing jobs of all servers wait from here on. The timeline of the backup is over: answers it. */
export async function pauseAfterRestore(
  db: Db,
  { madeAt, now }: { readonly madeAt: Date; readonly now: Date },
): Promise<string> {
  const { rows } = await db.query(
    `WITH former AS (SELECT timeline FROM installation)
     UPDATE installation SET timeline = gen_random_uuid(), backup_made_at = $1, restored_at = $2, resumed_at = NULL
     RETURNING (SELECT timeline FROM former) AS former`,
    [madeAt, now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The table installation has no row');
  return present(row.former);
}

/** False where nothing was paused. */
export async function resumeOutgoing(db: Db, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE installation SET resumed_at = $1 WHERE restored_at IS NOT NULL AND resumed_at IS NULL',
    [now],
  );
  return rowCount === 1;
}

export interface EndedAccess {
  readonly sessions: number;
  readonly links: number;
  readonly apiKeys: number;
  readonly webhooks: number;
}

/**
 * Ends what lets anybody in: who holds the backup could have used it, and what was ended after the backup came back with
 * it. Webhook endpoints are switched off and lose their secrets: nothing is signed with them until their owners make new
 * ones.
 */
export async function endAccess(
  db: Db,
  now: Date,
  { keepsApiKeys }: { readonly keepsApiKeys: boolean },
): Promise<EndedAccess> {
  const count = async (text: string, values: readonly unknown[] = []): Promise<number> =>
    (await db.query(text, [...values])).rowCount ?? 0;
  const sessions = await count(
    "UPDATE sessions SET ended_at = $1, end_reason = 'ended' WHERE ended_at IS NULL AND expires_at > $1",
    [now],
  );
  let links = 0;
  for (const table of ['magic_links', 'pending_sign_ins', 'company_sign_ins', 'factor_challenges', 'bot_join_links']) {
    links += await count(`DELETE FROM ${table}`);
  }
  links += await count(
    'UPDATE workspace_invitations SET revoked_at = $1 WHERE revoked_at IS NULL AND accepted_at IS NULL',
    [now],
  );
  links += await count("UPDATE recoveries SET ended_at = $1, outcome = 'cancelled' WHERE ended_at IS NULL", [now]);
  const apiKeys = keepsApiKeys ? 0 : await count('UPDATE api_keys SET revoked_at = $1 WHERE revoked_at IS NULL', [now]);
  // An empty one opens with no key.
  await count("UPDATE webhook_endpoints SET secret = '', former_secret = NULL, former_until = NULL");
  const webhooks = await count(
    "UPDATE webhook_endpoints SET disabled_at = $1, disabled_because = 'owner' WHERE disabled_at IS NULL",
    [now],
  );
  return { sessions, links, apiKeys, webhooks };
}
