import type { NetworkId } from '@assay/domain';
import { type Db, IS_FREE, IS_HELD, LEASE_OF } from '../../../platform/db/index.ts';
import type { BlockRef, FollowState, MissingPart } from './follow.ports.ts';

/** What a process that follows a network shows in each statement: only the newest token may write. */
export interface LeaseToken {
  readonly network: NetworkId;
  readonly token: number;
}

/** Another process follows the network now; nothing of this one's transaction may be committed. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(network: NetworkId) {
    super(`Another process follows ${network} now`);
  }
}

/** The database no longer has blocks that this process stored: it went back, as after a failover that lost the last changes. */
export class BlocksLostError extends Error {
  override readonly name = 'BlocksLostError';

  constructor(network: NetworkId) {
    super(`The database has lost blocks of ${network} that were stored. They are read again`);
  }
}

/**
 * Becomes the one process that follows a network, for `leaseMs` by the clock of the database. Null while the lease of
 * another process lasts.
 */
export async function takeLease(
  db: Db,
  network: NetworkId,
  owner: string,
  leaseMs: number,
): Promise<LeaseToken | null> {
  const taken = await db.query(
    `UPDATE followed_networks SET run_by = $2, token = token + 1, updated_at = clock_timestamp(),
            lease_until = ${LEASE_OF} $3
      WHERE network = $1 AND lease_until ${IS_FREE}
      RETURNING token`,
    [network, owner, leaseMs],
  );
  const [row] = taken.rows;
  return row === undefined ? null : { network, token: Number(row.token) };
}

/** False where another process has taken the lease, or it ended. */
export async function renewLease(db: Db, { network, token }: LeaseToken, leaseMs: number): Promise<boolean> {
  const renewed = await db.query(
    `UPDATE followed_networks SET lease_until = ${LEASE_OF} $3
      WHERE network = $1 AND token = $2 AND lease_until ${IS_HELD}`,
    [network, token, leaseMs],
  );
  return renewed.rowCount === 1;
}

/** Ends the lease, so that another process need not wait for its end; does nothing where it was lost. */
export async function releaseLease(db: Db, { network, token }: LeaseToken): Promise<void> {
  await db.query(
    `UPDATE followed_networks SET run_by = NULL, lease_until = NULL, state = 'stopped', blocks_per_second = NULL,
            records_per_second = NULL, updated_at = clock_timestamp()
      WHERE network = $1 AND token = $2`,
    [network, token],
  );
}

/** What the last block is from now on, null for none; `finalHeight` up to which the node's blocks are final. */
export interface HeldNow {
  readonly held: BlockRef | null;
  readonly finalHeight: number;
  /** The first of the blocks that are stored now, which must continue what is stored; absent where none is. */
  readonly first?: BlockRef;
}

/**
 * Writes the last stored block, in the transaction that stores its records, as its last statement: the row is locked
 * until the transaction ends, so no process can take the lease between this check and COMMIT.
 *
 * @throws LeaseLostError, BlocksLostError: the transaction must be rolled back
 */
export async function writeHeld(db: Db, lease: LeaseToken, { held, finalHeight, first }: HeldNow): Promise<void> {
  const written = await db.query(
    `UPDATE followed_networks SET height = $3, hash = $4, parent_hash = $5, time = $6, final_height = $7, problem = NULL,
            problem_at = NULL, updated_at = clock_timestamp()
      WHERE network = $1 AND token = $2 AND lease_until ${IS_HELD}
        AND ($8::text IS NULL OR hash = $8 OR (hash IS NULL AND from_height = $9))`,
    [
      lease.network,
      lease.token,
      held?.height ?? null,
      held?.hash ?? null,
      held?.parentHash ?? null,
      held?.time ?? null,
      finalHeight,
      first?.parentHash ?? null,
      first?.height ?? null,
    ],
  );
  if (written.rowCount === 1) return;
  const { rowCount } = await db.query(
    `SELECT FROM followed_networks WHERE network = $1 AND token = $2 AND lease_until ${IS_HELD}`,
    [lease.network, lease.token],
  );
  throw rowCount === 1 ? new BlocksLostError(lease.network) : new LeaseLostError(lease.network);
}

/**
 * Writes which block the first load has read, null for the end of it, in the transaction that stages it, as its last
 * statement: the row is locked until the transaction ends.
 *
 * @throws LeaseLostError: the transaction must be rolled back
 */
export async function writeStaged(db: Db, { network, token }: LeaseToken, height: number | null): Promise<void> {
  const written = await db.query(
    `UPDATE followed_networks SET staged_height = $3, problem = NULL, problem_at = NULL, updated_at = clock_timestamp()
      WHERE network = $1 AND token = $2 AND lease_until ${IS_HELD}`,
    [network, token, height],
  );
  if (written.rowCount !== 1) throw new LeaseLostError(network);
}

/** What a follower reports between its writes; null clears, undefined leaves as it is. */
export interface FollowReport {
  readonly state: FollowState;
  readonly node: string;
  readonly tip?: Pick<BlockRef, 'height' | 'time'>;
  readonly lacks?: readonly MissingPart[];
  readonly rates?: { readonly blocks: number | null; readonly records: number | null };
  readonly problem?: string | null;
}

/** Writes what followers report for people. @throws LeaseLostError */
export async function writeReport(db: Db, { network, token }: LeaseToken, report: FollowReport): Promise<void> {
  const { tip, rates, problem } = report;
  const written = await db.query(
    `UPDATE followed_networks SET state = $3, node = $4,
            node_height = coalesce($5, node_height), node_time = coalesce($6, node_time),
            node_said_at = CASE WHEN $5::bigint IS NULL THEN node_said_at ELSE clock_timestamp() END,
            lacks = coalesce($7, lacks),
            blocks_per_second = CASE WHEN $8 THEN $9 ELSE blocks_per_second END,
            records_per_second = CASE WHEN $8 THEN $10 ELSE records_per_second END,
            problem = CASE WHEN $11 THEN $12 ELSE problem END,
            problem_at = CASE WHEN NOT $11 THEN problem_at WHEN $12::text IS NULL THEN NULL
                              WHEN problem = $12 THEN problem_at ELSE clock_timestamp() END,
            updated_at = clock_timestamp()
      WHERE network = $1 AND token = $2`,
    [
      network,
      token,
      report.state,
      report.node,
      tip?.height ?? null,
      tip?.time ?? null,
      report.lacks ?? null,
      rates !== undefined,
      rates?.blocks ?? null,
      rates?.records ?? null,
      problem !== undefined,
      problem ?? null,
    ],
  );
  if (written.rowCount !== 1) throw new LeaseLostError(network);
}

/** Writes at which height a second node had the same block; null where there is no second node. @throws LeaseLostError */
export async function writeCompared(
  db: Db,
  { network, token }: LeaseToken,
  compared: { readonly node: string; readonly height: number } | null,
): Promise<void> {
  const written = await db.query(
    'UPDATE followed_networks SET compared_with = $3, compared_height = $4 WHERE network = $1 AND token = $2',
    [network, token, compared?.node ?? null, compared?.height ?? null],
  );
  if (written.rowCount !== 1) throw new LeaseLostError(network);
}
