import type { Db } from '../../../platform/db/index.ts';
import type { LoggedHold, LoggedRetention } from './entries.ts';

interface Suspension {
  readonly since: string;
  readonly reason: string | null;
}

/** Null where there is no such account. */
export async function emailOf(db: Db, sub: string): Promise<string | null> {
  const { rows } = await db.query('SELECT email FROM users WHERE sub = $1', [sub]);
  return rows[0]?.email ?? null;
}

/** Whether an account or company is there. */
export async function isThere(db: Db, sub: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT FROM users WHERE sub = $1 UNION ALL SELECT FROM workspaces WHERE id = $1',
    [sub],
  );
  return (rowCount ?? 0) > 0;
}

export async function isBooked(db: Db, key: string): Promise<boolean> {
  return (await db.query('SELECT FROM ledger_entries WHERE key = $1', [key])).rowCount === 1;
}

/** False where nothing changed. */
export async function setSuspension(
  db: Db,
  {
    sub,
    suspended_at,
    reason,
  }: { readonly sub: string; readonly suspended_at: string | null; readonly reason: string | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE users SET suspended_at = $2, suspended_reason = $3
      WHERE sub = $1 AND suspended_at IS DISTINCT FROM $2::timestamptz`,
    [sub, suspended_at, reason],
  );
  return rowCount === 1;
}

/** False where nothing changed, as below. */
export async function suspendMailboxAgain(db: Db, hash: string, { since, reason }: Suspension): Promise<boolean> {
  const { rowCount } = await db.query(
    'INSERT INTO suspended_mailboxes VALUES ($1, $2, $3) ON CONFLICT (mailbox_hash) DO NOTHING',
    [hash, since, reason],
  );
  return rowCount === 1;
}

export async function endMailboxSuspension(db: Db, hash: string): Promise<boolean> {
  return (await db.query('DELETE FROM suspended_mailboxes WHERE mailbox_hash = $1', [hash])).rowCount === 1;
}

export async function suspendTelegramUserAgain(db: Db, id: string, { since, reason }: Suspension): Promise<boolean> {
  const { rowCount } = await db.query(
    'INSERT INTO suspended_telegram_users VALUES ($1, $2, $3) ON CONFLICT (telegram_id) DO NOTHING',
    [id, since, reason],
  );
  return rowCount === 1;
}

export async function endTelegramSuspension(db: Db, id: string): Promise<boolean> {
  return (await db.query('DELETE FROM suspended_telegram_users WHERE telegram_id = $1', [id])).rowCount === 1;
}

/** False where it was revoked already, or is not there. */
export async function revokeApiKey(db: Db, id: string, at: string): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [
    id,
    at,
  ]);
  return rowCount === 1;
}

/** Places a hold, or ends it, as it was; false where nothing changed. */
export async function placeHoldAgain(db: Db, hold: LoggedHold): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO legal_holds AS h (id, workspace, kind, placed_by, reason, placed_at, until, ended_at, ended_by, end_reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (id) DO UPDATE SET ended_at = excluded.ended_at, ended_by = excluded.ended_by, end_reason = excluded.end_reason
       WHERE h.ended_at IS NULL AND excluded.ended_at IS NOT NULL`,
    [
      hold.id,
      hold.workspace,
      hold.of,
      hold.placed_by,
      hold.reason,
      hold.placed_at,
      hold.until,
      hold.ended_at,
      hold.ended_by,
      hold.end_reason,
    ],
  );
  return rowCount === 1;
}

/** False where nothing changed, or the company is not there. Who set it is in the audit log only. */
export async function setRetention(db: Db, { workspace, days, law, set_at }: LoggedRetention): Promise<boolean> {
  const { rowCount } =
    days === null
      ? await db.query('DELETE FROM workspace_retentions WHERE workspace = $1', [workspace])
      : await db.query(
          `INSERT INTO workspace_retentions AS r (workspace, days, law, set_at)
           SELECT id, $2, $3, $4 FROM workspaces WHERE id = $1
           ON CONFLICT (workspace) DO UPDATE SET days = excluded.days, law = excluded.law, set_at = excluded.set_at
             WHERE (r.days, r.law) <> (excluded.days, excluded.law)`,
          [workspace, days, law, set_at],
        );
  return (rowCount ?? 0) > 0;
}
