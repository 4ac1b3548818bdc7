import type { PoolClient } from '../../../../platform/db/index.ts';
import { secondOf } from '../positions.ts';
import { type FlowRecord, readRecordsOfTransactions, type SecondSpan } from './records-of-flows.store.ts';

/** A transaction of a network, as far as ledgers of the same server have records of it. */
export interface NetworkTransaction {
  /** Unix seconds. */
  readonly second: number;
  /** By the id of the ledger, each in order. */
  readonly records: ReadonlyMap<number, readonly FlowRecord[]>;
}

/** Seconds further apart than this are read apart. */
const GAP = 60;

/** The spans of seconds that contain these; those between near ones come along. */
export function spansOf(seconds: Iterable<number>): readonly SecondSpan[] {
  const spans: { first: number; last: number }[] = [];
  for (const second of [...new Set(seconds)].sort((a, b) => a - b)) {
    const span = spans.at(-1);
    if (span !== undefined && second - span.last <= GAP) span.last = second;
    else spans.push({ first: second, last: second });
  }
  return spans;
}

/**
 * The transactions that records of a ledger are of, with their records in the network's other ledgers: of the same id and
 * second.
 *
 * @param gone further transactions, which the ledger has no record of any more, by second
 */
export async function transactionsOf(
  client: PoolClient,
  records: readonly FlowRecord[],
  others: readonly number[],
  gone: readonly { readonly time: number; readonly transactionId: string }[] = [],
): Promise<readonly NetworkTransaction[]> {
  const keys = new Set<string>();
  const seconds = new Set<number>();
  const ids = new Set<string>();
  const ask = (second: number, id: string): void => {
    keys.add(`${second} ${id}`);
    seconds.add(second);
    ids.add(id);
  };
  for (const { position, transactionId } of records) ask(secondOf(position), transactionId);
  for (const { time, transactionId } of gone) ask(time, transactionId);
  const elsewhere = await readRecordsOfTransactions(client, others, spansOf(seconds), [...ids]);
  const found = new Map<string, { second: number; records: Map<number, FlowRecord[]> }>();
  for (const record of [...records, ...elsewhere]) {
    const second = secondOf(record.position);
    const key = `${second} ${record.transactionId}`;
    if (!keys.has(key)) continue;
    const one = found.get(key) ?? { second, records: new Map<number, FlowRecord[]>() };
    found.set(key, one);
    const own = one.records.get(record.ledgerId);
    if (own === undefined) one.records.set(record.ledgerId, [record]);
    else own.push(record);
  }
  return [...found.values()];
}
