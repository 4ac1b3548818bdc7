import type { Db } from '../../db/index.ts';

/** Makes the account with this email an administrator from the next request on. False when no account has it. */
export async function grantAdmin(db: Db, email: string, now: Date): Promise<boolean> {
  const changed = await db.query(
    'UPDATE users SET admin_granted_at = coalesce(admin_granted_at, $2) WHERE email = $1',
    [email.trim().toLowerCase(), now],
  );
  return changed.rowCount === 1;
}

/** Revokes the administrator role. False when no account has this email. */
export async function revokeAdmin(db: Db, email: string): Promise<boolean> {
  const changed = await db.query('UPDATE users SET admin_granted_at = NULL WHERE email = $1', [
    email.trim().toLowerCase(),
  ]);
  return changed.rowCount === 1;
}

/** The account with this email; null when there is none. */
export async function findAccount(db: Db, email: string): Promise<{ readonly sub: string } | null> {
  const found = await db.query<{ sub: string }>('SELECT sub FROM users WHERE email = $1', [email.trim().toLowerCase()]);
  return found.rows[0] ?? null;
}
