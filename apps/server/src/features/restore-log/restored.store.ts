import type { Db } from '../../db/index.ts';

interface Suspension {
  readonly since: string;
  readonly reason: string | null;
}

/** Null where there is no such account. */
export async function emailOf(db: Db, sub: string): Promise<string | null> {
  const { rows } = await db.query<{ email: string }>('SELECT email FROM users WHERE sub = $1', [sub]);
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
