import { isNetworkId, type NetworkId } from '@assay/domain';
import { type Db, IS_HELD, oneOf, type Rows } from '../../../../platform/db/index.ts';
import type { BlockRef, FollowProgress } from '../follow.ports.ts';

const SECONDS = (column: string) => `extract(epoch FROM ${column})::float8 AS ${column}`;

const ADDITIONS = `SELECT coalesce(jsonb_agg(jsonb_build_object(
      'ticker', ticker, 'fromHeight', from_height, 'isJoined', joined_at IS NOT NULL,
      'loaded', CASE WHEN height IS NOT NULL AND hash IS NOT NULL THEN jsonb_build_object('height', height, 'hash', hash) END,
      'blocksPerSecond', blocks_per_second, 'recordsPerSecond', records_per_second,
      'problem', CASE WHEN problem IS NOT NULL AND problem_at IS NOT NULL
                      THEN jsonb_build_object('text', problem, 'at', extract(epoch FROM problem_at)) END)
    ORDER BY ticker), '[]')
  FROM followed_additions a WHERE a.network = n.network`;

const PROGRESS =
  `SELECT network, identity, assets, (${ADDITIONS}) AS additions, from_height, staged_height, height, hash, parent_hash, time, final_height, state, node,
    node_height, node_time, ${SECONDS('node_said_at')}, blocks_per_second, records_per_second, lacks, compared_with, compared_height, problem,
    ${SECONDS('problem_at')}, run_by, token, ${SECONDS('lease_until')},
    coalesce(lease_until ${IS_HELD}, false) AS is_led, ${SECONDS('updated_at')}
  FROM followed_networks n` as const;

const BY_NETWORK = `${PROGRESS} WHERE network = $1` as const;

type ProgressRow = Rows[typeof BY_NETWORK];

/** Every network that is or was followed, by its name. */
export async function readFollowed(db: Db): Promise<readonly FollowProgress[]> {
  const found = await db.query(`${PROGRESS} ORDER BY network`);
  return found.rows.flatMap(progressOf);
}

/** How far a network is followed; null where it never was. */
export async function readProgress(db: Db, network: NetworkId): Promise<FollowProgress | null> {
  const found = await db.query(BY_NETWORK, [network]);
  return found.rows.flatMap(progressOf)[0] ?? null;
}

export interface FollowBegin {
  readonly network: NetworkId;
  readonly identity: string;
  readonly assets: readonly string[];
  readonly fromHeight: number;
}

/** Writes down that a network is followed from a block on, where it never was. */
export async function beginFollowing(db: Db, { network, identity, assets, fromHeight }: FollowBegin): Promise<void> {
  await db.query(
    `INSERT INTO followed_networks (network, identity, assets, from_height) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [network, identity, assets, fromHeight],
  );
}

function progressOf(row: ProgressRow): FollowProgress[] {
  const { network } = row;
  // A newer version may follow more networks.
  if (!isNetworkId(network)) return [];
  const { run_by: owner, node_height, node_time, node_said_at } = row;
  const isLed = row.is_led && owner !== null;
  return [
    {
      network,
      identity: row.identity,
      assets: row.assets,
      additions: row.additions,
      state: isLed ? row.state : 'stopped',
      fromHeight: Number(row.from_height),
      stagedHeight: row.staged_height === null ? null : Number(row.staged_height),
      held: heldOf(row),
      nodeTip:
        node_height === null
          ? null
          : { height: Number(node_height), time: Number(node_time), saidAt: Number(node_said_at) },
      finalHeight: Number(row.final_height),
      blocksPerSecond: row.blocks_per_second,
      recordsPerSecond: row.records_per_second,
      lacks: row.lacks.map((part) => oneOf(['internal', 'fee'], part)),
      node: row.node,
      compared: comparedOf(row),
      problem: row.problem === null ? null : { text: row.problem, at: Number(row.problem_at) },
      lease: isLed ? { owner, token: Number(row.token), until: Number(row.lease_until) } : null,
      updatedAt: Number(row.updated_at),
    },
  ];
}

function heldOf({ height, hash, parent_hash: parentHash, time }: ProgressRow): BlockRef | null {
  if (height === null || hash === null || parentHash === null) return null;
  return { height: Number(height), hash, parentHash, time: Number(time) };
}

function comparedOf({ compared_with: node, compared_height: height }: ProgressRow): FollowProgress['compared'] {
  return node === null || height === null ? null : { node, height: Number(height) };
}
