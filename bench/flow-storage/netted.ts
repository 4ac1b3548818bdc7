import { type Part, partsOf, passedOn } from '../../packages/exposure/src/version-3/netting/part.ts';
import { flowsOf } from '../../packages/exposure/src/version-3/netting/part-flows.ts';
import type { Transactions } from './transactions.ts';

/** A flow that is no record. */
export interface AddedFlow {
  /** Null for the pool of the part. */
  readonly from: number | null;
  readonly to: number | null;
  readonly amount: number;
  /** Place, among the added flows of its transaction, of the first flow of its part. */
  readonly partStart: number;
  /** An account of the part passed money on. */
  readonly isPassedOn: boolean;
}

/** What a transaction has beside its records. */
export interface Addition {
  readonly flows: readonly AddedFlow[];
  /** By record of the transaction, whether it is a record alone. */
  readonly isAlone: readonly boolean[];
}

export interface Netted {
  /** By transaction; those whose records are their flows have none. */
  readonly additions: ReadonlyMap<number, Addition>;
  readonly recordsAlone: number;
  readonly flowsAlone: number;
  /** Parts: plain ones of one record and of several, those with flows of their own, and those that vanish. */
  readonly parts: { single: number; plain: number; netted: number; vanished: number; pools: number };
  /** Processor seconds of netting. */
  readonly seconds: number;
}

const byNumber = (a: number, b: number): number => a - b;

/** Nets all transactions. A single record is a plain part without being asked. */
export function netAll(all: Transactions): Netted {
  const additions = new Map<number, Addition>();
  const parts = { single: 0, plain: 0, netted: 0, vanished: 0, pools: 0 };
  let recordsAlone = 0;
  let flowsAlone = 0;
  const began = process.cpuUsage();
  for (let transaction = 0; transaction < all.transactions; transaction += 1) {
    const [first = 0, end = 0] = [all.first[transaction], all.first[transaction + 1]];
    if (end - first === 1) {
      parts.single += 1;
      continue;
    }
    const flows: AddedFlow[] = [];
    const alone = new Set<number>();
    for (const part of partsIn(all, transaction)) {
      if (part.isPlain) {
        if (part.moved.length === 1) parts.single += 1;
        else parts.plain += 1;
        continue;
      }
      for (const account of part.accounts) alone.add(account);
      const own = flowsOfPart(part, flows.length);
      if (own.length === 0) parts.vanished += 1;
      else parts.netted += 1;
      if (own.some(({ to }) => to === null)) parts.pools += 1;
      for (const flow of own) flows.push(flow);
    }
    if (alone.size === 0) continue;
    const isAlone = Array.from({ length: end - first }, (_, index) => alone.has(all.from[first + index] ?? -1));
    additions.set(transaction, { flows, isAlone });
    recordsAlone += isAlone.filter(Boolean).length;
    flowsAlone += flows.length;
  }
  const { user, system } = process.cpuUsage(began);
  return { additions, recordsAlone, flowsAlone, parts, seconds: (user + system) / 1e6 };
}

/** Processor microseconds of a transaction where none is taken for plain without being netted. */
export function microsecondsOfNetting(all: Transactions, most: number): number {
  const count = Math.min(most, all.transactions);
  const began = process.cpuUsage();
  for (let transaction = 0; transaction < count; transaction += 1) {
    for (const part of partsIn(all, transaction)) if (!part.isPlain) flowsOfPart(part, 0);
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / count;
}

function partsIn(all: Transactions, transaction: number): readonly Part<number>[] {
  const [first = 0, end = 0] = [all.first[transaction], all.first[transaction + 1]];
  return partsOf(
    Array.from({ length: end - first }, (_, index) => ({
      from: all.from[first + index] ?? 0,
      to: all.to[first + index] ?? 0,
      amount: BigInt(all.amount[first + index] ?? 0),
    })),
    byNumber,
  );
}

/** The flows of a part that is not plain. */
export function flowsOfPart(part: Part<number>, partStart: number): readonly AddedFlow[] {
  const isPassedOn = passedOn(part).length > 0;
  return flowsOf(part).map(({ from, to, amount }) => ({ from, to, amount: Number(amount), partStart, isPassedOn }));
}
