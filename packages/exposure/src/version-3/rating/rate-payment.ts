import type { Mixture } from '../mixture.ts';
import type { Usd } from './bounds/dollars.ts';
import { exchangedNotFollowed, gravestContact } from './contact.ts';
import { findingOf } from './finding.ts';
import { fewOrSome } from './mixtures/few-or-some.ts';
import type { HistoryKind } from './mixtures/known.ts';
import type { Rating } from './rating.ts';
import { decisionOf } from './steps.ts';
import { readLeft } from './wallet-mixtures.ts';

/** What the rating of a payment reads, made or planned. */
export interface PaymentInput {
  /** What it comes from, seen from its senders. */
  readonly mixture: Mixture;
  /** All that its senders paid to this receiver so far, this payment included, at the price of the cut-off's day. */
  readonly usd: Usd;
  /** Whole where the history of each sender without a label is, up to this payment; a sample where one of them is. */
  readonly kind: HistoryKind;
  /** A sender has a label or records. */
  readonly hasRecords: boolean;
}

const FEWEST_OF_SAMPLE = 3;

/** The stars or the finding of a payment: its one mixture, of which nothing is returned or untouched (section 10). */
export function ratePayment({ mixture, usd, kind, hasRecords }: PaymentInput): Rating {
  const valued = { mixture, usd };
  const { reading } = readLeft('payment', valued, {
    left: { left: valued, leftShare: 1, removed: [] },
    fit: fewOrSome(valued),
    kind,
    fewest: kind === 'sample' ? FEWEST_OF_SAMPLE : 1,
  });
  const contact = gravestContact([{ name: 'payment', mixture }], null);
  const facts = {
    mixtures: [reading],
    paid: null,
    setAside: reading.fit === null ? [] : [reading.fit],
    contact,
    exchangedNotFollowed: exchangedNotFollowed(mixture),
  };
  const decision = decisionOf(reading.stars);
  if (decision !== null) return { kind: 'stars', finding: null, ...facts, ...decision };
  return {
    kind: 'finding',
    finding: findingOf({ contact, hasRecords, history: kind, usd, mixtures: [mixture] }),
    ...facts,
  };
}
