import type { Db, Pool, PoolClient } from '../../../../platform/db/index.ts';
import { inTransaction } from '../../../../platform/db/transactions.ts';
import { acrossServers } from '../../placement/in-ledger.ts';
import { type Ledger, lockLedger } from '../ledgers/ledger.store.ts';

/** What the stored clusters of a ledger are those of. */
export interface ClusterState {
  /** Null before the first computation. */
  readonly rule: number | null;
  readonly labelsVersion: string | null;
  readonly revision: number | null;
  /** Position of the latest transaction when they were computed; -1 for none. */
  readonly throughPosition: number;
}

/** Has every change of the ledger's records noted from now on. */
export async function beginNotes(pool: Pool, ledger: Ledger): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockLedger(client, ledger.id);
    await client.query('INSERT INTO coin_cluster_state (ledger_id) VALUES ($1) ON CONFLICT DO NOTHING', [ledger.id]);
  });
}

/** Runs `work` on one state of the database; others that refresh clusters wait until it ends. */
export function inTurn<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    // Before the first read: the state that is read is then the one after the turns before.
    await client.query('LOCK TABLE coin_cluster_state IN SHARE ROW EXCLUSIVE MODE');
    return await work(client);
  });
}

export async function readState(client: PoolClient, ledgerId: number): Promise<ClusterState> {
  const found = await client.query(
    'SELECT rule, labels_version, revision, through_position FROM coin_cluster_state WHERE ledger_id = $1',
    [ledgerId],
  );
  const row = found.rows[0];
  if (row === undefined) throw new Error(`No changes are noted of the ledger ${ledgerId}`);
  return {
    rule: row.rule,
    labelsVersion: row.labels_version,
    revision: row.revision === null ? null : Number(row.revision),
    throughPosition: Number(row.through_position),
  };
}

/** Adds to the numbers of clusters and addresses, and to the sum of marks. */
export async function addToState(
  client: PoolClient,
  ledgerId: number,
  change: { readonly clusters: number; readonly members: number; readonly mark: bigint },
): Promise<void> {
  await client.query(
    'UPDATE coin_cluster_state SET clusters = clusters + $2, members = members + $3, mark = mark + $4 WHERE ledger_id = $1',
    [ledgerId, change.clusters, change.members, change.mark.toString()],
  );
}

/** Stores what the clusters are those of now, and forgets the changes that they know. */
export async function writeState(
  client: PoolClient,
  ledger: Ledger,
  { rule, labelsVersion }: { readonly rule: number; readonly labelsVersion: string },
): Promise<void> {
  await client.query('DELETE FROM coin_cluster_change WHERE ledger_id = $1', [ledger.id]);
  await client.query(
    `UPDATE coin_cluster_state SET rule = $2, labels_version = $3, revision = $4, refreshed_at = now(), through_position =
       coalesce((SELECT max(position) FROM coin_transactions WHERE ledger_id = $1 AND held), -1)
      WHERE ledger_id = $1`,
    [ledger.id, rule, labelsVersion, ledger.revision],
  );
}

/** Removes all clusters of a ledger. */
export async function clearClusters(client: PoolClient, ledgerId: number): Promise<void> {
  for (const table of ['coin_cluster_refusal', 'coin_cluster_member', 'coin_cluster']) {
    await client.query(`DELETE FROM ${table} WHERE ledger_id = $1`, [ledgerId]);
  }
  await client.query('UPDATE coin_cluster_state SET clusters = 0, members = 0, mark = 0 WHERE ledger_id = $1', [
    ledgerId,
  ]);
}

/** The sum of the marks of a ledger's clusters: the same for the same clusters. */
export async function readMark(client: PoolClient, ledgerId: number): Promise<string> {
  const found = await client.query('SELECT mark FROM coin_cluster_state WHERE ledger_id = $1', [ledgerId]);
  return found.rows[0]?.mark ?? '0';
}

/** What is known of the clusters of one UTXO ledger. */
export interface ClusterCounts {
  readonly network: string;
  readonly ticker: string;
  /** Clusters of two or more addresses, their addresses, and those of the largest. */
  readonly clusters: number;
  readonly addresses: number;
  readonly largest: number;
  /** Joins of two services that were refused. */
  readonly refused: number;
}

/** Clusters of every ledger whose clusters were computed, by network. */
export function countClusters(pool: Pool): Promise<readonly ClusterCounts[]> {
  return acrossServers(pool, countClustersOn, (one) => one);
}

async function countClustersOn(db: Db): Promise<readonly ClusterCounts[]> {
  const { rows } = await db.query(
    `SELECT l.network, l.ticker, s.clusters, s.members AS addresses,
            (SELECT coalesce(max(size), 0) FROM coin_cluster c WHERE c.ledger_id = l.id AND c.size > 1) AS largest,
            (SELECT count(*) FROM coin_cluster_refusal r WHERE r.ledger_id = l.id) AS refused
       FROM coin_cluster_state s JOIN ledgers l ON l.id = s.ledger_id WHERE s.revision IS NOT NULL
      ORDER BY l.network COLLATE "C", l.ticker COLLATE "C"`,
  );
  return rows.map((row) => ({
    network: row.network,
    ticker: row.ticker,
    clusters: Number(row.clusters),
    addresses: Number(row.addresses),
    largest: Number(row.largest),
    refused: Number(row.refused),
  }));
}
