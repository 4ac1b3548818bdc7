import type { NetworkId } from '@assay/domain';
import { type Db, IS_HELD } from '../../../../platform/db/index.ts';
import type { BlockRef } from '../follow.ports.ts';
import { BlocksLostError, LeaseLostError, type LeaseToken } from '../lease.store.ts';

/** Writes down that assets are added, each from its first block on; one that was added before stays as it is. */
export async function addAssets(
  db: Db,
  network: NetworkId,
  assets: readonly { readonly ticker: string; readonly fromHeight: number }[],
): Promise<void> {
  await db.query(
    `INSERT INTO followed_additions (network, ticker, from_height) SELECT $1, * FROM unnest($2::text[], $3::bigint[])
     ON CONFLICT DO NOTHING`,
    [network, assets.map(({ ticker }) => ticker), assets.map(({ fromHeight }) => fromHeight)],
  );
}

export interface LoadedNow {
  readonly tickers: readonly string[];
  /** Of the blocks that are stored now: the first must continue what is stored. */
  readonly first: Pick<BlockRef, 'height' | 'parentHash'>;
  readonly last: Pick<BlockRef, 'height' | 'hash'>;
  readonly rates: { readonly blocks: number | null; readonly records: number | null };
}

/**
 * Writes the last loaded block of added assets, as the last statements of the transaction that stores its records: the
 * row of the network is locked until the transaction ends, so no process can take the lease before COMMIT.
 *
 * @throws LeaseLostError, BlocksLostError: the transaction must be rolled back
 */
export async function writeLoaded(
  db: Db,
  lease: LeaseToken,
  { tickers, first, last, rates }: LoadedNow,
): Promise<void> {
  const { network, token } = lease;
  const loaded = await db.query(
    `UPDATE followed_additions SET height = $3, hash = $4, blocks_per_second = $5, records_per_second = $6,
            problem = NULL, problem_at = NULL
      WHERE network = $1 AND ticker = ANY ($2::text[]) AND (hash = $7 OR (hash IS NULL AND from_height = $8))`,
    [network, tickers, last.height, last.hash, rates.blocks, rates.records, first.parentHash, first.height],
  );
  const held = await db.query(
    `SELECT FROM followed_networks WHERE network = $1 AND token = $2 AND lease_until ${IS_HELD} FOR SHARE`,
    [network, token],
  );
  if (held.rowCount !== 1) throw new LeaseLostError(network);
  if (loaded.rowCount !== tickers.length) throw new BlocksLostError(network);
}

/**
 * Makes added assets followed ones, in the transaction that stores their records up to the last stored block of the
 * network, as its last statement.
 *
 * @param height of that block; null where the network has none
 * @throws LeaseLostError also where the network is at another block: the transaction must be rolled back
 */
export async function writeJoined(
  db: Db,
  { network, token }: LeaseToken,
  tickers: readonly string[],
  height: number | null,
): Promise<void> {
  await db.query(
    `UPDATE followed_additions SET joined_at = clock_timestamp(), blocks_per_second = NULL, records_per_second = NULL,
            problem = NULL, problem_at = NULL WHERE network = $1 AND ticker = ANY ($2::text[])`,
    [network, tickers],
  );
  const joined = await db.query(
    `UPDATE followed_networks
        SET assets = ARRAY(SELECT DISTINCT one COLLATE "C" FROM unnest(assets || $3::text[]) AS one ORDER BY 1),
            updated_at = clock_timestamp()
      WHERE network = $1 AND token = $2 AND lease_until ${IS_HELD} AND height IS NOT DISTINCT FROM $4::bigint`,
    [network, token, tickers, height],
  );
  if (joined.rowCount !== 1) throw new LeaseLostError(network);
}

/** Writes why added assets are not loaded for now. @throws LeaseLostError */
export async function writeAdditionProblem(
  db: Db,
  { network, token }: LeaseToken,
  tickers: readonly string[],
  problem: string,
): Promise<void> {
  const written = await db.query(
    `UPDATE followed_additions a
        SET problem_at = CASE WHEN a.problem = $4 THEN a.problem_at ELSE clock_timestamp() END, problem = $4,
            blocks_per_second = NULL, records_per_second = NULL
       FROM followed_networks n
      WHERE a.network = $1 AND a.ticker = ANY ($3::text[]) AND n.network = a.network AND n.token = $2`,
    [network, token, tickers, problem],
  );
  if (written.rowCount === 0) throw new LeaseLostError(network);
}
