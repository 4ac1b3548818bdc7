import type { Db } from '../../../../platform/db/index.ts';

/**
 * Suspends every account of a mailbox from the next request on. A repeated call keeps the former reason unless it
 * gives a new one.
 *
 * @returns subs of the accounts; none where the mailbox has no account
 */
export async function suspendMailbox(
  db: Db,
  mailboxKey: string,
  reason: string | null,
  now: Date,
): Promise<readonly string[]> {
  const changed = await db.query(
    `UPDATE users SET suspended_at = coalesce(suspended_at, $2), suspended_reason = coalesce($3, suspended_reason)
      WHERE mailbox_key = $1 RETURNING sub`,
    [mailboxKey, now, reason],
  );
  return changed.rows.map(({ sub }) => sub);
}

/**
 * Ends the suspension of a mailbox, also one whose account was deleted.
 *
 * @returns subs of the accounts; null where the mailbox is unknown
 */
export async function restoreMailbox(
  db: Db,
  mailboxKey: string,
  mailboxHash: string,
): Promise<readonly string[] | null> {
  const forgotten = await db.query('DELETE FROM suspended_mailboxes WHERE mailbox_hash = $1', [mailboxHash]);
  const changed = await db.query(
    'UPDATE users SET suspended_at = NULL, suspended_reason = NULL WHERE mailbox_key = $1 RETURNING sub',
    [mailboxKey],
  );
  if (changed.rowCount === 0 && forgotten.rowCount === 0) return null;
  return changed.rows.map(({ sub }) => sub);
}

/** Suspends a new account if its mailbox is suspended, through another account or a deleted one. */
export async function inheritSuspension(
  db: Db,
  { sub, mailboxKey, mailboxHash }: { sub: string; mailboxKey: string; mailboxHash: string },
): Promise<void> {
  await db.query(
    `UPDATE users SET suspended_at = earlier.at, suspended_reason = earlier.reason
       FROM (SELECT suspended_at AS at, suspended_reason AS reason FROM users
              WHERE mailbox_key = $2 AND suspended_at IS NOT NULL
             UNION ALL SELECT suspended_at, reason FROM suspended_mailboxes WHERE mailbox_hash = $3
             ORDER BY at LIMIT 1) AS earlier
      WHERE users.sub = $1`,
    [sub, mailboxKey, mailboxHash],
  );
}

/** Called before an account is deleted: stores its suspension so that it outlives the account. */
export async function keepSuspension(db: Db, sub: string, mailboxHash: string): Promise<void> {
  await db.query(
    `INSERT INTO suspended_mailboxes (mailbox_hash, suspended_at, reason)
     SELECT $2, suspended_at, suspended_reason FROM users WHERE sub = $1 AND suspended_at IS NOT NULL
     ON CONFLICT (mailbox_hash) DO NOTHING`,
    [sub, mailboxHash],
  );
}
