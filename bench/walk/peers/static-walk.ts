import type { ColumnSnapshot, Direction } from '@assay/exposure';

const ROUNDS = 16;

/** Columns of the log, as the store lays them out; the peer reads the same memory. */
interface Lists {
  readonly first: (account: number) => number;
  readonly next: (record: number) => number;
  readonly other: (record: number) => number;
}

/**
 * Transfers a static pro-rata haircut reads for one wallet: each account passes on the mix of all it ever received,
 * level by level, down to the same threshold. What most tools do first, and what the time-respecting walk is compared
 * with.
 */
export function staticReads(
  snapshot: ColumnSnapshot,
  account: number,
  direction: Direction,
  threshold: number,
): number {
  const lists = listsOf(snapshot, direction);
  let reads = 0;
  let level = new Map<number, number>([[account, 1]]);
  for (let round = 0; round < ROUNDS && level.size > 0; round += 1) {
    const next = new Map<number, number>();
    for (const [node, mass] of level) {
      if (mass < threshold) continue;
      let total = 0;
      for (let record = lists.first(node); record !== 0; record = lists.next(record))
        total += snapshot.amountAt(record);
      for (let record = lists.first(node); record !== 0; record = lists.next(record)) {
        reads += 1;
        const other = lists.other(record);
        if (other !== account && snapshot.labels.isLabelled(other)) continue;
        next.set(other, (next.get(other) ?? 0) + (mass * snapshot.amountAt(record)) / total);
      }
    }
    level = next;
  }
  return reads;
}

function listsOf(snapshot: ColumnSnapshot, direction: Direction): Lists {
  return direction === 'bwd'
    ? {
        first: (account) => snapshot.lastIn(account),
        next: (record) => snapshot.previousIn(record),
        other: (record) => snapshot.fromOf(record),
      }
    : {
        first: (account) => snapshot.firstOut(account),
        next: (record) => snapshot.nextOut(record),
        other: (record) => snapshot.toOf(record),
      };
}
