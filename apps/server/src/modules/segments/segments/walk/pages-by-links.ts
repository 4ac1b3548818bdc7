import { coveredOf, type Direction, linked, type Page, type PageAsk, type TransferRecord } from '@assay/exposure';
import type { RecordRows } from './record-rows.ts';

/** A page of an account's records, found by links: for what reads pages of a store beside its walk. */
export function pageByLinks(rows: RecordRows, direction: Direction, ask: PageAsk, limit: number): Page {
  const records: TransferRecord[] = [];
  const next = direction === 'bwd' ? linked.TO_PREVIOUS_IN : linked.FROM_NEXT_OUT;
  let record = firstFrom(rows, direction, ask);
  while (record !== 0 && records.length < limit) {
    records.push(recordAt(rows, record));
    record = rows.word(record, next);
  }
  return { ask, records, more: record !== 0 };
}

/** Walks ask beside a record of the account, where no search is needed; others search from the end. */
function firstFrom(rows: RecordRows, direction: Direction, { node, position }: PageAsk): number {
  const isBackward = direction === 'bwd';
  const [own, after] = isBackward
    ? ([linked.TO, linked.TO_PREVIOUS_IN] as const)
    : ([linked.FROM, linked.FROM_NEXT_OUT] as const);
  const [other, otherAfter] = isBackward
    ? ([linked.FROM, linked.FROM_PREVIOUS_IN] as const)
    : ([linked.TO, linked.TO_NEXT_OUT] as const);
  const isRecord = (record: number): boolean => record >= 1 && record <= rows.count;
  if (isRecord(position) && rows.word(position, own) === node) return position;
  const beside = isBackward ? position + 1 : position - 1;
  if (isRecord(beside) && rows.word(beside, own) === node) return rows.word(beside, after);
  if (isRecord(beside) && rows.word(beside, other) === node) return rows.word(beside, otherAfter);
  let record = rows.firstOf(node, direction);
  while (record !== 0 && (isBackward ? record > position : record < position)) record = rows.word(record, after);
  return record;
}

function recordAt(rows: RecordRows, record: number): TransferRecord {
  const { words, doubles } = rows.row(record);
  const double = rows.at;
  const word = 2 * double;
  const outflow = doubles[double + linked.OUTFLOW] ?? 0;
  const known = {
    position: record,
    ...{ from: words[word + linked.FROM] ?? 0, to: words[word + linked.TO] ?? 0 },
    inflowShare: doubles[double + linked.INFLOW_SHARE] ?? 0,
    ...{ covered: coveredOf(outflow), outflowShare: outflow < 0 ? 1 : outflow },
    time: words[word + linked.TIME] ?? 0,
  };
  // Last: a wide amount may be read into the page of this row.
  return { ...known, amount: rows.amountOf(record) };
}
