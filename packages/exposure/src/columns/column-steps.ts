import type { PathStep } from '../walk/exposure.ts';
import type { ColumnScratch } from './column-scratch.ts';
import type { WalkableColumns } from './column-tables.ts';
import * as at from './record-log.ts';

/** Steps over records of columns: all of their addresses, then all of their transactions, are written together. */
export function columnSteps(
  columns: WalkableColumns,
  scratch: ColumnScratch,
  records: readonly number[],
): readonly PathStep[] {
  const { log, addresses, transactions } = columns.tables;
  while (scratch.ends.length < 2 * records.length) scratch.growEnds();
  const { ends } = scratch;
  const entries: number[] = [];
  for (let index = 0; index < records.length; index += 1) {
    const record = records[index] ?? 0;
    ends[2 * index] = log.word(record, at.FROM);
    ends[2 * index + 1] = log.word(record, at.TO);
    entries.push(log.word(record, at.TRANSACTION));
  }
  addresses.writeAhead(ends, 2 * records.length);
  const ids = transactions.textsOf(entries);
  const steps: PathStep[] = [];
  for (let index = 0; index < records.length; index += 1) {
    const record = records[index] ?? 0;
    steps.push({
      from: addresses.addressOf(log.word(record, at.FROM)),
      to: addresses.addressOf(log.word(record, at.TO)),
      transactionId: ids[index] ?? '',
      amount: columns.amountOf(record),
      time: log.word(record, at.TIME),
    });
  }
  return steps;
}
