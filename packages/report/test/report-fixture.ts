import {
  type CanonicalDirection,
  type CanonicalPayment,
  type CanonicalResult,
  type CanonicalRow,
  PAYMENT_SCHEMA,
  RESULT_SCHEMA,
} from '@assay/certificate';
import { CATEGORIES, type Category } from '@assay/domain';
import type { ReportInput } from '../src/index.ts';

export const ADDRESS = 'bc1q6kypeanx73vtdt2vll3u3zyp6y3vaty46ye2y2';
export const SUB_ID = '7f3a91c2e4b87f3a91c2e4b87f3a91c2';
const TIME = '2026-10-02T08:15:00.000Z';
const NO_RESIDUALS = { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0 };

const LABEL = {
  confidence: 70,
  source: 'Example publisher',
  source_url: 'https://labels.example.org/',
  source_date: '2026-09-30',
  valid_from: null,
  valid_to: null,
  origin: 'given',
} as const;

/** A row with as many sample paths of as many hops as wanted; ids differ by category, path and hop. */
export function rowOf(
  category: Category,
  share: number,
  hops: number,
  entity = 'Example entity',
  paths = 1,
): CanonicalRow {
  const { title, group } = CATEGORIES[category];
  const stops = Array.from({ length: hops }, (_, hop) => `bc1q${category.replaceAll('_', '')}${hop}`.padEnd(42, 'x'));
  return {
    category,
    title,
    group,
    entity,
    layer: hops === 1 ? 'direct' : 'indirect',
    share,
    strong_share: share,
    amount: String(Math.round(share * 250_000_000)),
    usd: Math.round(share * 18_432_055) / 100,
    hops,
    points: 0,
    too_small: false,
    decisive: false,
    before_designation: 0,
    first_time: TIME,
    last_time: TIME,
    labels: [{ ...LABEL, entity, category }],
    paths: Array.from({ length: paths }, (_, path) => ({
      hops,
      share: share / paths,
      steps: stops.map((from, hop) => ({
        from,
        to: stops[hop + 1] ?? ADDRESS,
        transaction_id: `${path}${hop}${Buffer.from(category).toString('hex')}`.padEnd(64, 'a').slice(0, 64),
        amount: '150000',
        time: TIME,
      })),
    })),
  };
}

export function directionOf(rows: readonly CanonicalRow[]): CanonicalDirection {
  const shares = new Map<Category, number>();
  for (const row of rows) shares.set(row.category, (shares.get(row.category) ?? 0) + row.share);
  return {
    records: rows.length,
    amount: '250000000',
    usd: rows.length === 0 ? null : 184_320.55,
    slices: [...shares].map(([id, share]) => ({
      id,
      title: CATEGORIES[id].title,
      group: CATEGORIES[id].group,
      share,
      usd: share * 184_320.55,
    })),
    rows,
    residuals: NO_RESIDUALS,
    residual_points: NO_RESIDUALS,
    cut: { threshold: 1e-4, rounds: 4, states: 120, records_read: 900, partial: [] },
  };
}

/** The specimen of the design: four stars, ten categories. */
export const INCOMING = directionOf([
  rowOf('gambling', 0.012, 2),
  rowOf('exchange_unlicensed', 0.009, 2),
  rowOf('mixer', 0.004, 3),
  rowOf('online_wallet', 0.063, 1),
  rowOf('other_entities', 0.031, 1),
  rowOf('marketplace', 0.022, 1),
  rowOf('exchange_licensed', 0.748, 1),
  rowOf('p2p_exchange_licensed', 0.054, 1),
  rowOf('payment_processor', 0.046, 1),
  rowOf('miner', 0.011, 1),
]);

export function resultOf(changes: Partial<CanonicalResult> = {}): CanonicalResult {
  return {
    schema: RESULT_SCHEMA,
    issuer: { product: 'Assay', url: 'https://assay.example.org' },
    sub_id: SUB_ID,
    checked_at: '2026-11-20T11:47:03.000Z',
    asset: { ticker: 'BTC', parent: null, subticker: null, name: 'Bitcoin', network: 'BTC', decimals: 8 },
    address: ADDRESS,
    score: {
      stars: 4,
      total: 24.5,
      verdict: 'low',
      rule: 'linear',
      reason: null,
      direction: 'bwd',
      category: null,
      layer: null,
      share: null,
      usd: null,
      lowered: null,
      label: null,
      linear: { incoming: 24.5, outgoing: 3 },
    },
    texts: {
      headline: 'Low risk. One star withheld.',
      text: 'Most incoming value comes from licensed exchanges. A small share, 2.5%, traces back to gambling services, unlicensed exchanges and a mixer.',
      why: 'The sum of all shares, weighed by their risk, decided: 24.5 of 100.',
      would_change: ['Without the 1.2% from gambling the result would have five stars.'],
    },
    incoming: INCOMING,
    outgoing: directionOf([rowOf('exchange_licensed', 0.9, 1), rowOf('gambling', 0.1, 2)]),
    labels: [],
    coverage: { attributed: 0.97, clean: 0.94, not_followed: 0.003 },
    confidence: 'high',
    complete: true,
    notes: [{ kind: 'burst', text: 'More than half of all inflow came within 24 hours.' }],
    label_sources: [{ source: 'Example publisher', url: 'https://labels.example.org/', date: '2026-09-30' }],
    method_version: 'assay-1.0.0',
    label_set: { version: '0123456789abcdef', digest: '0123456789abcdef'.repeat(4), sets: [] },
    records: {
      held: '1,204,331 transactions from 03 Jan 2009 to 20 Nov 2026.',
      count: 1_204_331,
      first_time: '2009-01-03T18:15:05.000Z',
      tip: { block: '975310', time: '2026-11-20T11:40:00.000Z' },
      from_beginning: true,
    },
    inputs: { as_of: '2026-11-20T11:47:03Z', subject: 'a', incoming: 'b', outgoing: 'c', notes: 'd' },
    disclaimer:
      'This report is information, not advice, and comes as is. It says what the stated labels and records show at the stated time, and nothing more.',
    ...changes,
  };
}

const PAYER = `bc1q${'x'.repeat(38)}`;

/** A deposit of 1.5 BTC, of which the sender keeps the change. */
export const PAYMENT: CanonicalPayment = {
  transaction_id: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
  direction: 'deposit',
  amount: '150000000',
  time: TIME,
  block: '975300',
  moves: [
    { from: PAYER, to: null, amount: '200000000', kind: 'coin' },
    { from: null, to: ADDRESS, amount: '150000000', kind: 'coin' },
    { from: null, to: PAYER, amount: '49990000', kind: 'coin' },
  ],
  moves_in_all: 3,
  parties: [
    {
      address: PAYER,
      paid: '150010000',
      received: '0',
      label: { entity: 'Example Exchange', category: 'exchange_licensed' },
    },
    { address: ADDRESS, paid: '0', received: '150000000', label: null },
  ],
};

/** The result of a payment. */
export function paymentResultOf(changes: Partial<CanonicalResult> = {}): CanonicalResult {
  const none = directionOf([]);
  return resultOf({ schema: PAYMENT_SCHEMA, text_set: 5, payment: PAYMENT, outgoing: none, notes: [], ...changes });
}

export function inputOf(result: CanonicalResult = resultOf(), signatureBytes: number | null = 16_384): ReportInput {
  return {
    result,
    certificate: Buffer.from(JSON.stringify(result)),
    keyId: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    signedAt: '2026-11-20T11:47:05.000Z',
    signatureBytes,
  };
}
