import { isBelow, ratioOf } from '../bounds/bounds.ts';
import { isUsdBelow, sumOfUsd, type UsdAt, usdOf } from '../bounds/dollars.ts';
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
  const amount = all.reduce((sum, left) => sum + left.amount, 0n);
  const usd = sumOfUsd(all.map((left) => usdOf(left, usdAt)));
  if (!isUsdBelow(usd, UNTOUCHED_USD) || !isBelow(ratioOf(amount, history.base), UNTOUCHED_SHARE)) return [];
  if (history.network === 'account' && !wasAlwaysHeld(history, returned)) return [];
  return all.map(({ inflow, amount: left, fraction }) => ({ inflow, amount: left, fraction }));
}

/** What is left of each tainted inflow, and on coin networks unspent. */
function leftOf(history: OwnHistory, returned: readonly ReturnedPart[]) {
  switch (history.network) {
    case 'account':
      return history.inflows.flatMap((inflow, index) => {
        const amount = inflow.amount - takenOff(history, returned, index);
        return isTainted(inflow) && amount > 0n ? [{ inflow: index, time: inflow.time, amount, fraction: 1 }] : [];
      });
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
function takenOff({ inflows }: AccountHistory, returned: readonly ReturnedPart[], inflow: number): bigint {
  return returned
    .filter((own) => own.inflow === inflow && inflows[inflow]?.parts[own.part]?.isStraightSevere !== true)
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** Whether the balance was after no transaction below what was left of the tainted inflows then. */
function wasAlwaysHeld(history: AccountHistory, returned: readonly ReturnedPart[]): boolean {
  const { inflows, payments, balances } = history;
  return balances.every(({ at, balance }) => {
    const before = returned.filter(({ payment }) => (payments[payment]?.at ?? Number.POSITIVE_INFINITY) <= at);
    const left = inflows.reduce(
      (sum, inflow, index) =>
        inflow.at <= at && isTainted(inflow) ? sum + inflow.amount - takenOff(history, before, index) : sum,
      0n,
    );
    return balance >= left;
  });
}
