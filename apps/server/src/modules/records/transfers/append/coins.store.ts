import type { RawTransaction } from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';

/** An output as a batch describes it: by its creating transaction, or by the input that spends it. */
export interface OutputFact {
  readonly createdBy: number;
  readonly index: number;
  readonly owner: number | null;
  readonly amount: bigint | null;
}

export interface SpentFact extends OutputFact {
  readonly spentBy: number;
  readonly inputIndex: number;
}

/** Rows of transactions; missing ones are created; those only named by an input stay `held = false`. */
export async function ensureTransactions(
  client: PoolClient,
  ledgerId: number,
  transactionIds: readonly string[],
): Promise<Map<string, { readonly id: number; readonly held: boolean }>> {
  await client.query(
    `INSERT INTO coin_transactions (ledger_id, transaction_id)
     SELECT $1, n.id FROM unnest($2::text[]) AS n (id)
      WHERE NOT EXISTS (SELECT FROM coin_transactions WHERE ledger_id = $1 AND transaction_id = n.id)`,
    [ledgerId, transactionIds],
  );
  const found = await client.query(
    'SELECT id, transaction_id, held FROM coin_transactions WHERE ledger_id = $1 AND transaction_id = ANY ($2::text[])',
    [ledgerId, transactionIds],
  );
  return new Map(found.rows.map((row) => [row.transaction_id, { id: Number(row.id), held: row.held }]));
}

export async function holdTransactions(
  client: PoolClient,
  transactions: readonly { readonly id: number; readonly raw: RawTransaction }[],
): Promise<void> {
  await client.query(
    `UPDATE coin_transactions t SET held = true, block = n.block, block_index = n.block_index, time = n.time,
            coinbase = n.coinbase, signed_by_several = n.signed_by_several, position = NULL
       FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::bigint[], $5::boolean[], $6::boolean[])
            AS n (id, block, block_index, time, coinbase, signed_by_several)
      WHERE t.id = n.id AND NOT t.held`,
    [
      transactions.map(({ id }) => id),
      transactions.map(({ raw }) => raw.block),
      transactions.map(({ raw }) => raw.transactionIndex),
      transactions.map(({ raw }) => raw.time),
      transactions.map(({ raw }) => raw.coinbase),
      transactions.map(({ raw }) => raw.isSignedBySeveral === true),
    ],
  );
}

/** Outputs as their creating transaction describes them; this replaces what was stored. Returns how many changed. */
export async function writeCreated(client: PoolClient, outputs: readonly OutputFact[]): Promise<number> {
  const written = await client.query(
    `INSERT INTO coin_outputs (created_by, output_index, owner_id, amount)
     SELECT * FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::numeric[])
     ON CONFLICT (created_by, output_index) DO UPDATE
        SET owner_id = coalesce(excluded.owner_id, coin_outputs.owner_id), amount = excluded.amount
      WHERE (coalesce(excluded.owner_id, coin_outputs.owner_id), excluded.amount)
            IS DISTINCT FROM (coin_outputs.owner_id, coin_outputs.amount)`,
    outputColumns(outputs),
  );
  return written.rowCount ?? 0;
}

/** Outputs as their spending inputs describe them: owner and amount only where unknown. Returns how many changed. */
export async function writeSpent(client: PoolClient, outputs: readonly SpentFact[]): Promise<number> {
  const written = await client.query(
    `INSERT INTO coin_outputs (created_by, output_index, owner_id, amount, spent_by, input_index)
     SELECT * FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::numeric[], $5::bigint[], $6::int[])
     ON CONFLICT (created_by, output_index) DO UPDATE
        SET spent_by = excluded.spent_by, input_index = excluded.input_index,
            owner_id = coalesce(coin_outputs.owner_id, excluded.owner_id),
            amount = coalesce(coin_outputs.amount, excluded.amount)
      WHERE (excluded.spent_by, excluded.input_index, coalesce(coin_outputs.owner_id, excluded.owner_id),
             coalesce(coin_outputs.amount, excluded.amount))
            IS DISTINCT FROM (coin_outputs.spent_by, coin_outputs.input_index, coin_outputs.owner_id, coin_outputs.amount)`,
    [...outputColumns(outputs), outputs.map((o) => o.spentBy), outputs.map((o) => o.inputIndex)],
  );
  return written.rowCount ?? 0;
}

function outputColumns(outputs: readonly OutputFact[]): unknown[] {
  return [
    outputs.map((o) => o.createdBy),
    outputs.map((o) => o.index),
    outputs.map((o) => o.owner),
    outputs.map((o) => o.amount?.toString() ?? null),
  ];
}

export interface BlockMember {
  readonly id: number;
  readonly transactionId: string;
  readonly block: number;
  readonly transactionIndex: number | null;
  readonly position: number | null;
  /** Transactions of the same block whose outputs it spends. */
  readonly parents: readonly number[];
}

