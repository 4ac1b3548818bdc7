import { isBelow, ratioOf } from '../bounds/bounds.ts';
import { isUsdBelow, type UsdAt, usdOf, worthOf } from '../bounds/dollars.ts';
import { type AccountHistory, isTainted, type OwnHistory } from './own-history.ts';
import type { ReturnedPart } from './returned.ts';

/** A tainted inflow, or what is left of one, that lies untouched. */
export interface UntouchedInflow {
  /** Index in the history's inflows. */
  readonly inflow: number;
  /** Base units, more than 0. */
  readonly amount: bigint;
  /** The part of what was not taken off the inflow as returned, above 0, at most 1. */
  readonly fraction: number;
}

const UNTOUCHED_USD = 1000;
const UNTOUCHED_SHARE = 0.1;

/**
 * What lies untouched (docs/method/3, section 8): all that is left of the tainted inflows together, or nothing. On coin
 * networks it is what was never spent of the outputs that they created.
 */
export function untouchedInflows(
  history: OwnHistory,
  returned: readonly ReturnedPart[],
  usdAt: UsdAt,
): UntouchedInflow[] {
  const all = leftOf(history, returned);
  if (all.length === 0) return [];
  const amount = all.reduce((sum, left) => sum + left.amount, 0n);
  const { usd } = worthOf(all.map((left) => ({ size: Number(left.amount), usd: usdOf(left, usdAt) })));
  if (!isUsdBelow(usd, UNTOUCHED_USD) || !isBelow(ratioOf(amount, history.base), UNTOUCHED_SHARE)) return [];
  if (history.network === 'account' && !wasAlwaysHeld(history, returned)) return [];
  return all.map(({ inflow, amount: left, fraction }) => ({ inflow, amount: left, fraction }));
}

/** What is left of each tainted inflow, and on coin networks unspent. */
function leftOf(history: OwnHistory, returned: readonly ReturnedPart[]) {
  switch (history.network) {
    case 'account': {
      const taken = takenOff(history, returned);
      return history.inflows.flatMap((inflow, index) => {
        const amount = inflow.amount - (taken.get(index) ?? 0n);
        return isTainted(inflow) && amount > 0n ? [{ inflow: index, time: inflow.time, amount, fraction: 1 }] : [];
      });
    }
    case 'coin':
      return history.inflows.flatMap((inflow, index) => {
        const fraction = ratioOf(inflow.unspent, inflow.amount);
        return isTainted(inflow) && fraction > 0
          ? [{ inflow: index, time: inflow.time, amount: inflow.unspent, fraction }]
          : [];
      });
  }
}

/** What returns took off an inflow; what came straight from tier S is never taken off. */
function takenOff({ inflows }: AccountHistory, returned: readonly ReturnedPart[]): ReadonlyMap<number, bigint> {
  const taken = new Map<number, bigint>();
  for (const { inflow, part, amount } of returned) {
    if (inflows[inflow]?.parts[part]?.isStraightSevere === true) continue;
    taken.set(inflow, (taken.get(inflow) ?? 0n) + amount);
  }
  return taken;
}

/** Whether the balance was after no transaction below what was left of the tainted inflows then. */
function wasAlwaysHeld(history: AccountHistory, returned: readonly ReturnedPart[]): boolean {
  const { inflows, payments, balances } = history;
  const changes = new Map<number, bigint>();
  const change = (at: number, by: bigint): void => void changes.set(at, (changes.get(at) ?? 0n) + by);
  for (const inflow of inflows) if (isTainted(inflow)) change(inflow.at, inflow.amount);
  for (const own of returned) {
    const at = payments[own.payment]?.at ?? Number.POSITIVE_INFINITY;
    change(at, -(takenOff(history, [own]).get(own.inflow) ?? 0n));
  }
  // A transaction that changes what is left of them is one that has a balance, so all are met in order.
  let left = 0n;
  return balances.every(({ at, balance }) => {
    left += changes.get(at) ?? 0n;
    return balance >= left;
  });
}
