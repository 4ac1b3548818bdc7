import { CAN_BE_RETURNED_TO } from './categories.ts';
import {
  type Composition,
  change,
  changeSource,
  compose,
  isBadSource,
  merge,
  NOTHING,
  type Row,
  type Source,
  scale,
  shares,
  sizeOf,
  tierOfSource,
  UNKNOWN_ORIGIN,
} from './composition.ts';
import { type Dollars, dollarsOfAll, isUnder, type PriceAt, part, shareOf } from './dollars.ts';
import {
  divide,
  type Fraction,
  isBelow,
  isZero,
  meets,
  multiply,
  ONE,
  percent,
  smaller,
  subtract,
  sum,
  ZERO,
} from './fraction.ts';
import type { LabelAt } from './labels.ts';
import type { History, Inflow, Payment } from './model.ts';

/** A mixture by share, and what it is worth. */
export interface Mixture {
  readonly shares: Composition;
  readonly dollars: Dollars;
}

export const THIRTY_DAYS = 30 * 86_400;

/** What was returned, and of what: amounts. */
interface Returned {
  readonly payment: Payment;
  readonly inflow: Inflow;
  readonly amount: Fraction;
  /** What it takes off the inflow: nothing that came straight from an account of tier S. */
  readonly off: Fraction;
  readonly rows: Composition;
}

/** What section 8 takes out of the mixtures of a wallet. */
export interface TakenOut {
  readonly returned: readonly Returned[];
  /** Of each bad row of *ever*, by amount. */
  readonly rows: Composition;
  readonly isUntouched: boolean;
  /** Whether something of tier S was in what was sent back. */
  readonly returnedSevere: boolean;
}

const badRows = (composition: Composition): Composition =>
  new Map([...composition].filter(([, { source }]) => isBadSource(source)));

/** Whether at least a tenth of an inflow is bad. */
const isTainted = ({ came, amount }: Inflow): boolean =>
  meets(divide(sizeOf(came, isBadSource), amount), percent('10'));

/** Net payments that send a tainted inflow back to who paid it, of several inflows the oldest first (account networks). */
function returnsOf(history: History, labelAt: LabelAt): Returned[] {
  const returned: Returned[] = [];
  const tainted = history.inflows.filter(isTainted);
  /** Of each tainted inflow so far, the oldest first. */
  const held = new Map<Inflow, Fraction>();
  for (const { at, balance } of history.balances) {
    const payments = history.payments.filter((payment) => payment.at === at && canBeReturned(payment, labelAt));
    const left = new Map(payments.map((payment) => [payment, payment.amount]));
    for (const [inflow, ofInflow] of held) {
      const asked = payments.flatMap((payment) => {
        const paid = inflow.payers.get(payment.payee)?.paid ?? ZERO;
        const before = returned.filter((one) => one.inflow === inflow && one.payment.payee === payment.payee);
        const open = subtract(paid, sum(before.map(({ amount }) => amount)));
        const amount = smaller(left.get(payment) ?? ZERO, open);
        return isZero(amount) || payment.time - inflow.time > THIRTY_DAYS ? [] : [{ payment, amount }];
      });
      if (asked.length > 1 && isBelow(ofInflow, sum(asked.map(({ amount }) => amount)))) continue;
      for (const { payment, amount: most } of asked) {
        const amount = smaller(most, ofInflow);
        if (isZero(amount)) continue;
        returned.push(returnOf(payment, inflow, amount));
        left.set(payment, subtract(left.get(payment) ?? ZERO, amount));
        held.set(inflow, subtract(held.get(inflow) ?? ZERO, amount));
      }
    }
    for (const inflow of tainted.filter((one) => one.at === at)) held.set(inflow, inflow.amount);
    let missing = subtract(sum(held.values()), balance);
    for (const [inflow, ofInflow] of held) {
      if (missing.n <= 0n) break;
      const lost = smaller(missing, ofInflow);
      held.set(inflow, subtract(ofInflow, lost));
      missing = subtract(missing, lost);
    }
  }
  return returned;
}

function canBeReturned({ payee, time }: Payment, labelAt: LabelAt): boolean {
  const label = labelAt(payee, time);
  return label === null || CAN_BE_RETURNED_TO.has(label.category);
}

function returnOf(payment: Payment, inflow: Inflow, amount: Fraction): Returned {
  const payer = inflow.payers.get(payment.payee);
  const rows = payer === undefined ? NOTHING : scale(badRows(payer.own), divide(amount, payer.paid));
  const off = subtract(amount, smaller(amount, sizeOf(rows, isStraightSevere)));
  return { payment, inflow, amount, off, rows: withoutStraight(rows) };
}

