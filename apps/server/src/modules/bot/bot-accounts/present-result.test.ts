import { BotResult, type CheckAsset } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { presentResult } from './present-result.ts';

const CUT = { threshold: 1e-4, rounds: 1, states: 1, records_read: 1, partial: [] };
const RESIDUALS = { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0 };
const DIRECTION = { records: 0, amount: '0', usd: 0, rows: [], residuals: RESIDUALS, cut: CUT };

const ASSET: CheckAsset = {
  sub_id: 'f'.repeat(32),
  ticker: 'USDT',
  parent: 'TRX',
  subticker: null,
  name: 'Tether',
  address: 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G',
  network: 'TRX',
  decimals: 6,
  created_at: '2026-11-20T20:05:00.000Z',
  riskscore: 1,
  total: 100,
  verdict: 'high',
  cause: { rule: 'identity', reason: null },
  signals: { bwd: {}, fwd: {} },
  connections: { incoming: null, outgoing: null },
  texts: { headline: 'Very high risk.', text: 'Text.', why: 'Why.', would_change: [] },
  evidence: { incoming: DIRECTION, outgoing: DIRECTION },
  labels: [],
  coverage: { attributed: 0, clean: 0, not_followed: 0 },
  confidence: 'low',
  complete: true,
  notes: [],
  method_version: '1',
  label_set_version: '0123456789abcdef',
  tip: null,
  records_held: 'No records are held.',
};
const FACTS = { publicUrl: 'https://assay.example.org', revokedAt: null };

describe('a result for the bot', () => {
  it('contains the issuer’s statement about the address, in the same form as on the site', () => {
    const freeze = {
      status: 'frozen',
      issuer: 'Tether',
      since: '2026-04-23T10:00:00.000Z',
      asked_at: '2026-11-20T20:05:00.000Z',
      source: 'the USDT contract on Tron, asked through trongrid',
      text: 'Issuer frozen since 2026-04-23, 10:00 UTC: Tether took the power to move USDT from this address.',
    } as const;
    const result = presentResult({ ...ASSET, issuer_freeze: freeze }, FACTS);
    expect(BotResult.parse(result)).toEqual(result);
    expect(result.issuer_freeze).toEqual(freeze);
  });

  it('contains the facts of on-demand reads and what they lack, without amounts and faults', () => {
    const reported = {
      providers: ['trongrid'],
      calls: { made: 7, budget: 60 },
      history_from: '2026-01-02T03:04:00.000Z',
      gaps: ['trongrid listed one entry more than once; each counts once.'],
    };
    const reading = { ...reported, unread: { received: '1', sent: '0' }, faults: ['Somebody did not answer'] };
    expect(presentResult({ ...ASSET, reading }, FACTS).reading).toEqual(reported);
  });

  it('has null for results that contain neither', () => {
    const result = presentResult(ASSET, FACTS);
    expect(BotResult.parse(result)).toMatchObject({ issuer_freeze: null, reading: null });
  });
});
