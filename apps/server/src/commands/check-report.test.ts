import type { CheckAsset } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { checkReport } from './check-report.ts';

const LABEL = {
  entity: 'Example Mixer',
  category: 'mixer',
  confidence: 70,
  source: 'example-list',
  source_url: null,
  source_date: '2024-05-01',
  valid_from: null,
  valid_to: null,
  origin: 'given',
} as const;
const CUT = { threshold: 1e-4, rounds: 1, states: 1, records_read: 1, partial: [] };
const NO_REST = { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0 };

const ASSET: CheckAsset = {
  sub_id: 'f'.repeat(32),
  ticker: 'USDT',
  parent: 'TRX',
  subticker: null,
  name: 'Tether',
  address: 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G',
  network: 'TRX',
  decimals: 6,
  created_at: '2026-01-01T00:00:00.000Z',
  riskscore: 2,
  total: 65.04,
  verdict: 'high',
  cause: { rule: 'floor', reason: null },
  signals: { bwd: { mixer: 0.05, unknown_origin: 0.95 }, fwd: {} },
  connections: { incoming: null, outgoing: null },
  texts: { headline: 'High risk.\nMixed money.', text: 'Text.', why: 'Why.', would_change: ['Change.'] },
  evidence: {
    incoming: {
      records: 1,
      amount: '1234567890',
      usd: 1234.57,
      rows: [
        {
          category: 'mixer',
          title: 'Mixer',
          group: 'high',
          entity: 'Example Mixer',
          layer: 'direct',
          share: 0.05,
          amount: '61728394',
          usd: 61.73,
          hops: 1,
          points: 4,
          too_small: true,
          decisive: true,
          before_designation: 0,
          first_time: '2024-05-02T00:00:00.000Z',
          last_time: '2024-05-02T00:00:00.000Z',
          labels: [LABEL],
          paths: [
            {
              hops: 1,
              share: 0.05,
              steps: [{ from: 'Ta', to: 'Tb', transaction_id: 'abc', amount: '1', time: '2024-05-02T00:00:00.000Z' }],
            },
          ],
        },
      ],
      residuals: { ...NO_REST, unknown_origin: 0.95 },
      cut: CUT,
    },
    outgoing: { records: 0, amount: '0', usd: 0, rows: [], residuals: NO_REST, cut: CUT },
  },
  labels: [LABEL],
  coverage: { attributed: 0.05, clean: 0, not_followed: 0 },
  confidence: 'low',
  complete: false,
  notes: [{ kind: 'burst', text: 'Burst.' }],
  method_version: '1',
  label_set_version: '0123456789abcdef',
  tip: null,
  records_held: 'One transfer.',
};

describe('the report of `assay check`', () => {
  it('shows stars, texts, evidence with path and sources, and what it is based on', () => {
    expect(checkReport(ASSET, 'http://localhost:3000/riskcheck/x').split('\n')).toEqual([
      'USDT on TRX  TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G',
      '★★☆☆☆  2 of 5  high risk, total 65 of 100',
      '',
      'High risk. Mixed money.',
      'What to do: Do not send to this wallet or accept from it. If you already did, keep the money apart and get advice.',
      'Text.',
      'Why.',
      '- Change.',
      '',
      'Labels of the address itself',
      '  Example Mixer (Mixer), confidence 70, source example-list, 01 May 2024',
      '',
      'Incoming: 1 transfer, 1,234.56789 USDT, $1,234.57',
      '      5.0%  Mixer: Example Mixer (direct, 1 hop, $61.73, too small to count, source example-list)',
      '              Ta → Tb  tx abc',
      '     95.0%  Unknown origin',
      '',
      'Outgoing: no flow data',
      '',
      'Note: Burst.',
      '',
      'Coverage    We identified 5.0% of the funds moved; 0.0% is with known parties without raised risk, 0.0% was not followed',
      'Confidence  Low; the history is incomplete',
      'Records     One transfer.',
      'Chain tip   No records of this asset',
      'Method      Version 1',
      'Label set   0123456789abcdef',
      'Result      http://localhost:3000/riskcheck/x',
    ]);
  });

  it('says what the issuer answered, and which prices the dollars come from', () => {
    const freeze = { status: 'not_frozen', issuer: 'Tether', since: null, asked_at: ASSET.created_at } as const;
    const used = { rule: 'daily' as const, digest: 'a'.repeat(64), version: 'a'.repeat(16), sources: ['series'] };
    const days = { first_day: '2024-05-01', last_day: '2024-05-02', days: 2, missing_days: 0 };
    const lines = checkReport(
      {
        ...ASSET,
        issuer_freeze: { ...freeze, source: 'the contract', text: 'Asked, not frozen.' },
        prices: { ...used, ...days, text: 'By daily prices.' },
      },
      '',
    ).split('\n');
    expect(lines).toContain('Issuer freeze  Asked, not frozen. Answered by the contract.');
    expect(lines).toContain(`Prices         By daily prices. Price set ${'a'.repeat(16)}.`);
  });

  it('shows N/A in place of stars', () => {
    const report = checkReport({ ...ASSET, riskscore: 0, total: null, verdict: 'not_rated' }, '');
    expect(report.split('\n')[1]).toBe('N/A  not rated');
  });

  it('says that data are limited before low risk', () => {
    const texts = { ...ASSET.texts, headline: 'Low risk. No star withheld.' };
    const lines = checkReport(
      { ...ASSET, verdict: 'low', riskscore: 5, total: 1, confidence: 'low', texts },
      'x',
    ).split('\n');
    expect(lines[1]).toContain('limited data: low risk');
    expect(lines[3]).toBe('Limited data: low risk. No star withheld.');
  });
});
