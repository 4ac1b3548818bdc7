import type { Db } from '../../../../platform/db/index.ts';

/**
 * Whether a check of a payment of this transaction runs, or was charged since then.
 *
 * @param ids spellings of the transaction's id
 */
export async function hasPaymentSince(db: Db, owner: string, ids: readonly string[], since: Date): Promise<boolean> {
  const found = await db.query(
    // The lower case is that of the index.
    `SELECT FROM checks WHERE owner = $1 AND lower(transaction_id) = ANY($4) AND transaction_id = ANY($2)
        AND (status = 'running' OR status = 'done' AND charged AND created_at > $3) LIMIT 1`,
    [owner, ids, since, ids.map((id) => id.toLowerCase())],
  );
  return found.rows.length > 0;
}
