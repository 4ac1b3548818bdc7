import type { LateRecord, LateRecords } from './column-reviser.ts';
import type { ColumnTables } from './column-tables.ts';
import * as at from './record-log.ts';
import type { RecordOrder } from './record-order.ts';

/** What a second should hold from now on, in order; ends by number. */
export interface SecondPlan {
  readonly time: number;
  readonly records: readonly LateRecord[];
}

/** What has to be done for some seconds to hold other records. */
export interface RevisionPlan {
  readonly taken: readonly number[];
  /** What belongs before a record that stays. */
  readonly late: readonly LateRecords[];
  /** What belongs behind all that stay. */
  readonly behind: readonly LateRecord[];
}

const STEPS_PER_REST = 256;

/**
 * Compares seconds with what they hold: records that stay where they are in their order are left alone.
 *
 * @param seconds In order, each once.
 */
export function* planRevision(
  tables: ColumnTables,
  order: RecordOrder,
  seconds: Iterable<SecondPlan>,
): Generator<void, RevisionPlan> {
  const taken = new Set<number>();
  /** Seconds that all is taken of, with the last record before them that stays. */
  const emptied = new Map<number, number>();
  const firstStaying = (records: Iterable<number>): number => {
    for (const record of records) {
      if (!taken.has(record)) return record;
      const before = emptied.get(tables.log.word(record, at.TIME));
      if (before !== undefined) return before;
    }
    return 0;
  };
  const groups: { after: number; records: LateRecord[] }[] = [];
  let steps = 0;
  for (const { time, records } of seconds) {
    const stored = order.ofSecond(time);
    const compared = compareSecond(tables, stored, records, taken);
    let after = firstStaying(order.before(time));
    if (stored.length > 0 && stored.every((record) => taken.has(record))) emptied.set(time, after);
    for (const { arriving, staying } of compared) {
      steps += 1;
      if (steps % STEPS_PER_REST === 0) yield;
      if (arriving === null) {
        after = staying;
        continue;
      }
      const group = groups.at(-1);
      if (group?.after === after) group.records.push(arriving);
      else groups.push({ after, records: [arriving] });
    }
  }
  const last = firstStaying(order.fromLast());
  const behind = groups.at(-1)?.after === last ? (groups.pop()?.records ?? []) : [];
  return { taken: [...taken], late: groups, behind };
}

type Compared =
  | { readonly staying: number; readonly arriving: null }
  | { readonly staying: 0; readonly arriving: LateRecord };

/** One second's records from now on, each as a stored record or as a new one; stored records that are not among them are taken. */
function compareSecond(
  tables: ColumnTables,
  stored: readonly number[],
  wanted: readonly LateRecord[],
  taken: Set<number>,
): readonly Compared[] {
  const indexes = new Map<string, number[]>();
  for (const [index, record] of stored.entries()) {
    taken.add(record);
    const key = keyOfStored(tables, record);
    const known = indexes.get(key);
    if (known === undefined) indexes.set(key, [index]);
    else known.push(index);
  }
  let last = -1;
  return wanted.map((record) => {
    const found = indexes.get(keyOf(record))?.find((one) => one > last);
    if (found === undefined) return { staying: 0, arriving: record };
    last = found;
    const staying = stored[found] ?? 0;
    taken.delete(staying);
    return { staying, arriving: null };
  });
}

function keyOf({ from, to, amount, block, transactionId }: Omit<LateRecord, 'time'>): string {
  return `${from} ${to} ${amount} ${block} ${transactionId}`;
}

function keyOfStored({ log, amounts, transactions }: ColumnTables, record: number): string {
  const amount = log.double(record, at.AMOUNT);
  return keyOf({
    from: log.word(record, at.FROM),
    to: log.word(record, at.TO),
    amount: amount < 0 ? amounts.at(-1 - amount) : amount,
    block: log.word(record, at.BLOCK),
    transactionId: transactions.textOf(log.word(record, at.TRANSACTION)),
  });
}
