import { expect, it } from 'vitest';
import { type ExplainedTransfer, explainTransfer } from './explain-transfer.ts';

const TRANSFER: ExplainedTransfer = {
  ...{ id: 'trf_1', mode: 'live', status: 'completed', address: 'TBuyer', asset: 'USDT', network: 'TRX', progress: 1 },
  payment: { transaction_id: '5a03', direction: 'deposit', confirmed: true },
  ...{ charged: true, failure: null, stars: 4, score: 12, verdict: 'low_risk', not_rated_reason: null },
  summary: { headline: 'Low risk.', why: 'By one exchange.', advice: null, would_change: [] },
  ...{ coverage: null, confidence: null, exposures: null, labels: null, notes: null, result_url: null },
};

it('says that one payment is rated, and not the address', () => {
  const lines = explainTransfer(TRANSFER, 'ask again').split('\n');
  expect(lines[0]).toBe('trf_1: the deposit of TBuyer in transaction 5a03, USDT on TRX');
  expect(lines).toContain('Only this payment is rated, not the address.');
  expect(lines).toContain('It cost one check credit.');
  expect(lines.join(' ')).not.toContain('Not confirmed');
});

it('says that a deposit is not confirmed where it waited for a block', () => {
  const waiting = { ...TRANSFER, payment: { ...TRANSFER.payment, confirmed: false } };
  expect(explainTransfer(waiting, 'ask again')).toContain(
    'Not confirmed yet: another transaction can still take its place',
  );
});

it('says nothing of a confirmation before there is a result', () => {
  const running = { ...TRANSFER, status: 'running', payment: { ...TRANSFER.payment, confirmed: null } } as const;
  expect(explainTransfer(running, 'checked-transfers show trf_1')).toMatch(/checked-transfers show trf_1/);
  expect(explainTransfer(running, 'again')).not.toContain('Not confirmed');
});
