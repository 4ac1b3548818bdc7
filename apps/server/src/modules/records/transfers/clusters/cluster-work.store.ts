import type { NodeId } from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';

/*
 * Temporary tables of one refresh: cluster_work has the transactions to join, cluster_seed the addresses whose clusters
 * are computed again. What an append touches may be more than fits into memory.
 */

export async function makeWork(client: PoolClient): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE cluster_work (position bigint, id bigint, PRIMARY KEY (position, id)) ON COMMIT DROP`,
  );
  await client.query('CREATE TEMPORARY TABLE cluster_seed (account_id bigint PRIMARY KEY) ON COMMIT DROP');
}

/** Transactions to join after a place, in the order of records. */
export async function readWork(
  client: PoolClient,
  after: { readonly position: number; readonly id: NodeId },
  limit: number,
): Promise<readonly { readonly position: number; readonly id: NodeId }[]> {
  const found = await client.query(
    'SELECT position, id FROM cluster_work WHERE (position, id) > ($1, $2) ORDER BY position, id LIMIT $3',
    [after.position, after.id, limit],
  );
  return found.rows.map((row) => ({ position: Number(row.position), id: Number(row.id) }));
}

/** All transactions of a ledger after a place, in the order of records. */
export async function readAllWork(
  client: PoolClient,
  ledgerId: number,
  after: { readonly position: number; readonly id: NodeId },
  limit: number,
): Promise<readonly { readonly position: number; readonly id: NodeId }[]> {
  const found = await client.query(
    `SELECT position, id FROM coin_transactions WHERE ledger_id = $1 AND held AND position > $2
      ORDER BY position LIMIT $3`,
    [ledgerId, after.position, limit],
  );
  return found.rows.map((row) => ({ position: Number(row.position), id: Number(row.id) }));
}

/** Puts the transactions that were appended or changed to work. */
export async function workChanges(client: PoolClient, ledgerId: number): Promise<void> {
  await client.query(
    `INSERT INTO cluster_work (position, id)
     SELECT DISTINCT t.position, t.id FROM coin_cluster_change c JOIN coin_transactions t ON t.id = c.subject_id AND t.held
      WHERE c.ledger_id = $1 AND c.kind IN ('new', 'changed')`,
    [ledgerId],
  );
}

/**
 * The latest position to which the order of earlier joins is known: transactions that moved there were joined before.
 */
export async function movedThrough(client: PoolClient, ledgerId: number): Promise<number> {
  const found = await client.query(
    `SELECT max(t.position) AS position FROM coin_cluster_change c JOIN coin_transactions t ON t.id = c.subject_id
      WHERE c.ledger_id = $1 AND c.kind = 'moved'`,
    [ledgerId],
  );
  return Number(found.rows[0]?.position ?? -1);
}

/**
 * Seeds what the joins of later transactions cannot mend: owners of inputs that are no longer as they were, and of
 * transactions that moved where a join was refused, which makes their order matter.
 */
export async function seedChanges(client: PoolClient, ledgerId: number): Promise<void> {
  await client.query(
    `INSERT INTO cluster_seed (account_id)
     SELECT subject_id FROM coin_cluster_change WHERE ledger_id = $1 AND kind = 'gone'
      UNION
     SELECT o.owner_id FROM coin_cluster_change c JOIN coin_outputs o ON o.spent_by = c.subject_id
      WHERE c.ledger_id = $1 AND c.kind = 'changed' AND o.owner_id IS NOT NULL
      UNION
     SELECT o.owner_id FROM coin_cluster_change c JOIN coin_outputs o ON o.spent_by = c.subject_id
       JOIN coin_cluster_member m ON m.account_id = o.owner_id
       JOIN coin_cluster k ON k.id = m.cluster_id AND k.is_refused
      WHERE c.ledger_id = $1 AND c.kind = 'moved'
     ON CONFLICT DO NOTHING`,
    [ledgerId],
  );
}

export async function seed(client: PoolClient, accounts: readonly NodeId[]): Promise<void> {
  if (accounts.length === 0) return;
  await client.query('INSERT INTO cluster_seed SELECT unnest($1::bigint[]) ON CONFLICT DO NOTHING', [accounts]);
}

/**
 * Removes the clusters of all seeds, and those that a refused join connects them with, and puts every transaction that
 * spends from their addresses to work. Returns whether there were any seeds.
 */
export async function resetSeeds(client: PoolClient, ledgerId: number): Promise<boolean> {
  const seeds = await client.query('SELECT FROM cluster_seed LIMIT 1');
  if (seeds.rowCount === 0) return false;
  await client.query(
    `CREATE TEMPORARY TABLE cluster_reset ON COMMIT DROP AS
     WITH RECURSIVE refusal AS (
       SELECT f.cluster_id AS one, o.cluster_id AS other
         FROM coin_cluster_refusal r
         JOIN coin_cluster_member f ON f.account_id = r.first_id
         JOIN coin_cluster_member o ON o.account_id = r.other_id
        WHERE r.ledger_id = $1
     ), connected (id) AS (
       SELECT m.cluster_id FROM cluster_seed s JOIN coin_cluster_member m USING (account_id)
        UNION
       SELECT CASE WHEN r.one = c.id THEN r.other ELSE r.one END
         FROM connected c JOIN refusal r ON c.id IN (r.one, r.other)
     )
     SELECT id FROM connected`,
    [ledgerId],
  );
  await client.query(
    `INSERT INTO cluster_seed
     SELECT m.account_id FROM cluster_reset r JOIN coin_cluster_member m ON m.cluster_id = r.id ON CONFLICT DO NOTHING`,
  );
  await client.query('ANALYZE cluster_seed');
  await client.query(
    `UPDATE coin_cluster_state s SET clusters = s.clusters - gone.clusters, members = s.members - gone.members,
            mark = s.mark - gone.mark
       FROM (SELECT count(*) AS clusters, coalesce(sum(size), 0) AS members, coalesce(sum(mark), 0) AS mark
               FROM cluster_reset JOIN coin_cluster USING (id) WHERE size > 1) AS gone
      WHERE s.ledger_id = $1`,
    [ledgerId],
  );
  await client.query(
    `DELETE FROM coin_cluster_refusal r USING cluster_seed s
      WHERE r.ledger_id = $1 AND s.account_id IN (r.first_id, r.other_id)`,
    [ledgerId],
  );
  await client.query('DELETE FROM coin_cluster_member m USING cluster_reset r WHERE m.cluster_id = r.id');
  await client.query('DELETE FROM coin_cluster c USING cluster_reset r WHERE c.id = r.id');
  await client.query('DROP TABLE cluster_reset');
  await client.query('TRUNCATE cluster_work');
  await client.query(
    `INSERT INTO cluster_work (position, id)
     SELECT DISTINCT o.spent_position, o.spent_by FROM cluster_seed s JOIN coin_outputs o ON o.owner_id = s.account_id
      WHERE o.spent_by IS NOT NULL AND o.spent_position IS NOT NULL`,
  );
  return true;
}
