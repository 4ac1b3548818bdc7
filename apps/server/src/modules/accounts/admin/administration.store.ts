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

/** What an account, or a company, has and owes. */
export interface ListedAccount {
  readonly sub: string;
  /** An email, a company's name, `telegram:<user id>`; null once the account was deleted. */
  readonly name: string | null;
  /** Check credits that can be spent now. */
  readonly checks: number;
  readonly used: number;
  /** Check credits that were spent and paid back, and are not settled yet. */
  readonly owed: number;
  /** Payments whose money went back through a bank. */
  readonly chargebacks: number;
}

/** Accounts that the balance ledger knows, those that owe most first; with `isOwing`, only those that owe. */
export async function listAccounts(
  db: Db,
  { isOwing, now, limit }: { readonly isOwing: boolean; readonly now: Date; readonly limit: number },
): Promise<readonly ListedAccount[]> {
  const found = await db.query(
    `SELECT coalesce(h.sub, 'deleted:' || h.id) AS sub,
            coalesce(u.email, w.name, 'telegram:' || b.telegram_id) AS name,
            coalesce(sum(t.left_checks) FILTER (WHERE t.expires_at IS NULL OR t.expires_at > $1), 0)::integer AS checks,
            coalesce(sum(t.used_checks), 0)::integer AS used, coalesce(sum(t.deficit_checks), 0)::integer AS owed,
            (SELECT count(*)::integer FROM payments p JOIN orders o ON o.id = p.order_id
              WHERE o.sub = h.sub AND p.status = 'reversed') AS chargebacks
       FROM ledger_holders h LEFT JOIN ledger_tariffs t ON t.holder = h.id
       LEFT JOIN users u ON u.sub = h.sub
       LEFT JOIN workspaces w ON w.id = h.sub AND w.kind = 'company'
       LEFT JOIN bot_accounts b ON b.sub = h.sub
      GROUP BY h.id, u.email, w.name, b.telegram_id
     HAVING NOT $2::boolean OR coalesce(sum(t.deficit_checks), 0) > 0
      ORDER BY owed DESC, h.id LIMIT $3`,
    [now, isOwing, limit],
  );
  return found.rows;
}
