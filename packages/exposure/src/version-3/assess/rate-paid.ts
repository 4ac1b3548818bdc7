import type { NetworkId } from '@assay/domain';
import type { Label } from '../../labels/label.ts';
import type { Mixture } from '../mixture.ts';
import { usdOf } from '../rating/bounds/dollars.ts';
import type { HistoryKind } from '../rating/mixtures/known.ts';
import { type PaymentInput, ratePayment } from '../rating/rate-payment.ts';
import { countingLabel, sourceOf } from '../walk/rows/counting-label.ts';
import type { WalkedMixture } from '../walk/rows/walked-mixture.ts';
import type { AssessmentOf3, SenderOfPayment } from './assessment-of-3.ts';
import { mixtureFound, noneFoundFacts } from './evidence.ts';
import { PricesUsed } from './prices-used.ts';
import type { PlannedQuestion, QuestionOf3 } from './question.ts';
import { mixtureAlone, ownLabels } from './rate-read.ts';

/** What was read and walked of a payment, made or planned, on either kind of network. */
export interface PaymentRead {
  readonly of: 'payment' | 'planned_payment';
  readonly network: NetworkId;
  /** Of the address that is asked about. */
  readonly labels: readonly Label[];
  readonly kind: HistoryKind;
  readonly mixture: WalkedMixture;
  /** Base units of the payment, and of all that its senders paid to this receiver so far, the payment included. */
  readonly amount: bigint;
  readonly inAll: bigint;
  /** A sender has a label or records. */
  readonly hasRecords: boolean;
  readonly senders: readonly SenderOfPayment[];
}

/** Rates what was read of a payment, and writes what the result is explained by. */
export function ratePaid(read: PaymentRead, question: QuestionOf3): AssessmentOf3 {
  const { cutOff } = question;
  const prices = new PricesUsed(question.asset, question.prices);
  const usdAt = prices.usdAt();
  const usd = usdOf({ amount: read.inAll, time: cutOff }, usdAt);
  const mixture: Mixture = mixtureAlone(read.mixture);
  const input: PaymentInput = { mixture, usd, kind: read.kind, hasRecords: read.hasRecords };
  const rating = ratePayment(input);
  const worth = { amount: read.amount, usd: usdOf({ amount: read.amount, time: cutOff }, usdAt) };
  return {
    methodVersion: '3',
    of: read.of,
    network: read.network,
    asset: question.asset,
    address: question.address,
    cutOff,
    reviewedList: question.reviewedList.version,
    history: read.kind,
    rating,
    mixtures: [mixtureFound('payment', read.mixture, worth)],
    ownLabel: null,
    labels: ownLabels(read.labels),
    returned: [],
    untouched: [],
    badPayments: [],
    senders: read.senders,
    noneFound: noneFoundFacts(rating, read.mixture, { amount: read.inAll, usd, since: null }),
    prices: prices.all(),
    rated: { kind: 'payment', input },
  };
}

/** Whole where the history of each sender without a label is, and a sample where one of them is (section 6). */
export function kindOfAll(senders: readonly Pick<SenderOfPayment, 'history'>[]): HistoryKind {
  const kinds = senders.map(({ history }) => history);
  if (kinds.includes('sample')) return 'sample';
  return kinds.includes('incomplete') ? 'incomplete' : 'whole';
}

/** A planned payment of an address that no record names: its label says where it is from, or nothing does. */
export function planUnrecorded(network: NetworkId, labels: readonly Label[], question: PlannedQuestion): AssessmentOf3 {
  const { cutOff, amount, earlier } = question;
  const label = countingLabel(labels, cutOff);
  const walked = { cut: { threshold: 0, rounds: 0, states: 0, recordsRead: 0, partial: [] }, steps: 1 };
  const evidence = { firstTime: cutOff, lastTime: cutOff, paths: [] };
  const mixture: WalkedMixture =
    label === null
      ? { rows: [], unknownOrigin: 1, notFollowed: 0, ...walked }
      : {
          rows: [
            {
              ...sourceOf(label, cutOff, question.reviewedList.has),
              ...{ owners: 1, share: 1, labels: [label.label], ...evidence },
            },
          ],
          unknownOrigin: 0,
          notFollowed: 0,
          ...walked,
        };
  const kind = label === null ? 'incomplete' : 'whole';
  const sender = { address: question.address, share: 1, label: label?.label ?? null };
  return ratePaid(
    {
      of: 'planned_payment',
      network,
      labels,
      kind,
      mixture,
      amount,
      inAll: amount + earlier,
      hasRecords: label !== null,
      senders: [{ ...sender, history: label === null ? kind : null }],
    },
    question,
  );
}
