import { describe, expect, it } from 'vitest';
import type { Receipt } from './money.ts';
import { receiptState } from './receipt-state.ts';

const receipt = {
  id: '1',
  order_id: 'a'.repeat(32),
  title: '250 checks',
  payment_type: 'stripe',
  amount_cents: 22_275,
  refunded_cents: 0,
  status: 'paid',
  paid_at: '2026-11-20T10:00:00.000Z',
  invoice_path: '/payment/receipts/1/invoice',
  invoice_number: '2026-00001',
  credit_notes: [] as Receipt['credit_notes'],
} as const;

describe('the state of a payment', () => {
  it('is shown only after a change', () => {
    expect(receiptState(receipt)).toBeNull();
    expect(receiptState({ ...receipt, refunded_cents: 5000 })).toBe('$50 refunded');
    expect(receiptState({ ...receipt, status: 'refunded', refunded_cents: 22_275 })).toBe('refunded');
    expect(receiptState({ ...receipt, status: 'disputed' })).toBe('disputed');
    expect(receiptState({ ...receipt, status: 'reversed', refunded_cents: 22_275 })).toBe('reversed');
  });
});
