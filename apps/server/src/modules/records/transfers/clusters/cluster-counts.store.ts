import type { Db, Pool } from '../../../../platform/db/index.ts';
import { acrossServers } from '../../placement/in-ledger.ts';

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
