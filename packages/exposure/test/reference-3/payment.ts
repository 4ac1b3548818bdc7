/**
 * One payment, as somebody who has read only docs/method/transactions computes it: the averages of section 3 over the
 * records of the payment, and section 6 on this one direction.
 */
import { type Absorbs, absorberOf, type Way } from './absorb.ts';
import { incomingShares, outgoingShares } from './account-shares.ts';
import type { Assessment } from './assess.ts';
import { type Step, stepsOf } from './balances.ts';
import { incomingCoinShares, outgoingCoinShares } from './coin-shares.ts';
import { type HeldTransaction, heldTransactions } from './coins.ts';
import { derivedFor } from './derived.ts';
import { dollarsOf } from './dollars.ts';
import { accountFlows, coinFlows } from './flows.ts';
import { compare, ONE } from './fraction.ts';
import { labelSetOf } from './label-set.ts';
import { averaged, type Direction } from './mix.ts';
import { FEE, type Question } from './question.ts';
import { scoredOf, withoutSetAside } from './rows.ts';
import { scoreOf } from './score.ts';

/** The transaction that paid: its block and number in it on account networks, its id on UTXO networks. */
export type PaidBy = { readonly block: number; readonly transaction: number } | { readonly id: string };

export interface PaymentQuestion extends Question {
  readonly paidBy: PaidBy;
  /** A deposit is asked as 'incoming', a withdrawal as 'outgoing'. `subject` is the side. */
  readonly way: Way;
  /** A native payment of an Ethereum-style network is of a history with traces and receipts; true for all others. */
  readonly hasTraces: boolean;
  /** What the source says of 'complete' in section 2 for an address at the other end. */
  readonly isSourceComplete: (address: string) => boolean;
}

/** The other direction has no records. */
export interface PaymentAssessment extends Assessment {
  /** Base units; 0 where the transaction is no such payment, which is refused. */
  readonly amount: bigint;
}

const MOST_PARTIES = 100;

export function assessPayment(question: PaymentQuestion): PaymentAssessment {
  const { subject, records, notFetched, way, paidBy } = question;
  const isAccount = records.form === 'account';
  const steps: Step[] = isAccount ? stepsOf(records.transfers, records.openings) : [];
  const transactions: HeldTransaction[] = isAccount ? [] : heldTransactions(records.transactions);
  const labels = labelSetOf(question, transactions);
  const derived = derivedFor(question, isAccount ? accountFlows(steps) : coinFlows(transactions), labels);
  const absorbs = absorberOf(subject, labels, derived);

  const isPaid = ({ transfer: { from, to, place } }: Step) =>
    'block' in paidBy &&
    place.block === paidBy.block &&
    place.transaction === paidBy.transaction &&
    (way === 'incoming' ? to : from) === subject;
  const paid = new Set(steps.filter(isPaid).map((step) => step.transfer));
  const id = 'id' in paidBy ? paidBy.id : '';
  const coins = way === 'incoming' ? incomingCoinShares : outgoingCoinShares;
  const direction = !isAccount
    ? coins(transactions, subject, absorbs, id)
    : way === 'incoming'
      ? incomingShares(steps, subject, absorbs, notFetched, (transfer) => paid.has(transfer))
      : outgoingShares(steps, subject, absorbs, (transfer) => paid.has(transfer));

  const parties = isAccount ? accountParties(steps.filter(isPaid), way) : coinParties(transactions, id, question);
  const complete = isComplete(question, parties, absorbs, { steps, transactions, isPaid, id });
  const directionOf = (one: Way) => {
    const found = one === way ? direction : NOTHING;
    return scoredOf(one, found, dollarsOf(found, question.prices));
  };
  const shown = { incoming: directionOf('incoming'), outgoing: directionOf('outgoing') };
  const counted = { incoming: withoutSetAside(shown.incoming), outgoing: withoutSetAside(shown.outgoing) };
  const score = scoreOf({
    ...counted,
    ownLabel: undefined,
    subjectIsService: false,
    isProtected: false,
    readable: question.readable,
    complete,
  });
  return { ...score, amount: direction.amount, shown, counted, complete };
}

const NOTHING: Direction = averaged([]);

/** Who is at the other end of the payment, and when. */
interface Party {
  readonly address: string | undefined;
  readonly time: number;
}

function accountParties(paid: readonly Step[], way: Way): Party[] {
  return paid.map(({ transfer }) => ({
    address: way === 'incoming' ? transfer.from : transfer.to,
    time: transfer.time,
  }));
}

/** The senders of a deposit of coins need not be complete: only its inputs count. */
function coinParties(transactions: readonly HeldTransaction[], id: string, { way, subject }: PaymentQuestion): Party[] {
  const paying = transactions.find((transaction) => transaction.id === id);
  if (paying === undefined || way === 'incoming') return [];
  return paying.outputs
    .filter((output) => output.owner !== subject && output.value > 0n)
    .map((output) => ({ address: output.owner, time: paying.time }));
}

interface Held {
  readonly steps: readonly Step[];
  readonly transactions: readonly HeldTransaction[];
  readonly isPaid: (step: Step) => boolean;
  readonly id: string;
}

/** The four conditions of section 4. */
function isComplete(question: PaymentQuestion, parties: readonly Party[], absorbs: Absorbs, held: Held): boolean {
  const { way, hasTraces, notFetched, isSourceComplete } = question;
  const paying = held.transactions.find((transaction) => transaction.id === held.id);
  const knowsInputs = way === 'outgoing' || !(paying?.inputs.some((input) => input.value === undefined) ?? false);
  if (!hasTraces || !knowsInputs) return false;

  const open = new Set<string>();
  for (const { address, time } of parties) {
    if (address === undefined || address === FEE || absorbs(address, time, way) !== undefined) continue;
    open.add(address);
  }
  if (open.size > MOST_PARTIES) return false;
  // 'Up to the payment' includes the payment itself: a sender that paid more than it is known to have had is incomplete.
  const lastPaid = held.steps.findLastIndex(held.isPaid);
  const until = way === 'incoming' ? held.steps.slice(0, lastPaid + 1) : held.steps;
  return [...open].every(
    (address) =>
      isSourceComplete(address) &&
      !notFetched.has(address) &&
      !until.some(({ transfer, kappa }) => transfer.from === address && compare(kappa, ONE) < 0),
  );
}
