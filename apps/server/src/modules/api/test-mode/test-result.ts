import type { CheckV1, TransferV1 } from '@assay/contracts/v1';
import {
  type Asset,
  CATEGORIES,
  isCategory,
  RESIDUAL_IDS,
  type Residual,
  starsOfTotal,
  verdictOfStars,
} from '@assay/domain';
import type { Label } from '@assay/exposure';
import { titleOfShare } from '@assay/wording';
import { type CheckSubject, presentLabel } from '../../checks/index.ts';
import { exposuresOf, type ShownResult, WITHOUT_RESULT } from '../public-api/check-resource.ts';
import type { KnownOfAddress } from '../public-api/labels.routes.ts';
import { outcomeOrRefuse } from './test-addresses.ts';
import type { TestCheck } from './test-checks.store.ts';
import { OUTCOMES, type OutcomeFacts, outcomeOfTransfer } from './test-outcomes.ts';
import { findTestTransaction, type TestTransaction } from './test-transactions.ts';

/** In each direction. */
const RECORDS = 12;
const COINS = 10n;
const USD = 1000;
/** The moments that evidence names. */
const FIRST_TIME = '2026-01-01T00:00:00.000Z';
const LAST_TIME = '2026-02-01T00:00:00.000Z';
const VERSION = 'test';
const BLOCK = '1';
const SOURCE = 'Test mode';
const PUBLISHED = '2026-01-01';

type Rated = Extract<OutcomeFacts, { readonly ends: 'rated' }>;
type Unrated = Extract<OutcomeFacts, { readonly ends: 'not rated' }>;
type Shares = Readonly<Record<string, number>>;
type Evidence = NonNullable<CheckV1['evidence']>;
type Payment = TransferV1['payment'];
type Direction = Payment['direction'];
type ShownLabel = NonNullable<CheckV1['labels']>[number];

const NOTE = {
  kind: 'test_mode',
  text: 'This is a published answer for a test address. It says nothing about any wallet.',
};

/** What a test check answers once it is completed. */
export function testResult({ id, outcome, payment }: TestCheck, asset: Asset): ShownResult {
  if (payment === null) return resultOf(OUTCOMES[outcome], asset, null);
  const transaction = asset.network === null ? null : findTestTransaction(asset.network, [payment.transactionId]);
  if (transaction === null) throw new Error(`Test transfer ${id} is of no test transaction`);
  const facts = oneDirectionOf(outcomeOfTransfer(transaction.outcome), payment.direction);
  return resultOf(facts, asset, paymentOf(transaction, payment.direction, facts, asset));
}

function resultOf(outcome: OutcomeFacts, asset: Asset, payment: ShownResult['payment']): ShownResult {
  if (outcome.ends === 'failed') throw new Error('a failed test check has no result');
  return {
    fields: {
      ...WITHOUT_RESULT,
      ...(outcome.ends === 'rated' ? ratedFields(outcome) : unratedFields(outcome)),
      summary: summaryOf(outcome),
      notes: [NOTE],
      history_gaps: [],
      method_version: VERSION,
      label_set_version: VERSION,
    },
    evidence: evidenceOf(outcome, asset),
    payment,
  };
}

function ratedFields({ score, incoming, outgoing, label }: Rated) {
  const stars = starsOfTotal(score);
  return {
    stars,
    score,
    verdict: verdictOfStars(stars),
    coverage: coverageOf(Object.keys(incoming).length === 0 ? outgoing : incoming),
    confidence: 'high' as const,
    exposures: { incoming: exposuresOf(incoming, USD), outgoing: exposuresOf(outgoing, USD) },
    labels: label === undefined ? [] : [labelOf(label)],
  };
}

function unratedFields({ reason }: Unrated) {
  return {
    verdict: 'not_rated' as const,
    not_rated_reason: reason,
    coverage: { attributed: 0, clean: 0, not_followed: 1 },
    confidence: 'low' as const,
    exposures: { incoming: [], outgoing: [] },
    labels: [],
  };
}

function summaryOf(outcome: Rated | Unrated): NonNullable<CheckV1['summary']> {
  return { headline: `Test result. ${outcome.description}`, why: NOTE.text, advice: null, would_change: [] };
}

function coverageOf(incoming: Shares): NonNullable<CheckV1['coverage']> {
  const entries = Object.entries(incoming);
  const sumOf = (counts: (id: string) => boolean) =>
    entries.reduce((sum, [id, share]) => (counts(id) ? sum + share : sum), 0);
  return {
    attributed: sumOf(isCategory),
    clean: sumOf((id) => isCategory(id) && CATEGORIES[id].group === 'low'),
    not_followed: incoming['not_followed'] ?? 0,
  };
}

