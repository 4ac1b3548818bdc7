import { type CanonicalDirection, type CanonicalResult, RESULT_SCHEMA } from '../src/index.ts';

const NONE = { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0 };

function direction(change: Partial<CanonicalDirection> = {}): CanonicalDirection {
  return {
    records: 0,
    amount: '0',
    usd: null,
    slices: [],
    rows: [],
    residuals: NONE,
    residual_points: NONE,
    cut: { threshold: 0.0001, rounds: 1, states: 3, records_read: 7, partial: [] },
    ...change,
  };
}

const label = {
  entity: 'Example Exchange “Ü” <b>',
  category: 'exchange_licensed',
  confidence: 70,
  source: 'example-list',
  source_url: 'https://example.test/list',
  source_date: '2026-01-15',
  valid_from: null,
  valid_to: null,
  origin: 'given',
} as const;

/** A result with every kind of value in it. */
export function exampleResult(change: Partial<CanonicalResult> = {}): CanonicalResult {
  return {
    schema: RESULT_SCHEMA,
    issuer: { product: 'Assay', url: 'https://assay.example.test' },
    sub_id: '0123456789abcdef0123456789abcdef',
    checked_at: '2026-11-20T12:00:00.000Z',
    asset: { ticker: 'BTC', parent: null, subticker: null, name: 'Bitcoin', network: 'BTC', decimals: 8 },
    address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    score: {
      stars: 5,
      total: 1.5,
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
      linear: { incoming: 1.5, outgoing: 0 },
    },
    texts: { headline: 'Low risk.', text: 'Mostly a licensed exchange.', why: 'The sum decided.', would_change: [] },
    incoming: direction({
      records: 1,
      amount: '150000',
      slices: [
        { id: 'exchange_licensed', title: 'Exchange licensed', group: 'low', share: 0.9, usd: null },
        { id: 'unknown_origin', title: 'Unknown origin', group: 'none', share: 0.1, usd: null },
      ],
      rows: [
        {
          category: 'exchange_licensed',
          title: 'Exchange licensed',
          group: 'low',
          entity: label.entity,
          layer: 'direct',
          share: 0.9,
          strong_share: 0.9,
          amount: '135000',
          usd: null,
          hops: 1,
          points: 0,
          too_small: false,
          decisive: true,
          before_designation: 0,
          first_time: '2023-11-14T22:13:20.000Z',
          last_time: '2023-11-14T22:13:20.000Z',
          labels: [label],
          paths: [
            {
              hops: 1,
              share: 0.9,
              steps: [
                {
                  from: 'exchange',
                  to: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
                  transaction_id: 'f'.repeat(64),
                  amount: '150000',
                  time: '2023-11-14T22:13:20.000Z',
                },
              ],
            },
          ],
        },
      ],
      residuals: { ...NONE, unknown_origin: 0.1 },
    }),
    outgoing: direction(),
    labels: [],
    coverage: { attributed: 0.9, clean: 0.9, not_followed: 0 },
    confidence: 'high',
    complete: true,
    notes: [{ kind: 'burst', text: 'Burst.' }],
    label_sources: [{ source: 'example-list', url: 'https://example.test/list', date: '2026-01-15' }],
    method_version: '1',
    label_set: {
      version: '0123456789abcdef',
      digest: '01'.repeat(32),
      sets: [{ name: 'example-list', digest: 'ab'.repeat(32) }],
    },
    records: {
      held: 'One transfer.',
      count: 1,
      first_time: '2023-11-14T22:13:20.000Z',
      tip: { block: '840000', time: '2023-11-14T22:13:20.000Z' },
      from_beginning: true,
    },
    inputs: {
      as_of: '2026-11-20T12:00:00.000Z',
      subject: '11'.repeat(32),
      incoming: '22'.repeat(32),
      outgoing: '33'.repeat(32),
      notes: '44'.repeat(32),
    },
    disclaimer: 'No advice.',
    ...change,
  };
}
