import type { Position } from './record.ts';

/** How many of the records, in order, come before a position. */
export function countBelow(records: ReadonlyArray<{ readonly position: Position }>, position: Position): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((records[middle]?.position ?? position) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
