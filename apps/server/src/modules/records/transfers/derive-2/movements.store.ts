import type { Label, NodeId } from '@assay/exposure';
import { type PoolClient, prepared } from '../../../../platform/db/index.ts';
import { storedLabels } from '../clusters/cluster-labels.ts';
import { accountsTable } from '../ledgers/asset-tables.store.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';

/** A record of an account of an account network, as seen from it. */
export interface AccountRecord {
  readonly position: number;
  readonly transactionId: string;
  readonly time: number;
  readonly from: NodeId;
  readonly to: NodeId;
  readonly amount: bigint;
}

/** Records of an account after a position, in their order. */
export async function readAccountRecords(
  client: PoolClient,
  ledger: Ledger,
  node: NodeId,
  after: number,
  limit: number,
): Promise<readonly AccountRecord[]> {
  const found = await client.query(
    prepared(
      `(SELECT position, transaction_id, time, from_id, to_id, amount FROM transfers
             WHERE ledger_id = $1 AND to_id = $2 AND position > $3 ORDER BY position LIMIT $4)
           UNION ALL
           (SELECT position, transaction_id, time, from_id, to_id, amount FROM transfers
             WHERE ledger_id = $1 AND from_id = $2 AND position > $3 ORDER BY position LIMIT $4)
           ORDER BY position LIMIT $4`,
      [ledger.id, node, after, limit],
    ),
  );
  return found.rows.map((row) => ({
    position: Number(row.position),
    transactionId: row.transaction_id,
    time: Number(row.time),
    from: Number(row.from_id),
    to: Number(row.to_id),
    amount: BigInt(row.amount),
  }));
}

/** Balance of an account before its first record; 0 where none is known. */
export async function readOpening(client: PoolClient, ledger: Ledger, node: NodeId): Promise<bigint> {
  const found = await client.query(`SELECT opening FROM ${accountsTable(ledger.id)} WHERE ledger_id = $1 AND id = $2`, [
    ledger.id,
    node,
  ]);
  return BigInt(found.rows[0]?.opening ?? 0);
}

/**
 * Of these payers, those that made at least `payments` outflows, of which at least `percent` went to accounts that are
 * or were services: the others cannot be deposit addresses. Fees are left out.
 */
export async function payersOfMost(
  client: PoolClient,
  ledger: Ledger,
  payers: readonly NodeId[],
  services: readonly NodeId[],
  { payments, percent }: { readonly payments: number; readonly percent: number },
): Promise<readonly NodeId[]> {
  const found = await client.query(
    `SELECT t.from_id FROM transfers t JOIN accounts r ON r.ledger_id = $1 AND r.id = t.to_id AND r.role <> 'fee'
      WHERE t.ledger_id = $1 AND t.from_id = ANY ($2::bigint[])
      GROUP BY t.from_id
     HAVING count(*) >= $4 AND sum(t.amount) FILTER (WHERE t.to_id = ANY ($3::bigint[])) * 100 >= sum(t.amount) * $5
      ORDER BY t.from_id`,
    [ledger.id, payers, services, payments, percent],
  );
  return found.rows.map((row) => Number(row.from_id));
}

/** The members' labels of the clusters that these accounts are in, by account, with the cluster's size. */
export async function clusterLabels(
  client: PoolClient,
  nodes: readonly NodeId[],
): Promise<readonly { readonly node: NodeId; readonly size: number; readonly labels: readonly Label[] }[]> {
  const found = await client.query(
    `SELECT m.account_id, c.size, c.labels FROM coin_cluster_member m JOIN coin_cluster c ON c.id = m.cluster_id
      WHERE m.account_id = ANY ($1::bigint[]) AND c.size > 1 AND c.labels IS NOT NULL`,
    [nodes],
  );
  return found.rows.map((row) => ({
    node: Number(row.account_id),
    size: Number(row.size),
    labels: storedLabels(row.labels),
  }));
}
