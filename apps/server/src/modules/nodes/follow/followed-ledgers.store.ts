import type { LedgerKey, PoolClient } from '../../../platform/db/index.ts';
import { LeaseLostError, type LeaseToken } from './lease.store.ts';

/**
 * Writes on a ledger's own server which owner stored followed blocks, and up to which; in the transaction that stores
 * them.
 *
 * @throws LeaseLostError where a newer owner did so before
 */
export async function markFollowedLedger(
  client: PoolClient,
  { network, ticker }: LedgerKey,
  lease: LeaseToken,
  height: number,
): Promise<void> {
  const marked = await client.query(
    `UPDATE ledgers SET follow_token = greatest(follow_token, $3), follow_height = CASE WHEN follow_token <= $3 THEN $4
            ELSE follow_height END WHERE network = $1 AND ticker = $2 RETURNING follow_token`,
    [network, ticker, lease.token, height],
  );
  const [row] = marked.rows;
  if (row !== undefined && Number(row.follow_token) > lease.token) throw new LeaseLostError(lease.network);
}

/** The last followed block of a ledger on a server of its own; null where none was. */
export async function readFollowedHeight(client: PoolClient, { network, ticker }: LedgerKey): Promise<number | null> {
  const { rows } = await client.query('SELECT follow_height FROM ledgers WHERE network = $1 AND ticker = $2', [
    network,
    ticker,
  ]);
  const height = rows[0]?.follow_height ?? null;
  return height === null ? null : Number(height);
}
