import {
  type IssuerFreeze,
  MAX_LOOKALIKES,
  type ResultOf3,
  type ResultPrices,
  type ResultReading,
} from '@assay/contracts';
import type { Asset, RecordsRead } from '@assay/domain';
import type { Label, Lookalike, Note, Sentence } from '@assay/exposure';
import {
  type AssessmentOf3,
  explainMixtures,
  explainPaid,
  type HostFacts,
  type NoAnswer,
  riskScoreOf,
  type Sentences8,
  sayNoAnswer,
  textFactsOf,
  writeTexts8,
} from '@assay/exposure/version-3';
import { codesOf, isoTime, presentLabel, writable } from '../present-evidence.ts';
import { presentDecided, presentMixture, presentPaid, roundedUsd, type StatedTotal } from './present-parts.ts';

/** A result without id and time: exactly the bytes that are stored. */
export type ComputedResult = Omit<ResultOf3, 'sub_id' | 'created_at'>;

/** What a result says besides the answer of the method, whether there is one or not. */
export interface ResultFacts {
  readonly asset: Asset;
  readonly address: string;
  readonly labelSetVersion: string;
  readonly recordsHeld: string;
  readonly recordsRead: RecordsRead;
  readonly tip: { readonly block: string | null; readonly time: Date } | null;
  /** Null where the issuer's word on the address does not matter. */
  readonly freeze: IssuerFreeze | null;
  readonly reading: ResultReading | null;
  readonly prices: ResultPrices;
  /** Whose the price of a day is; null where no price is known. */
  readonly priceSourceOf: (day: string) => string | null;
  readonly lookalikes: readonly Lookalike[];
  readonly notes: readonly Note[];
}

/** What the sentences need besides the answer. */
export interface AnswerFacts {
  readonly statedTotal: StatedTotal;
  readonly more: HostFacts['more'];
}

/** The result of an answer. Lists every published field; the order here is the order of the stored bytes. */
export function presentResult(facts: ResultFacts, found: AssessmentOf3, answer: AnswerFacts): ComputedResult {
  const { rating } = found;
  const paid = explainPaid(found);
  const [first] = found.rated.kind === 'wallet' ? found.rated.input.history.inflows : [];
  return {
    ...subjectOf(facts),
    riskscore: riskScoreOf(rating),
    question: found.of,
    cut_off: isoTime(found.cutOff),
    finding: rating.finding,
    no_answer: null,
    confidence: rating.kind === 'stars' ? rating.confidence : null,
    decided: presentDecided(found),
    contact: contactOf(rating.contact),
    history: found.history,
    mixtures: explainMixtures(found).map((mixture) => presentMixture(mixture, answer.statedTotal)),
    paid: paid === null ? null : presentPaid(paid),
    set_aside: [...rating.setAside],
    returned: found.returned.map(({ amount, ...rest }) => ({ ...rest, amount: amount.toString() })),
    untouched: found.untouched.map(({ inflow, amount }) => ({ inflow, amount: amount.toString() })),
    senders: found.senders.map(({ address, share, label, history }) => ({
      ...{ address, share, history },
      label: label === null ? null : presentLabel(label),
    })),
    senders_paid_usd: found.rated.kind === 'payment' ? roundedUsd(found.rated.input.usd) : null,
    exchanged_not_followed: rating.exchangedNotFollowed,
    first_received: first === undefined ? null : isoTime(first.time),
    labels: found.labels.map(presentLabel),
    reviewed_list: found.reviewedList,
    prices_used: found.prices.map(({ asset, day, usd }) => ({
      source: usd === null ? null : facts.priceSourceOf(day),
      asset,
      day,
      price: usd,
    })),
    texts: textsOf(found, answer),
    ...basisOf(facts),
  };
}

function contactOf(contact: AssessmentOf3['rating']['contact']): ResultOf3['contact'] {
  if (contact === null) return null;
  const { where, category, owners, share } = contact;
  return { where, category, hops: owners, share };
}

/** The result where the method was not asked: it says why, and what labels say of the address. */
export function presentNoAnswer(
  facts: ResultFacts,
  reason: NoAnswer,
  asked: { readonly cutOff: number; readonly labels: readonly Label[]; readonly reviewedList: string },
): ComputedResult {
  return {
    ...subjectOf(facts),
    riskscore: 0,
    question: 'wallet',
    cut_off: isoTime(asked.cutOff),
    finding: null,
    no_answer: reason,
    confidence: null,
    decided: null,
    contact: null,
    history: null,
    mixtures: [],
    paid: null,
    set_aside: [],
    returned: [],
    untouched: [],
    senders: [],
    senders_paid_usd: null,
    exchanged_not_followed: 0,
    first_received: null,
    labels: asked.labels.map(presentLabel),
    reviewed_list: asked.reviewedList,
    prices_used: [],
    texts: presentTexts(sayNoAnswer(reason)),
    ...basisOf(facts),
  };
}

function textsOf(found: AssessmentOf3, { statedTotal, more }: AnswerFacts): ResultOf3['texts'] {
  const source = statedTotal === null ? null : { source: statedTotal.source };
  return presentTexts(writeTexts8(found.rating, textFactsOf(found, { statedTotal: source, more })));
}

function presentTexts(said: Sentences8): ResultOf3['texts'] {
  return {
    headline: joined(said.headline),
    below_verdict: said.belowVerdict.length === 0 ? null : joined(said.belowVerdict),
    advice: joined(said.advice),
    text: joined(said.text),
    why: joined(said.why),
    would_change: [],
    codes: {
      headline: codesOf(said.headline),
      below_verdict: codesOf(said.belowVerdict),
      advice: codesOf(said.advice),
      text: codesOf(said.text),
      why: codesOf(said.why),
      would_change: [],
    },
  };
}

const joined = (said: readonly Sentence[]): string => said.map(({ text }) => text).join(' ');

function subjectOf({ asset, address }: ResultFacts) {
  return {
    schema: 'assay-result/3',
    method_version: '3',
    text_set: 8,
    ticker: asset.ticker,
    parent: asset.parent,
    subticker: asset.subticker,
    name: asset.name,
    address,
    network: asset.network,
    decimals: asset.decimals,
  } as const;
}

function basisOf(facts: ResultFacts) {
  const { tip, freeze, reading, notes, lookalikes } = facts;
  return {
    notes: notes.map(({ kind, text, params, label }) => ({
      kind,
      text,
      ...(params === undefined ? {} : { params: writable(params) }),
      ...(label === undefined ? {} : { label }),
    })),
    label_set_version: facts.labelSetVersion,
    tip: tip === null ? null : { block: tip.block, time: tip.time.toISOString() },
    records_held: facts.recordsHeld,
    records_read: facts.recordsRead,
    ...(freeze === null ? {} : { issuer_freeze: freeze }),
    prices: facts.prices,
    lookalikes: lookalikes.slice(0, MAX_LOOKALIKES).map(({ address, resembles }) => ({ address, resembles })),
    ...(reading === null ? {} : { reading }),
  };
}
