import { type FlowPart, marksFor, netTransaction } from '@assay/exposure/version-3';
import { type Db, prepared } from '../../../../platform/db/index.ts';
import { flowsTable } from '../ledgers/asset-tables.store.ts';
import { positionAt, secondOf } from '../positions.ts';
import { isPool, readMarks } from './flow-row.ts';
import { addressesOf, nettedOf } from './place-flows.ts';
import { type FlowRecord, readRecordsOfTransactions } from './records-of-flows.store.ts';

/** What the flows of a part say of one payer. */
interface PayerRow {
  readonly part: number;
  /** Of the first record of the transaction, and how many flows of it are before the part. */
  readonly record: number;
  readonly before: number;
  readonly payer: number;
  readonly covered: number;
  readonly hasReceived: boolean;
}

/**
 * Parts in which an account passed money on, by the positions of their first flows, in the order asked: netted again from
 * the records of their transactions.
 *
 * @throws RangeError where no such part begins
 */
export async function readParts(db: Db, ledgerId: number, numbers: readonly number[]): Promise<readonly FlowPart[]> {
  if (numbers.length === 0) return [];
  const byPart = Map.groupBy(await readPayers(db, ledgerId, numbers), ({ part }) => part);
  const records = await recordsOf(db, ledgerId, [...byPart.values()].flat());
  return numbers.map((number) => {
    const payers = byPart.get(number) ?? [];
    const [first] = payers;
    if (first === undefined) throw new RangeError(`no part ${number} in which money was passed on`);
    const own = records.get(first.record) ?? [];
    const netted = netTransaction(own.map(nettedOf), addressesOf(own), NO_MARKS, true);
    const part = netted[first.before]?.of?.part;
    if (part === undefined) throw new Error(`The flows at ${number} are not those of the records of their transaction`);
    const ofPayers = payers.filter(({ payer }) => !isPool(payer));
    return {
      part,
      payers: new Map(ofPayers.map(({ payer, covered, hasReceived }) => [payer, { covered, hasReceived }])),
    };
  });
}

/** Marks change no part. */
const NO_MARKS = marksFor({ records: new Map() }, '');

async function readPayers(db: Db, ledgerId: number, numbers: readonly number[]): Promise<readonly PayerRow[]> {
  const seconds = numbers.map(secondOf);
  const { rows } = await db.query({
    name: `flows-parts-${ledgerId}`,
    text: `SELECT f.position, f.from_id, f.covered, f.marks, f.record_rank, f.transaction_rank, f.part_rank
             FROM unnest($2::bigint[], $3::bigint[], $4::int[]) AS asked (first, after, rank)
             JOIN ${flowsTable(ledgerId)} f ON f.ledger_id = $1 AND f.position >= asked.first
                  AND f.position < asked.after AND f.part_rank = asked.rank
            ORDER BY f.position`,
    values: [
      ledgerId,
      numbers,
      seconds.map((second) => positionAt(second + 1, 0)),
      numbers.map((number, at) => number - positionAt(seconds[at] ?? 0, 0)),
    ],
  });
  return rows.map((row) => {
    const second = secondOf(Number(row.position));
    return {
      part: positionAt(second, row.part_rank),
      record: positionAt(second, row.record_rank),
      before: row.part_rank - row.transaction_rank,
      payer: Number(row.from_id),
      covered: row.covered,
      hasReceived: readMarks(row.marks).hasPayerReceived,
    };
  });
}

/** The records of transactions, by the position of the first one. */
async function recordsOf(
  db: Db,
  ledgerId: number,
  parts: readonly PayerRow[],
): Promise<ReadonlyMap<number, readonly FlowRecord[]>> {
  const firsts = [...new Set(parts.map(({ record }) => record))];
  const ids = await transactionIdsAt(db, ledgerId, firsts);
  const spans = [...new Set(firsts.map(secondOf))].map((second) => ({ first: second, last: second }));
  const found = await readRecordsOfTransactions(db, [ledgerId], spans, [...new Set(ids.values())]);
  const byTransaction = Map.groupBy(found, ({ position, transactionId }) => `${secondOf(position)} ${transactionId}`);
  return new Map(firsts.map((first) => [first, byTransaction.get(`${secondOf(first)} ${ids.get(first) ?? ''}`) ?? []]));
}

/** Ids of the transactions that records at these positions are of. */
async function transactionIdsAt(
  db: Db,
  ledgerId: number,
  positions: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await db.query(
    prepared('SELECT position, transaction_id FROM transfers WHERE ledger_id = $1 AND position = ANY ($2::bigint[])', [
      ledgerId,
      positions,
    ]),
  );
  return new Map(rows.map(({ position, transaction_id }) => [Number(position), transaction_id]));
}

/**
 * Ids of the transactions of flows, in the order asked.
 *
 * @throws RangeError where no flow is at a position
 */
export async function transactionIdsOfFlows(
  db: Db,
  ledgerId: number,
  positions: readonly number[],
): Promise<readonly string[]> {
  if (positions.length === 0) return [];
  const { rows } = await db.query({
    name: `flows-records-${ledgerId}`,
    text: `SELECT position, record_rank FROM ${flowsTable(ledgerId)}
            WHERE ledger_id = $1 AND position = ANY ($2::bigint[])`,
    values: [ledgerId, positions],
  });
  const records = new Map(
    rows.map((row) => [Number(row.position), positionAt(secondOf(Number(row.position)), row.record_rank)]),
  );
  const ids = await transactionIdsAt(db, ledgerId, [...new Set(records.values())]);
  return positions.map((position) => {
    const id = ids.get(records.get(position) ?? -1);
    if (id === undefined) throw new RangeError(`no flow at position ${position}`);
    return id;
  });
}
