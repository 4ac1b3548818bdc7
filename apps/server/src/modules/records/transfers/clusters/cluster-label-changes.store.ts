import type { Label, NodeId } from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { lendable, storedLabels } from './cluster-labels.ts';
import { jsonOf } from './clusters.store.ts';

export interface LabelledMember {
  readonly node: NodeId;
  readonly address: string;
  readonly labels: readonly Label[];
}

/** Addresses in clusters by rising account, a page at a time, with their labels as they were at the last refresh. */
export async function readMembers(
  client: PoolClient,
  ledgerId: number,
  after: NodeId,
  limit: number,
): Promise<readonly LabelledMember[]> {
  const found = await client.query(
    `SELECT m.account_id, a.address, m.labels
       FROM coin_cluster_member m JOIN accounts a ON a.ledger_id = $1 AND a.id = m.account_id
      WHERE m.ledger_id = $1 AND m.account_id > $2 ORDER BY m.account_id LIMIT $3`,
    [ledgerId, after, limit],
  );
  return found.rows.map((row) => ({
    node: Number(row.account_id),
    address: row.address,
    labels: storedLabels(row.labels),
  }));
}

/** Stores the labels that addresses have now, and collects those of their clusters again. */
export async function writeMemberLabels(
  client: PoolClient,
  members: readonly { readonly node: NodeId; readonly labels: readonly Label[] }[],
): Promise<void> {
  const nodes = members.map(({ node }) => node);
  await client.query(
    `UPDATE coin_cluster_member m SET labels = n.labels
       FROM unnest($1::bigint[], $2::jsonb[]) AS n (id, labels) WHERE m.account_id = n.id`,
    [nodes, members.map(({ labels }) => jsonOf(labels))],
  );
  const clusters = await client.query(
    `SELECT c.cluster_id, (
       SELECT jsonb_agg(DISTINCT label.value) FROM coin_cluster_member m, jsonb_array_elements(m.labels) AS label
        WHERE m.cluster_id = c.cluster_id AND m.labels IS NOT NULL) AS labels
       FROM (SELECT DISTINCT cluster_id FROM coin_cluster_member WHERE account_id = ANY ($1::bigint[])) AS c`,
    [nodes],
  );
  await client.query(
    `UPDATE coin_cluster c SET labels = n.labels
       FROM unnest($1::bigint[], $2::jsonb[]) AS n (id, labels) WHERE c.id = n.id`,
    [
      clusters.rows.map((row) => row.cluster_id),
      clusters.rows.map((row) => jsonOf(lendable(storedLabels(row.labels)))),
    ],
  );
}
