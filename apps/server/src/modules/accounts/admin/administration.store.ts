import { type Db, inTransaction, type Pool, present } from '../../../platform/db/index.ts';
import { recordOperatorAct } from './operator-act.ts';

/** Makes the account with this email an administrator from the next request on. False when no account has it. */
export function grantAdmin(pool: Pool, email: string, now: Date): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const changed = await tx.query(
      'UPDATE users SET admin_granted_at = coalesce(admin_granted_at, $2) WHERE email = $1 RETURNING sub',
      [email.trim().toLowerCase(), now],
    );
    return recordChanged(tx, 'administrator.grant', changed.rows);
  });
}

/** Revokes the administrator role. False when no account has this email. */
export function revokeAdmin(pool: Pool, email: string): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const changed = await tx.query('UPDATE users SET admin_granted_at = NULL WHERE email = $1 RETURNING sub', [
      email.trim().toLowerCase(),
    ]);
    return recordChanged(tx, 'administrator.revoke', changed.rows);
  });
}

async function recordChanged(
  tx: Db,
  action: 'administrator.grant' | 'administrator.revoke',
  changed: readonly { readonly sub: string }[],
): Promise<boolean> {
  if (changed.length === 0) return false;
  await recordOperatorAct(tx, action, { subs: changed.map(({ sub }) => sub), text: null });
  return true;
}

/** The account with this email; null when there is none. */
export async function findAccount(db: Db, email: string): Promise<{ readonly sub: string } | null> {
  const found = await db.query('SELECT sub FROM users WHERE email = $1', [email.trim().toLowerCase()]);
  return found.rows[0] ?? null;
}

/** The company workspace with this id, as the owner of a balance; null when there is none. */
export async function findCompany(db: Db, id: string): Promise<{ readonly sub: string; readonly name: string } | null> {
  const found = await db.query("SELECT id AS sub, name FROM workspaces WHERE id = $1 AND kind = 'company'", [id]);
  const [row] = found.rows;
  return row === undefined ? null : { sub: row.sub, name: present(row.name) };
}
