import type { RawTransfer } from '@assay/exposure';
import { transferKey } from './record-key.ts';

/**
 * The records of one second, by key, once `add` has arrived and `drop` has gone; what is both dropped and added is
 * replaced. A record without an index says nothing new beside one with an index that agrees in transaction, kind,
 * ends and amount: the same transfer from a source that counts log entries and from one that does not is held once.
 */
export function recordsAfter(
  before: readonly RawTransfer[],
  add: readonly RawTransfer[],
  drop: ReadonlySet<string>,
): Map<string, RawTransfer> {
  const records = new Map(before.map((record) => [transferKey(record), record]));
  const gone = new Map<string, RawTransfer>();
  for (const [key, record] of records) if (drop.has(key)) gone.set(key, record);
  for (const key of gone.keys()) records.delete(key);
  for (const record of add) {
    const key = transferKey(record);
    if (records.has(key)) continue;
    const former = gone.get(key);
    records.set(key, former !== undefined && saysTheSame(former, record) ? former : record);
  }
  if ([...records.values()].every(({ index }) => index !== null)) return records;
  const indexed = new Map<string, number>();
  for (const record of records.values()) {
    if (record.index !== null) indexed.set(contentOf(record), (indexed.get(contentOf(record)) ?? 0) + 1);
  }
  for (const [key, record] of records) {
    if (record.index === null && record.ordinal < (indexed.get(contentOf(record)) ?? 0)) records.delete(key);
  }
  return records;
}

function contentOf({ transactionId, kind, from, to, amount }: RawTransfer): string {
  return `${transactionId} ${kind} ${from} ${to} ${amount}`;
}

function saysTheSame(a: RawTransfer, b: RawTransfer): boolean {
  return contentOf(a) === contentOf(b) && a.block === b.block && a.transactionIndex === b.transactionIndex;
}
