import type { NetworkId } from '@assay/domain';
import type { Db, LedgerKey, PoolClient } from '../../../../platform/db/index.ts';
import type { BlockRef } from '../follow.ports.ts';
import { LeaseLostError, type LeaseToken } from '../lease.store.ts';

const MOST_IDLE_MS = 15_000;

export interface StoredBlock extends BlockRef {
  /** Contracts that were not known before this block. */
  readonly contracts: readonly string[];
}

/** The stored blocks that may still be undone and the last final one, the newest first. */
export async function readBlocks(db: Db, network: NetworkId): Promise<readonly StoredBlock[]> {
  const found = await db.query(
    `SELECT height, hash, parent_hash, time, contracts FROM followed_blocks WHERE network = $1 ORDER BY height DESC`,
    [network],
  );
  return found.rows.map(({ height, hash, parent_hash: parentHash, time, contracts }) => ({
    height: Number(height),
    hash,
    parentHash,
    time: Number(time),
    contracts,
  }));
}

/** Stores blocks, and forgets those below `keepFrom`. */
export async function writeBlocks(
  db: Db,
  network: NetworkId,
  blocks: readonly StoredBlock[],
  keepFrom: number,
): Promise<void> {
  const kept = blocks.filter(({ height }) => height >= keepFrom);
  if (kept.length > 0) {
    await db.query(
      `INSERT INTO followed_blocks (network, height, hash, parent_hash, time, contracts)
       SELECT $1, height, hash, parent_hash, time, string_to_array(contracts, ' ')
         FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[])
           AS b (height, hash, parent_hash, time, contracts)`,
      [
        network,
        kept.map(({ height }) => height),
        kept.map(({ hash }) => hash),
        kept.map(({ parentHash }) => parentHash),
        kept.map(({ time }) => time),
        kept.map(({ contracts }) => contracts.join(' ')),
      ],
    );
  }
  await db.query('DELETE FROM followed_blocks WHERE network = $1 AND height < $2', [network, keepFrom]);
}

/** Notes that contracts were not known before a stored block; does nothing for a block that is final. */
export async function addContracts(
  db: Db,
  network: NetworkId,
  height: number,
  contracts: readonly string[],
): Promise<void> {
  if (contracts.length === 0) return;
  await db.query('UPDATE followed_blocks SET contracts = contracts || $3::text[] WHERE network = $1 AND height = $2', [
    network,
    height,
    contracts,
  ]);
}

/** Contracts that an earlier block created: they stay where a stored block is undone that created them again. */
export async function takeContracts(db: Db, network: NetworkId, contracts: readonly string[]): Promise<void> {
  if (contracts.length === 0) return;
  await db.query(
    `UPDATE followed_blocks SET contracts = ARRAY(SELECT unnest(contracts) EXCEPT ALL SELECT unnest($2::text[]))
      WHERE network = $1 AND contracts && $2::text[]`,
    [network, contracts],
  );
}

/** Removes the blocks from a height on. */
export async function removeBlocks(db: Db, network: NetworkId, from: number): Promise<void> {
  await db.query('DELETE FROM followed_blocks WHERE network = $1 AND height >= $2', [network, from]);
}

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

/** A process that stops in the middle of a transaction would keep its locks for as long as its machine runs. */
export async function limitIdleTime(client: PoolClient): Promise<void> {
  await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${MOST_IDLE_MS}`);
}
