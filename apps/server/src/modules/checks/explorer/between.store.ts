import { type PoolClient, withinTime } from '../../../platform/db/index.ts';
import { findLedger, type TransferBetween, transfersBetween } from '../../records/index.ts';
import type { FollowedAsset } from './explorer.ports.ts';

/** Two busy addresses may share few of very many records: the page is not worth more time. */
const TRANSFERS_WITHIN_MS = 5_000;

/**
 * The newest transfers by which one address paid another one, in a transaction of its own.
 *
 * @throws AppError Overloaded where that takes too long
 */
export async function newestBetween(
  tx: PoolClient,
  { network, ticker }: FollowedAsset,
  ...asked: readonly [from: string, to: string, most: number]
): Promise<readonly TransferBetween[]> {
  return withinTime(tx, TRANSFERS_WITHIN_MS, async () => {
    const ledger = await findLedger(tx, network, ticker);
    return ledger === null ? [] : transfersBetween(tx, ledger, ...asked);
  });
}