function labelOf(category: ShownLabel['category']): ShownLabel {
  return presentLabel(testLabel(category));
}

function evidenceOf(outcome: Rated | Unrated, { decimals }: Asset): Evidence {
  const isRated = outcome.ends === 'rated';
  const side = (shares: Shares) => directionOf(shares, decimals);
  return { incoming: side(isRated ? outcome.incoming : {}), outgoing: side(isRated ? outcome.outgoing : {}) };
}

function directionOf(shares: Shares, decimals: number): Evidence['incoming'] {
  const entries = Object.entries(shares);
  const isEmpty = entries.length === 0;
  const amount = isEmpty ? 0n : COINS * 10n ** BigInt(decimals);
  return {
    records: isEmpty ? 0 : RECORDS,
    amount: String(amount),
    usd: isEmpty ? 0 : USD,
    rows: entries.flatMap(([id, share]) => (isCategory(id) ? [rowOf(id, share, amount)] : [])),
    residuals: Object.fromEntries(RESIDUAL_IDS.map((id) => [id, shares[id] ?? 0])) as Record<Residual, number>,
    cut: {
      threshold: 0,
      rounds: isEmpty ? 0 : 1,
      states: entries.length,
      records_read: isEmpty ? 0 : RECORDS,
      partial: [],
    },
  };
}

function rowOf(category: ShownLabel['category'], share: number, amount: bigint): Evidence['incoming']['rows'][number] {
  const { title, group, weight } = CATEGORIES[category];
  return {
    category,
    title,
    group,
    entity: labelOf(category).entity,
    layer: 'direct',
    share,
    amount: String((amount * BigInt(Math.round(share * 1000))) / 1000n),
    usd: Math.round(share * USD * 100) / 100,
    hops: 1,
    points: Math.round(share * weight * 10_000) / 100,
    too_small: false,
    decisive: false,
    before_designation: 0,
    first_time: FIRST_TIME,
    last_time: LAST_TIME,
    labels: [labelOf(category)],
    paths: [],
  };
}

/** A payment has one direction, and its side no label. */
function oneDirectionOf(outcome: OutcomeFacts, direction: Direction): OutcomeFacts {
  if (outcome.ends !== 'rated') return outcome;
  const { label: _label, incoming, outgoing, ...facts } = outcome;
  return direction === 'deposit' ? { ...facts, incoming, outgoing: {} } : { ...facts, incoming: {}, outgoing };
}

function paymentOf({ from, to }: TestTransaction, direction: Direction, outcome: OutcomeFacts, asset: Asset) {
  const amount = String(COINS * 10n ** BigInt(asset.decimals));
  const label = labelOfOtherEnd(outcome, direction);
  const party = (address: string, paid: string, received: string) => {
    const isOther = (address === from) === (direction === 'deposit');
    return { address, paid, received, label: isOther ? label : null };
  };
  return {
    ...{
      time: FIRST_TIME,
      block: BLOCK,
      confirmed: true,
      amount,
      amount_usd: USD,
      moves: movesOf(from, to, amount, asset),
      moves_in_all: 1,
    },
    parties: [party(from, amount, '0'), party(to, '0', amount)],
  };
}

function movesOf(from: string, to: string, amount: string, { parent }: Asset): NonNullable<Payment['moves']> {
  return [{ from, to, amount, kind: parent === null ? 'native' : 'token' }];
}

/** The other end has a label where all of the payment is of one category. */
function labelOfOtherEnd(
  outcome: OutcomeFacts,
  direction: Direction,
): NonNullable<Payment['parties']>[number]['label'] {
  if (outcome.ends !== 'rated') return null;
  const shares = direction === 'deposit' ? outcome.incoming : outcome.outgoing;
  const [only, ...others] = Object.keys(shares);
  if (only === undefined || others.length > 0 || !isCategory(only)) return null;
  const { entity, category } = testLabel(only);
  return { entity, category };
}

/** The label of a category as test mode has it: of a list that does not exist. */
export function testLabel(category: Label['category']): Label {
  return {
    entity: `Test entity, ${titleOfShare(category).toLowerCase()}`,
    category,
    confidence: 100,
    source: SOURCE,
    sourceUrl: null,
    sourceDate: PUBLISHED,
    validFrom: null,
    validTo: null,
    origin: 'given',
  };
}

/** The labels of a test address. @throws ProblemError test_address_required for any other one */
export async function testLabelsOf(subject: CheckSubject): Promise<KnownOfAddress> {
  const outcome = OUTCOMES[outcomeOrRefuse(subject)];
  const label = outcome.ends === 'rated' ? outcome.label : undefined;
  return { labels: label === undefined ? [] : [testLabel(label)], labelSetVersion: 'test' };
}
