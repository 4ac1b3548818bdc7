import type { Label, NodeId, RefusedJoin } from '@assay/exposure';
import { type PoolClient, prepared, type Rows } from '../../../../platform/db/index.ts';
import { storedLabels } from './cluster-labels.ts';

/** A cluster as it is stored; also of one address, where a join of it was refused. */
export interface StoredCluster {
  readonly id: NodeId;
  readonly size: number;
  readonly entity: string | null;
  readonly labels: readonly Label[];
  /** A join with another cluster was refused. */
  readonly isRefused: boolean;
  readonly addressSum: bigint;
}

/** An owner of inputs, and its cluster where it has one. */
export interface StoredOwner {
  readonly node: NodeId;
  readonly address: string;
  readonly cluster: StoredCluster | null;
}

const CLUSTERS =
  'SELECT id, size, entity, labels, is_refused, address_sum FROM coin_cluster WHERE id = ANY ($1::bigint[])';

export async function readOwners(
  client: PoolClient,
  ledgerId: number,
  nodes: readonly NodeId[],
): Promise<readonly StoredOwner[]> {
  const owners = await client.query(
    prepared(
      `SELECT a.id AS account_id, a.address, m.cluster_id
             FROM accounts a LEFT JOIN coin_cluster_member m ON m.account_id = a.id
            WHERE a.ledger_id = $1 AND a.id = ANY ($2::bigint[])`,
      [ledgerId, nodes],
    ),
  );
  // Many owners may be in one large cluster: its labels are read once.
  const ids = new Set(owners.rows.map((row) => row.cluster_id).filter((id) => id !== null));
  const found = await client.query(prepared(CLUSTERS, [[...ids]]));
  const clusters = new Map(found.rows.map((row) => [row.id, clusterOf(row)]));
  return owners.rows.map(({ account_id, address, cluster_id }) => ({
    node: Number(account_id),
    address,
    cluster: cluster_id === null ? null : (clusters.get(cluster_id) ?? null),
  }));
}

function clusterOf(row: Rows[typeof CLUSTERS]): StoredCluster {
  return {
    id: Number(row.id),
    size: Number(row.size),
    entity: row.entity,
    labels: storedLabels(row.labels),
    isRefused: row.is_refused,
    addressSum: BigInt(row.address_sum),
  };
}

/** A cluster as it is to be stored. */
export interface WrittenCluster extends StoredCluster {
  readonly mark: bigint;
}

export interface WrittenMember {
  readonly node: NodeId;
  readonly cluster: NodeId;
  readonly labels: readonly Label[];
}

export interface ClusterWrites {
  readonly clusters: readonly WrittenCluster[];
  /** Clusters that became part of another. */
  readonly merged: readonly { readonly from: NodeId; readonly into: NodeId }[];
  readonly members: readonly WrittenMember[];
  readonly refused: readonly RefusedJoin[];
}

export async function writeClusters(client: PoolClient, ledgerId: number, writes: ClusterWrites): Promise<void> {
  const { clusters, merged, members, refused } = writes;
  const from = merged.map((one) => one.from);
  await client.query(
    `UPDATE coin_cluster_member m SET cluster_id = n.into_id
       FROM unnest($1::bigint[], $2::bigint[]) AS n (from_id, into_id) WHERE m.cluster_id = n.from_id`,
    [from, merged.map((one) => one.into)],
  );
  await client.query('DELETE FROM coin_cluster WHERE id = ANY ($1::bigint[])', [from]);
  await client.query(
    `INSERT INTO coin_cluster (ledger_id, id, size, entity, labels, is_refused, address_sum, mark)
     SELECT $1, n.* FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::jsonb[], $6::boolean[], $7::numeric[],
                                $8::numeric[]) AS n
     ON CONFLICT (id) DO UPDATE SET size = excluded.size, entity = excluded.entity, labels = excluded.labels,
       is_refused = excluded.is_refused, address_sum = excluded.address_sum, mark = excluded.mark`,
    [
      ledgerId,
      clusters.map(({ id }) => id),
      clusters.map(({ size }) => size),
      clusters.map(({ entity }) => entity),
      clusters.map(({ labels }) => jsonOf(labels)),
      clusters.map(({ isRefused }) => isRefused),
      clusters.map(({ addressSum }) => addressSum.toString()),
      clusters.map(({ mark }) => mark.toString()),
    ],
  );
  await client.query(
    `INSERT INTO coin_cluster_member (ledger_id, account_id, cluster_id, labels)
     SELECT $1, n.* FROM unnest($2::bigint[], $3::bigint[], $4::jsonb[]) AS n`,
    [
      ledgerId,
      members.map(({ node }) => node),
      members.map(({ cluster }) => cluster),
      members.map(({ labels }) => jsonOf(labels)),
    ],
  );
  await client.query(
    `INSERT INTO coin_cluster_refusal (ledger_id, transaction_id, first_id, other_id)
     SELECT $1, n.* FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS n ON CONFLICT DO NOTHING`,
    [
      ledgerId,
      refused.map(({ transaction }) => transaction),
      refused.map(({ first }) => first),
      refused.map(({ other }) => other),
    ],
  );
}

export function jsonOf(labels: readonly Label[]): string | null {
  return labels.length === 0 ? null : JSON.stringify(labels);
}