const isStraightSevere = (source: Source): boolean => tierOfSource(source) === 'S' && source.owners === 1;

/** Without what came straight from an account of tier S: it counts as received. */
const withoutStraight = (rows: Composition): Composition =>
  change(rows, (row) => (isStraightSevere(row.source) ? [] : [row]));

/** What is left of an inflow after the transaction at that place; on coin networks, what of it was never spent. */
const leftOf = (inflow: Inflow, returned: readonly Returned[], at: number): Fraction =>
  inflow.unspent ??
  subtract(
    inflow.amount,
    sum(returned.filter((one) => one.inflow === inflow && one.payment.at <= at).map(({ off }) => off)),
  );

/** Whether all that is left of the tainted inflows, together, is untouched. */
function leftUntouched(
  history: History,
  tainted: readonly Inflow[],
  returned: readonly Returned[],
  priceAt: PriceAt,
  received: Fraction,
): boolean {
  const left = tainted
    .map((inflow) => ({ amount: leftOf(inflow, returned, Infinity), time: inflow.time }))
    .filter(({ amount }) => !isZero(amount));
  const total = sum(left.map(({ amount }) => amount));
  if (isZero(total) || !isUnder(dollarsOfAll(left, priceAt).dollars, 1000)) return false;
  if (meets(shareOf(total, received), percent('10'))) return false;
  return history.balances.every(({ at, balance }) => {
    const then = sum(tainted.filter((inflow) => inflow.at <= at).map((inflow) => leftOf(inflow, returned, at)));
    return !isBelow(balance, then);
  });
}

/** What was returned and what is untouched. `received` is all ever received. */
export function takenOut(history: History, labelAt: LabelAt, priceAt: PriceAt, received: Fraction): TakenOut {
  const tainted = history.inflows.filter(isTainted);
  const returned = returnsOf(history, labelAt);
  const isUntouched = leftUntouched(history, tainted, returned, priceAt, received);
  const rowsReturned = returned.map(({ rows }) => rows);
  const left = tainted.filter((inflow) => !isZero(leftOf(inflow, returned, Infinity)));
  const rowsUntouched = left.map((inflow) => {
    const back = merge(...returned.filter((one) => one.inflow === inflow).map(({ rows }) => rows));
    const rows = [...badRows(inflow.came)].map(([key, { source, size }]): [string, Row] => [
      key,
      { source, size: subtract(size, back.get(key)?.size ?? ZERO) },
    ]);
    const part = inflow.unspent === null ? ONE : divide(inflow.unspent, inflow.amount);
    return scale(new Map(rows), part);
  });
  return {
    returned,
    rows: merge(...rowsReturned, ...(isUntouched ? rowsUntouched : [])),
    isUntouched,
    returnedSevere: [...merge(...rowsReturned).values()].some(({ source }) => tierOfSource(source) === 'S'),
  };
}

/** A mixture without what was taken out: of each bad row the part that was in *ever* (by amount). */
export function without({ shares: all, dollars }: Mixture, out: Composition, ever: Composition): Mixture {
  const left = compose(
    [...all].map(([key, { source, size }]) => {
      const gone = shareOf(out.get(key)?.size ?? ZERO, ever.get(key)?.size ?? ZERO);
      return { source, size: multiply(size, subtract(ONE, gone)) };
    }),
  );
  return {
    shares: shares(left),
    dollars: part(
      dollars,
      sizeOf(left, () => true),
    ),
  };
}

/** What fits what is left of the bad shares of a mixture; null where nothing does. */
export function fits({ shares: all, dollars }: Mixture): 'few' | 'some' | null {
  const bad = sizeOf(all, isBadSource);
  const worth = part(dollars, bad);
  const isBelowPercent = (bound: string) => !meets(bad, percent(bound));
  if (isZero(bad)) return null;
  if (isBelowPercent('10') && isUnder(worth, 100)) return 'few';
  if (isBelowPercent('25') && isUnder(worth, 1000)) return 'some';
  if (isBelowPercent('50') && isUnder(worth, 100)) return 'some';
  return dollars === null && isBelowPercent('10') ? 'some' : null;
}

/** With *few*, the bad shares count as unknown origin. */
export const withoutFew = ({ shares: all, dollars }: Mixture): Mixture => ({
  shares: changeSource(all, (source) => (isBadSource(source) ? UNKNOWN_ORIGIN : source)),
  dollars,
});
