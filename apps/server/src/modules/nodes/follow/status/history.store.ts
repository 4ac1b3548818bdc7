import { isNetworkId, type NetworkId } from '@assay/domain';
import type { Db } from '../../../../platform/db/index.ts';
import type { NodeFault } from '../follow.ports.ts';

/** Blocks that were undone because the node's chain no longer contains them. */
export interface Reorganisation {
  /** The last block that stayed. */
  readonly height: number;
  /** Blocks that were undone. */
  readonly depth: number;
  /** Records that were undone with them. */
  readonly records: number;
}

/** Kept of each network: enough to see whether they are usual. */
const KEPT = 1_000;

/** Writes a reorganisation down, in the transaction that undoes it. */
export async function noteReorganisation(db: Db, network: NetworkId, one: Reorganisation): Promise<void> {
  await db.query(
    `INSERT INTO followed_reorganisations (network, number, height, depth, records)
     SELECT $1, 1 + coalesce(max(number), 0), $2, $3, $4 FROM followed_reorganisations WHERE network = $1`,
    [network, one.height, one.depth, one.records],
  );
  await db.query(
    `DELETE FROM followed_reorganisations
      WHERE network = $1 AND number <= (SELECT max(number) FROM followed_reorganisations WHERE network = $1) - $2`,
    [network, KEPT],
  );
}

/** What a follower stops or waits for: a fault of its node, or another node that disagrees. */
export type FaultKind = NodeFault['kind'] | 'differs' | 'stopped';

/** Counts one more fault of this kind. */
export async function countFault(db: Db, network: NetworkId, kind: FaultKind): Promise<void> {
  await db.query(
    `INSERT INTO followed_faults AS f (network, kind, count) VALUES ($1, $2, 1)
     ON CONFLICT (network, kind) DO UPDATE SET count = f.count + 1, last_at = clock_timestamp()`,
    [network, kind],
  );
}

export interface FollowHistory {
  readonly network: NetworkId;
  /** Since the network is followed. */
  readonly reorganisations: number;
  /** Unix seconds; null without any. */
  readonly lastReorganisation: (Reorganisation & { readonly at: number }) | null;
  readonly faults: readonly { readonly kind: string; readonly count: number; readonly lastAt: number }[];
}

/** What happened to each followed network, by its name. */
export async function readHistories(db: Db): Promise<readonly FollowHistory[]> {
  const { rows } = await db.query(
    `SELECT n.network, l.number, l.height, l.depth, l.records,
            extract(epoch FROM l.at)::float8 AS at, coalesce(f.faults, '[]') AS faults
       FROM followed_networks n
       LEFT JOIN LATERAL (SELECT * FROM followed_reorganisations WHERE network = n.network
                          ORDER BY number DESC LIMIT 1) l ON true
       LEFT JOIN LATERAL (
         SELECT jsonb_agg(jsonb_build_object('kind', kind, 'count', count, 'lastAt', extract(epoch FROM last_at))
                          ORDER BY kind) AS faults
           FROM followed_faults WHERE network = n.network) f ON true
      ORDER BY n.network`,
  );
  return rows.flatMap(({ network, number, height, depth, records, at, faults }): FollowHistory[] => {
    // A newer version may follow more networks.
    if (!isNetworkId(network)) return [];
    const last =
      height === null || depth === null || records === null || at === null
        ? null
        : { height: Number(height), depth, records: Number(records), at };
    return [{ network, reorganisations: Number(number ?? 0), lastReorganisation: last, faults }];
  });
}

/** The clock of the database, in Unix seconds: what followers wrote is by it. */
export async function readClock(db: Db): Promise<number> {
  const { rows } = await db.query('SELECT extract(epoch FROM clock_timestamp())::float8 AS now');
  return rows[0]?.now ?? 0;
}
