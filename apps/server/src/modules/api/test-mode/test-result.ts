import type { DirectionEvidence, EvidenceRow, ResultPayment } from '@assay/contracts';
import type { TestOutcome } from '@assay/contracts/v1';
import {
  type Asset,
  CATEGORIES,
  type Category,
  isCategory,
  RESIDUAL_IDS,
  type Residual,
  starsOfTotal,
  verdictOfStars,
} from '@assay/domain';
import type { Label } from '@assay/exposure';
import { titleOfShare } from '@assay/wording';
import { type CheckSubject, type ComputedCheck, presentLabel } from '../../checks/index.ts';
import type { KnownOfAddress } from '../public-api/labels.routes.ts';
import { outcomeOrRefuse } from './test-addresses.ts';
import type { TestCheck } from './test-checks.store.ts';
import { type DoneFacts, OUTCOMES, outcomeOfTransfer } from './test-outcomes.ts';
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
/** One whose headline says all that it has to say. */
const TEXT_SET = 7;

type Shares = Readonly<Record<string, number>>;

const NOTE = {
  kind: 'test_mode',
  text: 'This is a published answer for a test address. It says nothing about any wallet.',
};

/** What is in the place of the computed result of a test check; null where it fails. */
export function resultOf(
  { outcome, address, transactionId, paymentDirection }: TestCheck,
  asset: Asset,
): ComputedCheck | null {
  if (transactionId === null || paymentDirection === null) return resultOfAddress(outcome, { asset, address });
  const transaction = asset.network === null ? null : findTestTransaction(asset.network, [transactionId]);
  if (transaction === null) throw new Error(`${transactionId} is no test transaction`);
  const facts = outcomeOfTransfer(transaction.outcome);
  return facts.ends === 'failed' ? null : paymentResult(facts, transaction, paymentDirection, asset);
}

/** The same of a test address. */
export function resultOfAddress(outcome: TestOutcome, subject: CheckSubject): ComputedCheck | null {
  const facts = OUTCOMES[outcome];
  return facts.ends === 'failed' ? null : resultWith(facts, subject);
}

function resultWith(outcome: DoneFacts, { asset, address }: CheckSubject): ComputedCheck {
  const { ticker, parent, subticker, name, network, decimals } = asset;
  const { description, score, reason = null, incoming, outgoing, label } = outcome;
  const stars = score === null ? 0 : starsOfTotal(score);
  return {
    ...{ ticker, parent, subticker, name, address, network, decimals },
    riskscore: stars,
    total: score,
    verdict: verdictOfStars(stars),
    cause: { rule: score === null ? 'not_rated' : 'linear', reason },
    signals: { bwd: { ...incoming }, fwd: { ...outgoing } },
    connections: { incoming: null, outgoing: null },
    text_set: TEXT_SET,
    texts: { headline: `Test result. ${description}`, text: '', why: NOTE.text, would_change: [] },
    evidence: { incoming: directionOf(incoming, decimals), outgoing: directionOf(outgoing, decimals) },
    labels: label === undefined ? [] : [presentLabel(testLabel(label))],
    coverage: coverageOf(outcome),
    confidence: score === null ? 'low' : 'high',
    complete: true,
    notes: [NOTE],
    method_version: VERSION,
    label_set_version: VERSION,
    tip: null,
    records_held: '',
  };
}

/** A payment has one direction, and its side no label. */
function paymentResult(
  { label: _label, ...facts }: DoneFacts,
  { id, from, to }: TestTransaction,
  direction: ResultPayment['direction'],
  asset: Asset,
): ComputedCheck {
  const isDeposit = direction === 'deposit';
  const incoming = isDeposit ? facts.incoming : {};
  const outgoing = isDeposit ? {} : facts.outgoing;
  const { amount } = paidInTest(asset);
  const label = labelOfOtherEnd({ ...incoming, ...outgoing });
  return {
    ...resultWith({ ...facts, incoming, outgoing }, { asset, address: isDeposit ? to : from }),
    payment: {
      transaction_id: id,
      direction,
      time: FIRST_TIME,
      block: BLOCK,
      moves: [{ from, to, amount, kind: asset.parent === null ? 'native' : 'token' }],
      moves_in_all: 1,
      parties: [
        { address: from, paid: amount, received: '0', label: isDeposit ? label : null },
        { address: to, paid: '0', received: amount, label: isDeposit ? null : label },
      ],
    },
  };
}

/** What each test transaction paid, and what came and went of each test address. */
export function paidInTest({ decimals }: Pick<Asset, 'decimals'>): {
  readonly amount: string;
  readonly amount_usd: number;
} {
  return { amount: String(COINS * 10n ** BigInt(decimals)), amount_usd: USD };
}

function coverageOf({ score, incoming, outgoing }: DoneFacts): ComputedCheck['coverage'] {
  if (score === null) return { attributed: 0, clean: 0, not_followed: 1 };
  const shares: Shares = Object.keys(incoming).length === 0 ? outgoing : incoming;
  const sumOf = (counts: (id: string) => boolean) =>
    Object.entries(shares).reduce((sum, [id, share]) => (counts(id) ? sum + share : sum), 0);
  return {
    attributed: sumOf(isCategory),
    clean: sumOf((id) => isCategory(id) && CATEGORIES[id].group === 'low'),
    not_followed: shares['not_followed'] ?? 0,
  };
}

function directionOf(shares: Shares, decimals: number): DirectionEvidence {
  const entries = Object.entries(shares);
  const isEmpty = entries.length === 0;
  const amount = isEmpty ? '0' : paidInTest({ decimals }).amount;
  return {
    records: isEmpty ? 0 : RECORDS,
    amount,
    usd: isEmpty ? 0 : USD,
    rows: entries.flatMap(([id, share]) => (isCategory(id) ? [rowOf(id, share, BigInt(amount))] : [])),
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

function rowOf(category: Category, share: number, amount: bigint): EvidenceRow {
  const { title, group, weight } = CATEGORIES[category];
  return {
    category,
    title,
    group,
    entity: testLabel(category).entity,
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
    labels: [presentLabel(testLabel(category))],
    paths: [],
  };
}

/** The other end has a label where all of the payment is of one category. */
function labelOfOtherEnd(shares: Shares): ResultPayment['parties'][number]['label'] {
  const [only, ...others] = Object.keys(shares);
  if (only === undefined || others.length > 0 || !isCategory(only)) return null;
  const { entity, category } = testLabel(only);
  return { entity, category };
}

/** The label of a category as test mode has it: of a list that does not exist. */
function testLabel(category: Label['category']): Label {
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
  const isLabelled = outcome.ends === 'done' && outcome.label !== undefined;
  return { labels: isLabelled ? [testLabel(outcome.label)] : [], labelSetVersion: VERSION };
}
