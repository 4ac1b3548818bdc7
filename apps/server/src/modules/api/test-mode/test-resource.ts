import type { CheckV1, Expansion } from '@assay/contracts/v1';
import {
  type Asset,
  CATEGORIES,
  isCategory,
  RESIDUAL_IDS,
  type Residual,
  starsOfTotal,
  verdictOfStars,
} from '@assay/domain';
import { presentLabel } from '../../checks/index.ts';
import { exposuresOf, failureOf, WITHOUT_RESULT } from '../public-api/check-resource.ts';
import type { TestCheck } from './test-checks.store.ts';
import { testLabel } from './test-labels.ts';
import { OUTCOMES, type OutcomeFacts } from './test-outcomes.ts';

type Rated = Extract<OutcomeFacts, { readonly ends: 'rated' }>;
type Unrated = Extract<OutcomeFacts, { readonly ends: 'not rated' }>;
type Shares = Readonly<Record<string, number>>;
type Evidence = NonNullable<CheckV1['evidence']>;
type Label = NonNullable<CheckV1['labels']>[number];

/** In each direction. */
const RECORDS = 12;
export const COINS = 10n;
export const USD = 1000;
/** The moments that evidence names. */
export const FIRST_TIME = '2026-01-01T00:00:00.000Z';
const LAST_TIME = '2026-02-01T00:00:00.000Z';
const VERSION = 'test';
const NOTE = {
  kind: 'test_mode',
  text: 'This is a published answer for a test address. It says nothing about any wallet.',
};

export type TestState = 'running' | 'completed' | 'failed';

/** Where a test check is at a moment. */
export function stateOf({ outcome, finishesAt, cancelledAt }: TestCheck, now: Date): TestState {
  if (cancelledAt !== null) return 'failed';
  if (now < finishesAt) return 'running';
  return OUTCOMES[outcome].ends === 'failed' ? 'failed' : 'completed';
}

/**
 * A test check as the public API shows it: the shape of a live one, marked, with no link and no signature.
 *
 * @param outcome what it ends with; default: that of its address
 */
export function testResource(
  check: TestCheck,
  asset: Asset,
  { now, expand }: { readonly now: Date; readonly expand: readonly Expansion[] },
  outcome: OutcomeFacts = OUTCOMES[check.outcome],
): CheckV1 {
  const status = stateOf(check, now);
  const facts = {
    id: check.id,
    object: 'check' as const,
    mode: 'test' as const,
    status,
    created_at: check.createdAt.toISOString(),
    address: check.address,
    asset: asset.ticker,
    network: asset.network ?? asset.parent ?? asset.ticker,
    api_key: check.keyId,
    reference: check.reference,
    metadata: { ...check.metadata },
    progress: status === 'running' ? progressOf(check, now) : 1,
    charged: false,
    failure: status === 'failed' ? failureOf(check.cancelledAt === null ? 'CheckFailed' : 'CheckCancelled') : null,
  };
  const withEvidence = expand.includes('evidence');
  if (status !== 'completed' || outcome.ends === 'failed') {
    return { ...facts, ...WITHOUT_RESULT, ...(withEvidence ? { evidence: null } : {}) };
  }
  return {
    ...facts,
    ...WITHOUT_RESULT,
    ...(outcome.ends === 'rated' ? ratedFields(outcome) : unratedFields(outcome)),
    summary: summaryOf(outcome),
    notes: [NOTE],
    history_gaps: [],
    method_version: VERSION,
    label_set_version: VERSION,
    ...(withEvidence ? { evidence: evidenceOf(outcome, asset) } : {}),
  };
}

function progressOf({ createdAt, finishesAt }: TestCheck, now: Date): number {
  const whole = finishesAt.getTime() - createdAt.getTime();
  return Math.min(1, Math.max(0, (now.getTime() - createdAt.getTime()) / whole));
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

function labelOf(category: Label['category']): Label {
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

function rowOf(category: Label['category'], share: number, amount: bigint): Evidence['incoming']['rows'][number] {
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
