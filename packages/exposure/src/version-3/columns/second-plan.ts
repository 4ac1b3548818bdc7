import type { FlowRow, FlowSecond, PartRows } from './flow-row.ts';
import { type FlowTables, unitsOf } from './flow-tables.ts';
import * as at from './line.ts';

/** A flow of a second as it should be, and the line that has it already; 0 where none does. */
export interface PlannedFlow {
  readonly row: FlowRow;
  readonly line: number;
}

/** What a second should hold, beside the lines that it holds. */
export interface SecondPlan {
  readonly time: number;
  readonly flows: readonly PlannedFlow[];
  readonly parts: PartRows;
  /** Lines that are not wanted any more. */
  readonly taken: readonly number[];
}

/** Compares a second with what it holds: flows that stay where they are in their order keep their lines. */
export function planSecond(tables: FlowTables, { time, flows, parts }: FlowSecond): SecondPlan {
  const stored = tables.order.linesOf(time);
  const indexes = new Map<string, number[]>();
  for (const [index, line] of stored.entries()) {
    const key = keyOfLine(tables, line);
    const known = indexes.get(key);
    if (known === undefined) indexes.set(key, [index]);
    else known.push(index);
  }
  let last = -1;
  const planned = flows.map((row): PlannedFlow => {
    const found = indexes.get(keyOf(row))?.find((one) => one > last);
    if (found === undefined) return { row, line: 0 };
    last = found;
    return { row, line: stored[found] ?? 0 };
  });
  const kept = new Set(planned.map(({ line }) => line));
  return { time, flows: planned, parts, taken: stored.filter((line) => !kept.has(line)) };
}

type Compared = Pick<FlowRow, 'from' | 'to' | 'amount' | 'transactionId'>;

const keyOf = ({ from, to, amount, transactionId }: Compared): string => `${from} ${to} ${amount} ${transactionId}`;

function keyOfLine(tables: FlowTables, line: number): string {
  const { log, transactions } = tables;
  return keyOf({
    from: log.word(line, at.FROM),
    to: log.word(line, at.TO),
    amount: unitsOf(tables, line),
    transactionId: transactions.textOf(log.word(line, at.TRANSACTION)),
  });
}
