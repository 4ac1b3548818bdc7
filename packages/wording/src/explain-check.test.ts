import { describe, expect, it } from 'vitest';
import { type ExplainedCheck, explainCheck } from './explain-check.ts';

const RUNNING: ExplainedCheck = {
  id: 'chk_1',
  mode: 'live',
  status: 'running',
  address: 'a',
  asset: 'BTC',
  network: 'BTC',
  progress: 0.5,
  charged: false,
  failure: null,
  stars: null,
  score: null,
  verdict: null,
  not_rated_reason: null,
  summary: null,
  coverage: null,
  confidence: null,
  exposures: null,
  labels: null,
  notes: null,
  result_url: null,
};
const share = (title: string, risk: string, part: number) => ({ title, risk, share: part });

describe('a check of the public API in sentences', () => {
  it('says how one that runs is asked for again', () => {
    expect(explainCheck(RUNNING, 'assay checks show chk_1')).toBe(
      'chk_1: a, BTC on BTC\nIt still runs (50%). Ask for it again by assay checks show chk_1; that costs nothing.',
    );
  });

  it('says that N/A is no rating, and that it cost nothing', () => {
    const text = explainCheck({ ...RUNNING, status: 'completed', not_rated_reason: 'no_records' }, '');
    expect(text).toContain(
      'Not rated (N/A), no_records: too little is known. That is neither a good nor a bad rating.',
    );
    expect(text).toContain('It cost no check credit.');
  });

  it('says of a test that it is about no address', () => {
    const failure = { code: 'check_failed', message: 'The check failed.' };
    expect(explainCheck({ ...RUNNING, mode: 'test', status: 'failed', failure }, '').split('\n')).toEqual([
      'chk_1: a, BTC on BTC',
      'Made by a test key: it says nothing about any address.',
      'It failed: check_failed: The check failed. It cost no check credit.',
    ]);
  });

  it('lists shares with their risk, and leaves out those of nothing', () => {
    const exposures = {
      incoming: [share('Mixer', 'high', 0.75), share('Unknown origin', 'none', 0.25), share('Scam', 'high', 0)],
      outgoing: [],
    };
    const check = { ...RUNNING, status: 'completed', stars: 2, score: 61, verdict: 'high', charged: true, exposures };
    const text = explainCheck({ ...check, status: 'completed' }, '');
    expect(text).toContain('2 of 5 stars, high risk, score 61 of 100 (100 is the riskiest).');
    expect(text).toContain('Incoming: 75.0% Mixer (high risk), 25.0% Unknown origin\n');
    expect(text).not.toContain('Outgoing');
  });
});
