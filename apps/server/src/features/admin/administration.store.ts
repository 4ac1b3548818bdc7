import type { Db } from '../../db/index.ts';

/** What the operator may do to an account. */
export type AccountOrder =
  | { readonly do: 'grant' | 'revoke' | 'restore' }
  | { readonly do: 'suspend'; readonly reason: string | null };

const CHANGES: Readonly<Record<AccountOrder['do'], string>> = {
  grant: 'admin_granted_at = coalesce(admin_granted_at, $2)',
  revoke: 'admin_granted_at = NULL',
  suspend: 'suspended_at = coalesce(suspended_at, $2), suspended_reason = coalesce($3, suspended_reason)',
  restore: 'suspended_at = NULL, suspended_reason = NULL',
};

/** Carries an order out on the account of this e-mail; it counts from the next request on. False: no such account. */
export async function orderAccount(db: Db, email: string, order: AccountOrder, now: Date): Promise<boolean> {
  const reason = order.do === 'suspend' ? order.reason : null;
  const changed = await db.query(
    // The constants name every placeholder's type, used or not.
    `UPDATE users SET ${CHANGES[order.do]}
      WHERE email = $1 AND ($2::timestamptz IS NOT NULL) AND ($3::text IS NULL OR true)`,
    [email.trim().toLowerCase(), now, reason],
  );
  return changed.rowCount === 1;
}

/** The account of an e-mail; null when there is none. */
export async function findAccount(db: Db, email: string): Promise<{ readonly sub: string } | null> {
  const found = await db.query<{ sub: string }>('SELECT sub FROM users WHERE email = $1', [email.trim().toLowerCase()]);
  return found.rows[0] ?? null;
}