/** Every stored transaction of the given blocks, with its parents in the same block. */
export async function readBlocks(
  client: PoolClient,
  ledgerId: number,
  blocks: readonly number[],
): Promise<BlockMember[]> {
  const found = await client.query(
    `SELECT t.id, t.transaction_id, t.block, t.block_index, t.position,
            (SELECT array_agg(DISTINCT p.id) FROM coin_outputs o
               JOIN coin_transactions p ON p.id = o.created_by AND p.held AND p.block = t.block
              WHERE o.spent_by = t.id) AS parents
       FROM coin_transactions t
      WHERE t.ledger_id = $1 AND t.held AND t.block = ANY ($2::bigint[])`,
    [ledgerId, blocks],
  );
  return found.rows.map((row) => ({
    id: Number(row.id),
    transactionId: row.transaction_id,
    block: Number(row.block),
    transactionIndex: row.block_index,
    position: row.position === null ? null : Number(row.position),
    parents: (row.parents ?? []).map(Number),
  }));
}

/** Writes positions of transactions, also into the rows of their outputs, where paging reads them. */
export async function writePlaces(
  client: PoolClient,
  places: readonly { readonly id: number; readonly position: number }[],
  appended: readonly number[],
): Promise<void> {
  const ids = places.map(({ id }) => id);
  const positions = places.map(({ position }) => position);
  await client.query(
    `UPDATE coin_transactions t SET position = n.position
       FROM unnest($1::bigint[], $2::bigint[]) AS n (id, position) WHERE t.id = n.id`,
    [ids, positions],
  );
  const touched = [...new Set([...ids, ...appended])];
  await client.query(
    `UPDATE coin_outputs o SET created_position = t.position
       FROM coin_transactions t
      WHERE o.created_by = ANY ($1::bigint[]) AND t.id = o.created_by
        AND o.created_position IS DISTINCT FROM t.position`,
    [touched],
  );
  await client.query(
    `UPDATE coin_outputs o SET spent_position = t.position
       FROM coin_transactions t
      WHERE o.spent_by = ANY ($1::bigint[]) AND t.id = o.spent_by
        AND o.spent_position IS DISTINCT FROM t.position`,
    [touched],
  );
}

/** Counts again what accounts received and spent: by net flow, transaction by transaction. */
export async function recountOwners(client: PoolClient, ledgerId: number, owners: readonly number[]): Promise<void> {
  if (owners.length === 0) return;
  await client.query(
    `WITH moves AS (
       SELECT owner_id, created_by AS id, amount FROM coin_outputs WHERE owner_id = ANY ($1::bigint[])
        UNION ALL
       SELECT owner_id, spent_by, -amount FROM coin_outputs WHERE owner_id = ANY ($1::bigint[]) AND spent_by IS NOT NULL
     ), nets AS (
       SELECT m.owner_id, m.id, t.time, coalesce(sum(m.amount), 0) AS net
         FROM moves m JOIN coin_transactions t ON t.id = m.id AND t.held
        GROUP BY m.owner_id, m.id, t.time
     ), totals AS (
       SELECT owner_id, count(*) FILTER (WHERE net > 0) AS inflows, count(*) FILTER (WHERE net < 0) AS outflows,
              coalesce(sum(net) FILTER (WHERE net > 0), 0) AS received,
              coalesce(-sum(net) FILTER (WHERE net < 0), 0) AS sent, min(time) AS first_time, max(time) AS last_time
         FROM nets GROUP BY owner_id
     )
     UPDATE accounts a
        SET inflows = coalesce(n.inflows, 0), outflows = coalesce(n.outflows, 0), received = coalesce(n.received, 0),
            sent = coalesce(n.sent, 0), first_time = n.first_time, last_time = n.last_time
       FROM unnest($1::bigint[]) AS w (id) LEFT JOIN totals n ON n.owner_id = w.id
      WHERE a.ledger_id = $2 AND a.id = w.id`,
    [owners, ledgerId],
  );
}

/** Owners of outputs that the given transactions create or spend. */
export async function ownersOf(client: PoolClient, transactions: readonly number[]): Promise<number[]> {
  const found = await client.query(
    `SELECT owner_id FROM coin_outputs WHERE created_by = ANY ($1::bigint[]) AND owner_id IS NOT NULL
      UNION
     SELECT owner_id FROM coin_outputs WHERE spent_by = ANY ($1::bigint[]) AND owner_id IS NOT NULL`,
    [transactions],
  );
  return found.rows.map((row) => Number(row.owner_id));
}

export async function transactionsFromBlock(client: PoolClient, ledgerId: number, block: number): Promise<number[]> {
  const found = await client.query('SELECT id FROM coin_transactions WHERE ledger_id = $1 AND held AND block >= $2', [
    ledgerId,
    block,
  ]);
  return found.rows.map((row) => Number(row.id));
}

/** Deletes transactions: what they spent is unspent again, and the outputs they created are deleted. */
export async function deleteTransactions(client: PoolClient, ids: readonly number[]): Promise<void> {
  const list = [ids];
  await client.query('DELETE FROM coin_outputs WHERE created_by = ANY ($1::bigint[])', list);
  await client.query(
    `DELETE FROM coin_outputs o USING coin_transactions t
      WHERE o.spent_by = ANY ($1::bigint[]) AND t.id = o.created_by AND NOT t.held`,
    list,
  );
  await client.query(
    `UPDATE coin_outputs SET spent_by = NULL, input_index = NULL, spent_position = NULL
      WHERE spent_by = ANY ($1::bigint[])`,
    list,
  );
  await client.query('DELETE FROM coin_transactions WHERE id = ANY ($1::bigint[])', list);
  await client.query(
    `DELETE FROM coin_transactions t WHERE NOT t.held
        AND NOT EXISTS (SELECT FROM coin_outputs o WHERE o.created_by = t.id)`,
  );
}
