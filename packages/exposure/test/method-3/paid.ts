import { isAct, isBad, tierOf } from './categories.ts';
import { fromLabel, type Source } from './composition.ts';
import { dollarsOfAll, isSumFrom, type PriceAt, shareOf } from './dollars.ts';
import { floorsPaid } from './floors.ts';
import { type Fraction, isZero, meets, percent, smaller, subtract, sum, ZERO } from './fraction.ts';
import type { LabelAt } from './labels.ts';
import type { History, Payment } from './model.ts';
import { type TakenOut, THIRTY_DAYS } from './set-aside.ts';

/** What a wallet paid to accounts with bad labels. */
export interface Paid {
  /** The largest floor of what was paid, 0 where none holds. */
  readonly floor: number;
  /** Whether the larger part of what is known of victims holds: three stars at most. */
  readonly asVictims: boolean;
  /** Whether anything bad was paid. */
  readonly anythingBad: boolean;
}

interface Bad {
  readonly source: Source;
  readonly amount: Fraction;
  readonly time: number;
}

/** Reads the net payments, returns left out (section 9). */
export function readPaid(history: History, out: TakenOut, labelAt: LabelAt, priceAt: PriceAt): Paid {
  const paid = history.payments.map((payment) => ({
    ...payment,
    amount: subtract(payment.amount, returnedBy(payment, out)),
  }));
  const all = sum(paid.map(({ amount }) => amount));
  const sentBack = new Map<string, Fraction>();
  const acts: Bad[] = [];
  const victims: Bad[] = [];
  let anythingBad = false;
  for (const payment of history.payments) {
    const label = labelAt(payment.payee, payment.time);
    if (label !== null && isBad(tierOf(label.category))) anythingBad = true;
  }
  for (const payment of paid) {
    const { payee, time, amount } = payment;
    const label = labelAt(payee, time);
    if (label === null || !isBad(tierOf(label.category)) || isZero(amount)) continue;
    const source = fromLabel(label, time, () => false);
    if (!isAct(label.category)) victims.push({ source, amount, time });
    else if (tierOf(label.category) !== 'S') acts.push({ source, amount, time });
    else acts.push({ source, amount: subtract(amount, takeBack(payment, history, sentBack)), time });
  }
  const isFromPaid = (some: readonly Bad[], bound: number): boolean => {
    const worth = dollarsOfAll(some, priceAt);
    if (isSumFrom(worth, bound)) return true;
    if (worth.dollars !== null) return false;
    if (bound === 10) return meets(shareOf(sum(some.map(({ amount }) => amount)), all), percent('0.1'));
    return bound === 100;
  };
  const measure = (fits: (source: Source) => boolean) => {
    const some = acts.filter(({ source }) => fits(source));
    return {
      share: shareOf(sum(some.map(({ amount }) => amount)), all),
      isFrom: (bound: number) => isFromPaid(some, bound),
    };
  };
  const floors = isFromPaid(acts, 10) ? floorsPaid(measure) : { strong: 0, all: 0 };
  const shareOfVictims = shareOf(sum(victims.map(({ amount }) => amount)), all);
  return {
    floor: Math.max(floors.strong, floors.all),
    asVictims: victims.length > 0 && meets(shareOfVictims, percent('10')) && isFromPaid(victims, 100),
    anythingBad,
  };
}

/** What of a payment sent a tainted inflow back. */
const returnedBy = (payment: Payment, { returned }: TakenOut): Fraction =>
  sum(returned.filter((one) => one.payment === payment).map(({ amount }) => amount));

/** What of a payment to an account of tier S is at most what that account paid within the 30 days before. */
function takeBack({ payee, at, time, amount }: Payment, { inflows }: History, used: Map<string, Fraction>): Fraction {
  let back = ZERO;
  for (const inflow of inflows) {
    if (inflow.at >= at || time - inflow.time > THIRTY_DAYS) continue;
    const key = `${inflow.at} ${payee}`;
    const before = used.get(key) ?? ZERO;
    const left = subtract(inflow.payers.get(payee)?.paid ?? ZERO, before);
    const taken = smaller(left, subtract(amount, back));
    if (taken.n <= 0n) continue;
    used.set(key, sum([before, taken]));
    back = sum([back, taken]);
  }
  return back;
}
