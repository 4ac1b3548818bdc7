import { type CanonicalDirection, type CanonicalResult, type CanonicalRow, RESULT_SCHEMA } from '@assay/certificate';
import type { IssuedForReport } from '../../../reports/reports.ports.ts';

const ADDRESS = '18bW2s7nDP2VBper8WaJ25KdQXepZgF4df';
const TIME = '2026-10-02T08:15:00.000Z';
const NONE = { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0 };

function rowOf(place: number, count: number): CanonicalRow {
  const steps = [0, 1, 2].map((hop) => ({
    from: `1From${place}x${hop}`.padEnd(34, 'z'),
    to: hop === 2 ? ADDRESS : `1To${place}x${hop}`.padEnd(34, 'z'),
    transaction_id: `${place}a${hop}`.padEnd(64, 'b'),
    amount: '150000',
    time: TIME,
  }));
  const entity = `Entity ${place}`;
  const label = {
    entity,
    category: 'gambling',
    confidence: 70,
    source: 'Example publisher',
    source_url: null,
    source_date: '2026-09-30',
    valid_from: null,
    valid_to: null,
    origin: 'given',
  } as const;
  return {
    category: 'gambling',
    title: 'Gambling',
    group: 'high',
    entity,
    layer: 'indirect',
    share: 1 / count,
    strong_share: 1 / count,
    amount: '1000',
    usd: null,
    hops: 3,
    points: 0,
    too_small: false,
    decisive: false,
    before_designation: 0,
    first_time: TIME,
    last_time: TIME,
    labels: [label],
    paths: [{ hops: 3, share: 1 / count, steps }],
  };
}

function directionOf(count: number): CanonicalDirection {
  const rows = Array.from({ length: count }, (_, index) => rowOf(index, count));
  return {
    records: count,
    amount: '250000000',
    usd: null,
    slices: count === 0 ? [] : [{ id: 'gambling', title: 'Gambling', group: 'high', share: 1, usd: null }],
    rows,
    residuals: NONE,
    residual_points: NONE,
    cut: { threshold: 1e-4, rounds: 1, states: 1, records_read: 1, partial: [] },
  };
}

function certificateOf(rows: number): IssuedForReport {
  const result: CanonicalResult = {
    schema: RESULT_SCHEMA,
    issuer: { product: 'Assay', url: 'https://assay.example.org' },
    sub_id: '7f3a91c2e4b87f3a91c2e4b87f3a91c2',
    checked_at: '2026-11-20T11:47:03.000Z',
    asset: { ticker: 'BTC', parent: null, subticker: null, name: 'Bitcoin', network: 'BTC', decimals: 8 },
    address: ADDRESS,
    score: {
      stars: 3,
      total: 50,
      verdict: 'medium',
      rule: 'floor',
      reason: null,
      direction: 'bwd',
      category: 'gambling',
      layer: 'direct',
      share: 1,
      usd: null,
      lowered: false,
      label: null,
      linear: { incoming: 50, outgoing: 0 },
    },
    texts: {
      headline: 'Medium risk. Gambling source.',
      text: 'All of it.',
      why: 'The floor decided.',
      would_change: [],
    },
    incoming: directionOf(rows),
    outgoing: directionOf(0),
    labels: [],
    coverage: { attributed: 1, clean: 0, not_followed: 0 },
    confidence: 'high',
    complete: true,
    notes: [],
    label_sources: [],
    method_version: '1',
    label_set: { version: '0123456789abcdef', digest: 'ab'.repeat(32), sets: [] },
    records: { held: 'All.', count: 1, first_time: TIME, tip: null, from_beginning: true },
    inputs: { as_of: TIME, subject: 'a', incoming: 'b', outgoing: 'c', notes: 'd' },
    disclaimer: 'For information only.',
  };
  const body = `{"statement":\n${JSON.stringify({ key_id: 'k', result, signed_at: TIME })}\n,"signature":"x"}\n`;
  return { body, keyId: 'k', signedAt: new Date('2026-11-20T11:47:05.000Z') };
}

/** What a usual check has. */
export function smallCertificate(): IssuedForReport {
  return certificateOf(8);
}

/** More evidence than any check is likely to find. */
export function largeCertificate(rows: number): IssuedForReport {
  return certificateOf(rows);
}
