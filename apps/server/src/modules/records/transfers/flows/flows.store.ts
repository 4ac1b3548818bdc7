import type { FlowRatios } from '@assay/exposure/version-3';
import { copyBinary, type Db, type PoolClient } from '../../../../platform/db/index.ts';
import { flowsTable } from '../ledgers/asset-tables.store.ts';
import { type FlowRow, readMarks } from './flow-row.ts';
import { boundsOf, type SecondSpan } from './records-of-flows.store.ts';

/** What a replay reads of a flow. */
export type StoredFlow = Omit<FlowRow, 'recordRank' | 'partRank'>;

const COLUMNS = [
  'position',
  'from_id',
  'to_id',
  'inflow_share',
  'covered',
  'ledger_id',
  'record_rank',
  'transaction_rank',
  'part_rank',
  'marks',
  'amount',
] as const;

export async function insertFlows(client: PoolClient, ledgerId: number, flows: Iterable<FlowRow>): Promise<number> {
  const target = { table: flowsTable(ledgerId), columns: COLUMNS };
  return await copyBinary(client, target, flows, (row, f) => {
    row.int8(f.position).int8(f.from).int8(f.to).float8(f.inflowShare).float8(f.covered).int4(ledgerId);
    row.int4(f.recordRank).int4(f.transactionRank).int4(f.partRank).int2(f.marks).numeric(f.amount);
  });
}

/** Position of the latest flow, -1 where there is none. */
export async function latestFlow(db: Db, ledgerId: number): Promise<number> {
  const { rows } = await db.query(
    `SELECT max(position) AS position FROM ${flowsTable(ledgerId)} WHERE ledger_id = $1`,
    [ledgerId],
  );
  return Number(rows[0]?.position ?? -1);
}

/** Removes the flows of these seconds; returns the accounts and pools at their ends. */
export async function deleteFlows(
  client: PoolClient,
  ledgerId: number,
  spans: readonly SecondSpan[],
): Promise<ReadonlySet<number>> {
  const { rows } = await client.query(
    `DELETE FROM ${flowsTable(ledgerId)} f USING unnest($2::bigint[], $3::bigint[]) AS s (first, after)
      WHERE f.ledger_id = $1 AND f.position >= s.first AND f.position < s.after RETURNING f.from_id, f.to_id`,
    [ledgerId, ...boundsOf(spans)],
  );
  return new Set(rows.flatMap(({ from_id, to_id }) => [Number(from_id), Number(to_id)]));
}

/** The next flows, after a position, in which one of these accounts pays or receives. */
export async function readFlowsOf(
  client: PoolClient,
  ledgerId: number,
  ids: readonly number[],
  after: number,
  limit: number,
): Promise<readonly StoredFlow[]> {
  const { rows } = await client.query(
    `SELECT position, from_id, to_id, amount, inflow_share, covered, transaction_rank, marks
       FROM ${flowsTable(ledgerId)} WHERE to_id = ANY ($1::bigint[]) AND position > $2
      UNION ALL
     SELECT position, from_id, to_id, amount, inflow_share, covered, transaction_rank, marks
       FROM ${flowsTable(ledgerId)}
      WHERE from_id = ANY ($1::bigint[]) AND NOT to_id = ANY ($1::bigint[]) AND position > $2
      ORDER BY position LIMIT $3`,
    [ids, after, limit],
  );
  return rows.map((row) => ({
    position: Number(row.position),
    from: Number(row.from_id),
    to: Number(row.to_id),
    amount: BigInt(row.amount),
    inflowShare: row.inflow_share,
    covered: row.covered,
    transactionRank: row.transaction_rank,
    marks: row.marks,
    isFee: readMarks(row.marks).isFee,
  }));
}

export async function writeFlowRatios(
  client: PoolClient,
  ledgerId: number,
  changed: readonly (FlowRatios & { readonly position: number })[],
): Promise<void> {
  if (changed.length === 0) return;
  await client.query(
    `UPDATE ${flowsTable(ledgerId)} f SET inflow_share = n.inflow_share, covered = n.covered
       FROM unnest($2::bigint[], $3::float8[], $4::float8[]) AS n (position, inflow_share, covered)
      WHERE f.ledger_id = $1 AND f.position = n.position`,
    [
      ledgerId,
      changed.map(({ position }) => position),
      changed.map(({ inflowShare }) => inflowShare),
      changed.map(({ covered }) => covered),
    ],
  );
}

/** Writes marks that changed: of the flow with a number, from 0, among those of the transaction with a first record. */
export async function writeFlowMarks(
  client: PoolClient,
  ledgerId: number,
  marks: readonly {
    readonly second: SecondSpan;
    readonly recordRank: number;
    readonly number: number;
    readonly marks: number;
  }[],
): Promise<number> {
  if (marks.length === 0) return 0;
  const { rowCount } = await client.query(
    `UPDATE ${flowsTable(ledgerId)} f SET marks = n.marks
       FROM unnest($2::bigint[], $3::bigint[], $4::int[], $5::int[], $6::smallint[])
            AS n (first, after, record_rank, number, marks)
      WHERE f.ledger_id = $1 AND f.position >= n.first AND f.position < n.after AND f.record_rank = n.record_rank
        AND f.position = n.first + f.transaction_rank + n.number AND f.marks <> n.marks`,
    [
      ledgerId,
      ...boundsOf(marks.map(({ second }) => second)),
      marks.map(({ recordRank }) => recordRank),
      marks.map(({ number }) => number),
      marks.map((one) => one.marks),
    ],
  );
  return rowCount ?? 0;
}
