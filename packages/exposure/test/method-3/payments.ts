import { type AccountWorld, accountHistory } from './account-walk.ts';
import {
  allOf,
  type Composition,
  changeSource,
  covered,
  fromLabel,
  isBadSource,
  R,
  shares,
  sizeOf,
  UNKNOWN_ORIGIN,
} from './composition.ts';
import { dollarsOf, isUnder } from './dollars.ts';
import { add, divide, type Fraction, isZero, ONE, smaller, sum, ZERO } from './fraction.ts';
import type { History } from './model.ts';
import { type Circumstances, type Finding, type Result, resultOf } from './result.ts';
import { fits, withoutFew } from './set-aside.ts';
import { isRead, type Known, rate } from './stars.ts';

/** What one mixture of a payment is rated by. */
interface Asked {
  readonly mixture: Composition;
  /** All that its senders paid to this receiver so far, this payment included. */
  readonly inAll: Fraction;
  readonly isWhole: boolean;
  readonly isSample: boolean;
  /** Whether its senders have no label and no records. */
  readonly isUnknown: boolean;
}

function ratePayment({ mixture, inAll, isWhole, isSample, isUnknown }: Asked, of: Circumstances): Result {
  const known: Known = { isWhole, isSample, least: isSample ? 3 : 1 };
  const whole = { shares: mixture, dollars: dollarsOf(inAll, of.cutOff, of.priceAt) };
  const fit = fits(whole);
  const rating = rate(fit === 'few' ? withoutFew(whole) : whole, fit, known);
  const finding = (): Finding => {
    if (isUnknown) return 'no_records';
    if (!isZero(sizeOf(mixture, isBadSource))) return 'contact';
    return isRead(mixture) && isWhole && !isUnder(whole.dollars, 1) ? 'none_found' : 'too_little';
  };
  return resultOf(rating, finding(), mixture, fit === null ? [] : [fit]);
}

/** A planned payment: its amount and what its sender paid to the receiver before, in base units. */
export interface PlannedPayment {
  readonly amount: Fraction;
  readonly earlier: Fraction;
}

/** Rates a payment that an address would make after the last record held, by the history of that address. */
export function ratePlannedPayment(
  address: string,
  history: History,
  of: Circumstances,
  payment: PlannedPayment,
): Result {
  const { labelAt, cutOff, onReviewedList } = of;
  const label = labelAt(address, cutOff);
  const { balance, composition } = history.atCutOff;
  const kappa = smaller(ONE, divide(balance, payment.amount));
  const inAll = add(payment.amount, payment.earlier);
  if (label !== null) {
    const mixture = allOf(fromLabel(label, cutOff, onReviewedList));
    return ratePayment({ mixture, inAll, isWhole: true, isSample: false, isUnknown: false }, of);
  }
  const isCovered = history.shortfalls.length === 0 && kappa.n === kappa.d;
  return ratePayment(
    {
      mixture: covered(composition, kappa, of.isSample ? R : UNKNOWN_ORIGIN),
      inAll,
      isWhole: isCovered && !of.isSample,
      isSample: of.isSample,
      isUnknown: !history.hasRecords,
    },
    of,
  );
}

/** Rates a payment that was made on an account network: what its receiver received in one transaction. */
export function rateMadePayment(
  receiver: string,
  asset: string,
  transaction: string,
  world: AccountWorld,
  of: Circumstances,
): Result {
  const { inflows } = accountHistory(world, asset, receiver);
  const payment = inflows.find((inflow) => inflow.transaction === transaction);
  if (payment === undefined) throw new Error(`${receiver} received nothing in ${transaction}`);
  const senders = [...payment.payers.keys()];
  const unlabelled = senders.filter((sender) => world.labelAt(sender, payment.time) === null);
  const isSample = unlabelled.some((sender) => world.samples.has(sender));
  const isCovered = unlabelled.every((sender) =>
    accountHistory(world, asset, sender).shortfalls.every((at) => at > payment.at),
  );
  const soFar = inflows
    .filter(({ at }) => at <= payment.at)
    .flatMap(({ payers }) => senders.map((sender) => payers.get(sender)?.paid ?? ZERO));
  return ratePayment(
    {
      mixture: oneOwnerFewer(shares(payment.came)),
      inAll: sum(soFar),
      isWhole: isCovered && !isSample,
      isSample,
      isUnknown: false,
    },
    of,
  );
}

/** Seen from the sender: one owner fewer where it is more than one. */
const oneOwnerFewer = (mixture: Composition): Composition =>
  changeSource(mixture, (source) => ({ ...source, owners: Math.max(1, source.owners - 1) }));
