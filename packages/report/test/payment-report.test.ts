import { expect, it, vi } from 'vitest';
import { renderReport } from '../src/index.ts';
import { askPoppler, hasPoppler, textOf } from './poppler.ts';
import { directionOf, inputOf, PAYMENT, paymentResultOf, rowOf } from './report-fixture.ts';

// Readers of others are started as processes of their own: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

it.skipIf(!hasPoppler)(
  'the report of a payment says which one it is, by its one direction, and never of a wallet',
  () => {
    const { pdf } = renderReport(inputOf(paymentResultOf()));
    const said = textOf(pdf).replace(/\s+/g, ' ');
    for (const words of ['One deposit, not the whole address', 'Deposit of 1.5 BTC', PAYMENT.transaction_id]) {
      expect(said).toContain(words);
    }
    expect(said).toContain('Received by');
    expect(said).toContain('(Example Exchange)');
    expect(said).toContain('this payment');
    expect(said).toContain('Risk flow, incoming');
    expect(said).not.toMatch(/this wallet|wallet address|Risk flow, outgoing|not the whole address.*One withdrawal/i);
    expect(askPoppler(pdf, 'pdfinfo', ['FILE'])).toContain(`Risk score for BTC deposit ${PAYMENT.transaction_id}`);
    const payment = { ...PAYMENT, direction: 'withdrawal' } as const;
    const outgoing = directionOf([rowOf('gambling', 1, 1)]);
    const other = paymentResultOf({ payment, outgoing, incoming: directionOf([]) });
    const paid = textOf(renderReport(inputOf(other)).pdf).replace(/\s+/g, ' ');
    expect(paid).toContain('One withdrawal, not the whole address');
    expect(paid).toContain('Paid by');
    expect(paid).not.toContain('Risk flow, incoming');
  },
);
