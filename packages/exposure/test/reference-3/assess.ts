/**
 * The method, version 2, as somebody who has read only docs/method/2 computes it: exact, one pass a direction, no walk
 * that is cut (threshold 0). READINGS.md lists where the page left a choice and which one is taken here.
 */
import { absorberOf } from './absorb.ts';
import { incomingShares, outgoingShares } from './account-shares.ts';
import { type Step, stepsOf } from './balances.ts';
import { incomingCoinShares, outgoingCoinShares } from './coin-shares.ts';
import { type HeldTransaction, heldTransactions } from './coins.ts';
import { derivedFor } from './derived.ts';
import { dollarsOf } from './dollars.ts';
import { accountFlows, coinFlows } from './flows.ts';
import { compare, ONE } from './fraction.ts';
import { labelSetOf } from './label-set.ts';
import type { Question } from './question.ts';
import { type Scored, scoredOf, withoutSetAside } from './rows.ts';
import { type Score, scoreOf } from './score.ts';

export interface Assessment extends Score {
  /** Shares as shown: section 3's. */
  readonly shown: { readonly incoming: Scored; readonly outgoing: Scored };
  /** Shares without what is set aside, and the rows that are. */
  readonly counted: { readonly incoming: Scored; readonly outgoing: Scored };
  readonly complete: boolean;
}

export function assess(question: Question): Assessment {
  const { subject, records, notFetched, at } = question;
  const isAccount = records.form === 'account';
  const steps: Step[] = isAccount ? stepsOf(records.transfers, records.openings) : [];
  const transactions: HeldTransaction[] = isAccount ? [] : heldTransactions(records.transactions);
  const labels = labelSetOf(question, transactions);
  const derived = derivedFor(question, isAccount ? accountFlows(steps) : coinFlows(transactions), labels);
  const absorbs = absorberOf(subject, labels, derived);
  const incoming = isAccount
    ? incomingShares(steps, subject, absorbs, notFetched)
    : incomingCoinShares(transactions, subject, absorbs);
  const outgoing = isAccount
    ? outgoingShares(steps, subject, absorbs)
    : outgoingCoinShares(transactions, subject, absorbs);

  const shown = {
    incoming: scoredOf('incoming', incoming, dollarsOf(incoming, question.prices)),
    outgoing: scoredOf('outgoing', outgoing, dollarsOf(outgoing, question.prices)),
  };
  const counted = { incoming: withoutSetAside(shown.incoming), outgoing: withoutSetAside(shown.outgoing) };
  const fellShort = steps.some(({ transfer, kappa }) => transfer.from === subject && compare(kappa, ONE) < 0);
  const complete = question.sourceComplete && !notFetched.has(subject) && !fellShort;
  const score = scoreOf({
    ...counted,
    ownLabel: labels.ownLabel(subject, at),
    subjectIsService: derived.meetsServiceConditions(subject),
    isProtected: labels.isProtected(subject),
    readable: question.readable,
    complete,
  });
  return { ...score, shown, counted, complete };
}
