import type { Db } from '../../../../platform/db/index.ts';
import type { OutputFact, SpentFact } from './coins.store.ts';

/*
 * What changes of the records mean for clusters, noted in the transaction of the change. A ledger without a row in
 * coin_cluster_state has no clusters yet: the first computation reads all records, so nothing is noted.
 */

const HAS_CLUSTERS = 'EXISTS (SELECT FROM coin_cluster_state WHERE ledger_id = $1)';

/**
 * Notes what outputs change that are about to be written as their creating transactions describe them: transactions
 * that spend them, and creating ones that are held already.
 */
export async function noteCreated(
  db: Db,
  ledgerId: number,
  outputs: readonly OutputFact[],
  held: readonly number[],
): Promise<void> {
  await db.query(
    `WITH changed AS (
       SELECT n.created_by, o.spent_by, o.owner_id AS former, coalesce(n.owner_id, o.owner_id) AS owner_id,
              o.owner_id IS NULL OR o.amount IS NULL AS was_unknown
         FROM unnest($2::bigint[], $3::int[], $4::bigint[], $5::numeric[])
              AS n (created_by, output_index, owner_id, amount)
         LEFT JOIN coin_outputs o USING (created_by, output_index)
        WHERE ${HAS_CLUSTERS}
          AND (coalesce(n.owner_id, o.owner_id), n.amount) IS DISTINCT FROM (o.owner_id, o.amount)
     )
     INSERT INTO coin_cluster_change (ledger_id, kind, subject_id)
     SELECT $1, CASE WHEN bool_or(was_unknown) THEN 'new' ELSE 'changed' END, spent_by
       FROM changed WHERE spent_by IS NOT NULL GROUP BY spent_by
      UNION ALL
     SELECT $1, 'gone', former FROM changed
      WHERE spent_by IS NOT NULL AND former IS NOT NULL AND former IS DISTINCT FROM owner_id
      UNION ALL
     SELECT DISTINCT $1::int, 'changed', created_by FROM changed WHERE created_by = ANY ($6::bigint[])`,
    [...columnsOf(ledgerId, outputs), held],
  );
}

/**
 * Notes what inputs change that are about to be written: transactions that are held already and get another input, and
 * those that lose one because another transaction spends it.
 */
export async function noteSpent(
  db: Db,
  ledgerId: number,
  outputs: readonly SpentFact[],
  held: readonly number[],
): Promise<void> {
  await db.query(
    `WITH changed AS (
       SELECT n.spent_by, o.spent_by AS former, o.owner_id
         FROM unnest($2::bigint[], $3::int[], $4::bigint[], $5::numeric[], $6::bigint[])
              AS n (created_by, output_index, owner_id, amount, spent_by)
         LEFT JOIN coin_outputs o USING (created_by, output_index)
        WHERE ${HAS_CLUSTERS}
          AND (n.spent_by, coalesce(o.owner_id, n.owner_id), coalesce(o.amount, n.amount))
              IS DISTINCT FROM (o.spent_by, o.owner_id, o.amount)
     )
     INSERT INTO coin_cluster_change (ledger_id, kind, subject_id)
     SELECT DISTINCT $1::int, 'changed', spent_by FROM changed WHERE spent_by = ANY ($7::bigint[])
      UNION ALL
     SELECT DISTINCT $1::int, 'changed', former FROM changed WHERE former IS DISTINCT FROM spent_by AND former IS NOT NULL
      UNION ALL
     SELECT DISTINCT $1::int, 'gone', owner_id FROM changed
      WHERE former IS DISTINCT FROM spent_by AND former IS NOT NULL AND owner_id IS NOT NULL`,
    [...columnsOf(ledgerId, outputs), outputs.map((output) => output.spentBy), held],
  );
}

function columnsOf(ledgerId: number, outputs: readonly OutputFact[]): unknown[] {
  return [
    ledgerId,
    outputs.map((output) => output.createdBy),
    outputs.map((output) => output.index),
    outputs.map((output) => output.owner),
    outputs.map((output) => output.amount?.toString() ?? null),
  ];
}

/** Notes transactions that are held now and were not. */
export async function noteNew(db: Db, ledgerId: number, transactions: readonly number[]): Promise<void> {
  await noteTransactions(db, ledgerId, 'new', transactions);
}

/** Notes transactions that were held already and have another position now. */
export async function noteMoved(db: Db, ledgerId: number, transactions: readonly number[]): Promise<void> {
  await noteTransactions(db, ledgerId, 'moved', transactions);
}

async function noteTransactions(
  db: Db,
  ledgerId: number,
  kind: 'new' | 'moved',
  transactions: readonly number[],
): Promise<void> {
  if (transactions.length === 0) return;
  await db.query(
    `INSERT INTO coin_cluster_change (ledger_id, kind, subject_id)
     SELECT $1, $3, n.id FROM unnest($2::bigint[]) AS n (id) WHERE ${HAS_CLUSTERS}`,
    [ledgerId, transactions, kind],
  );
}

/** Notes whose inputs are no longer as they were once these transactions are removed. Call before they are. */
export async function noteRemoved(db: Db, ledgerId: number, transactions: readonly number[]): Promise<void> {
  await db.query(
    `INSERT INTO coin_cluster_change (ledger_id, kind, subject_id)
     SELECT DISTINCT $1::int, 'gone', owner_id FROM coin_outputs
      WHERE (spent_by = ANY ($2::bigint[]) OR (created_by = ANY ($2::bigint[]) AND spent_by IS NOT NULL))
        AND owner_id IS NOT NULL AND ${HAS_CLUSTERS}`,
    [ledgerId, transactions],
  );
}
