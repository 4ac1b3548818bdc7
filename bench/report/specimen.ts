import { type CanonicalDirection, type CanonicalResult, type CanonicalRow, RESULT_SCHEMA } from '@assay/certificate';
import { CATEGORIES, type Category } from '@assay/domain';
import type { ReportInput } from '@assay/report';

const TIME = '2026-10-02T08:15:00.000Z';
const NONE = { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0 };

const INCOMING: readonly (readonly [Category, number, number])[] = [
  ['gambling', 0.012, 2],
  ['exchange_unlicensed', 0.009, 2],
  ['mixer', 0.004, 3],
  ['online_wallet', 0.063, 1],
  ['other_entities', 0.031, 1],
  ['marketplace', 0.022, 1],
  ['exchange_licensed', 0.748, 1],
  ['p2p_exchange_licensed', 0.054, 1],
  ['payment_processor', 0.046, 1],
  ['miner', 0.011, 1],
];
const OUTGOING: readonly (readonly [Category, number, number])[] = [
  ['exchange_licensed', 0.9, 1],
  ['gambling', 0.1, 2],
];

/**
 * A usual report: ten categories in, two out, a sample path each. `copies` repeats the evidence.
 *
 * @param number of the result: of its id and rosette
 * @param evidence which names, ids and amounts it has; two results of one address share them
 */
export function specimen(number: number, copies = 1, evidence = number): ReportInput {
  const result: CanonicalResult = {
    schema: RESULT_SCHEMA,
    issuer: { product: 'Assay', url: 'https://assay.example.org' },
    sub_id: number.toString(16).padStart(32, '7'),
    checked_at: '2026-11-20T11:47:03.000Z',
    asset: { ticker: 'BTC', parent: null, subticker: null, name: 'Bitcoin', network: 'BTC', decimals: 8 },
    address: addressOf(evidence),
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
    incoming: directionOf(INCOMING, copies, evidence),
    outgoing: directionOf(OUTGOING, copies, evidence),
    labels: [],
    coverage: { attributed: 0.97, clean: 0.94, not_followed: 0.003 },
    confidence: 'high',
    complete: true,
    notes: [{ kind: 'burst', text: 'More than half of all inflow came within 24 hours.' }],
    label_sources: [{ source: 'Example publisher', url: null, date: '2026-09-30' }],
    method_version: '1',
    label_set: { version: '0123456789abcdef', digest: '0123456789abcdef'.repeat(4), sets: [] },
    records: { held: '1,204,331 transactions.', count: 1_204_331, first_time: TIME, tip: null, from_beginning: true },
    inputs: { as_of: TIME, subject: 'a', incoming: 'b', outgoing: 'c', notes: 'd' },
    disclaimer: 'This report is information, not advice, and comes as is.',
  };
  return {
    result,
    certificate: Buffer.from(JSON.stringify(result)),
    keyId: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    signedAt: '2026-11-20T11:47:05.000Z',
    signatureBytes: 16_384,
  };
}

const addressOf = (evidence: number): string => `bc1q6kypeanx73vtdt2vll3u3zyp6y3vaty${evidence}`.padEnd(42, 'y');

const usdOf = (evidence: number): number => 184_320.55 + evidence;

/** A word of letters that no other evidence has. */
const nameOf = (evidence: number): string =>
  `Service${evidence.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`;

function directionOf(shares: typeof INCOMING, copies: number, evidence: number): CanonicalDirection {
  const rows = Array.from({ length: copies }, (_, copy) =>
    shares.map(([category, share, hops]) => rowOf(category, share / copies, hops, copy, evidence)),
  ).flat();
  return {
    records: rows.length,
    amount: String(250_000_000 + evidence),
    usd: usdOf(evidence),
    slices: shares.map(([id, share]) => ({
      id,
      title: CATEGORIES[id].title,
      group: CATEGORIES[id].group,
      share,
      usd: share * usdOf(evidence),
    })),
    rows,
    residuals: NONE,
    residual_points: NONE,
    cut: { threshold: 1e-4, rounds: 4, states: 120, records_read: 900, partial: [] },
  };
}

function rowOf(category: Category, share: number, hops: number, copy: number, evidence: number): CanonicalRow {
  const { title, group } = CATEGORIES[category];
  const entity = `Example ${nameOf(evidence)} ${copy}`;
  const stops = Array.from({ length: hops }, (_, hop) =>
    `bc1q${evidence}${copy}${category.replaceAll('_', '')}${hop}`.padEnd(42, 'x'),
  );
  return {
    category,
    title,
    group,
    entity,
    layer: hops === 1 ? 'direct' : 'indirect',
    share,
    strong_share: share,
    amount: String(3_000_000 + evidence),
    usd: share * usdOf(evidence),
    hops,
    points: 0,
    too_small: false,
    decisive: false,
    before_designation: 0,
    first_time: TIME,
    last_time: TIME,
    labels: [
      {
        entity,
        category,
        confidence: 70,
        source: 'Example publisher',
        source_url: null,
        source_date: '2026-09-30',
        valid_from: null,
        valid_to: null,
        origin: 'given',
      },
    ],
    paths: [
      {
        hops,
        share,
        steps: stops.map((from, hop) => ({
          from,
          to: stops[hop + 1] ?? addressOf(evidence),
          transaction_id: `${evidence}${copy}${hop}${Buffer.from(category).toString('hex')}`
            .padEnd(64, 'a')
            .slice(0, 64),
          amount: String(150_000 + evidence),
          time: TIME,
        })),
      },
    ],
  };
}
