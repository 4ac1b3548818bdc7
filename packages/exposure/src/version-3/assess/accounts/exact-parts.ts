import type { NodeId } from '../../../records/record.ts';
import type { Flow } from '../../flow.ts';
import { fraction } from '../../netting/fraction.ts';
import type { OwnFlows } from './own-flows.ts';

/**
 * Own flows of one transaction that lie between the account and others in the same proportion: one flow between it and
 * another account, or one between it and a pool, with the flows at the pool's other side (docs/method/3, section 4).
 */
export interface SharedFlow {
  /** Base units, more than 0. */
  readonly amount: bigint;
  /** Who it is from or to, by parts of `whole`, which they sum to. */
  readonly ends: ReadonlyArray<{ readonly account: NodeId; readonly part: bigint }>;
  readonly whole: bigint;
}

/** What flows of one transaction into the account are from, or those out of it to. */
export function sharedFlows(
  flows: readonly Flow[],
  direction: 'into' | 'outOf',
  pools: OwnFlows['pools'],
): readonly SharedFlow[] {
  const otherEnd = direction === 'into' ? 'from' : 'to';
  return flows.map((flow) => {
    const { amount } = flow;
    const beyond = pools.get(flow[otherEnd])?.[direction];
    if (beyond === undefined) return { amount, ends: [{ account: flow[otherEnd], part: 1n }], whole: 1n };
    return {
      amount,
      ends: beyond.map((one) => ({ account: one[otherEnd], part: one.amount })),
      whole: beyond.reduce((sum, one) => sum + one.amount, 0n),
    };
  });
}

/** A unit beyond which sums of amounts could be more than a double holds. */
const FINEST = 1n << 256n;

/**
 * Into how many parts a base unit is divided so that all amounts are whole. Where that is more than 2^256, which takes
 * many pools of unlike sizes, it is 2^256: an amount is then off by less than one such part, and sums stay exact.
 */
export function unitOf(all: Iterable<SharedFlow>): bigint {
  let unit = 1n;
  for (const { amount, ends, whole } of all) {
    if (whole === 1n) continue;
    for (const { part } of ends) {
      const needed = fraction(amount * part, whole).d;
      unit = fraction(unit, needed).n * needed;
      if (unit > FINEST) return FINEST;
    }
  }
  return unit;
}

/** What each account at the other ends paid or was paid, in parts of a base unit; they sum to the flows. */
export function amountsIn(unit: bigint, flows: readonly SharedFlow[]): ReadonlyMap<NodeId, bigint> {
  const amounts = new Map<NodeId, bigint>();
  for (const { amount, ends, whole } of flows) {
    let before = 0n;
    for (const { account, part } of ends) {
      // Sums are rounded, not amounts, so that nothing of them is lost.
      const after = before + part;
      const own = (amount * unit * after) / whole - (amount * unit * before) / whole;
      before = after;
      if (own > 0n) amounts.set(account, (amounts.get(account) ?? 0n) + own);
    }
  }
  return amounts;
}
