import { renderInvoice } from '@assay/report';
import { describe, expect, it } from 'vitest';
import { paymentsPart } from './account-part.store.ts';
import { includedTax, type Seller } from './invoices.ts';
import { newSub, payOrder, usePaymentsFixture } from './test/payments-fixture.ts';

const STANDARD_QUARTER = 12;
const SELLER: Seller = {
  company: 'Firm OÜ',
  address: 'Narva mnt 5\n10117 Tallinn',
  taxId: 'EE123456789',
  email: 'help@firm.example',
  taxPercent: 24,
  productName: 'Assay',
};
const TIMEOUT = { timeout: 60_000 };

describe('an invoice', () => {
  const current = usePaymentsFixture();

  async function paid(sub: string, planId: number | null = null) {
    const { fixture } = current;
    const order = planId === null ? await fixture.buyChecks(sub, 250) : await fixture.buyPlan(sub, planId);
    payOrder(fixture, order);
    await fixture.payments.order(sub, order.id);
    const [receipt] = await fixture.payments.receipts(sub);
    return receipt?.id ?? '';
  }
  const invoice = (sub: string, id: string, seller = SELLER) =>
    current.fixture.payments.invoice({ sub, email: 'mara@firm.example' }, id, seller);

  it('names both sides, quantity, unit price, discount and tax, in amounts that add up', TIMEOUT, async () => {
    const sub = newSub();
    await current.fixture.payments.setBillingDetails(sub, {
      company: 'Łódź Trading Sp. z o.o.',
      address: 'ul. Piotrkowska 1\n90-001 Łódź',
      taxId: 'PL1234567890',
    });
    const facts = await invoice(sub, await paid(sub));
    expect(facts).toMatchObject({
      seller: { name: 'Firm OÜ', address: 'Narva mnt 5\n10117 Tallinn', taxId: 'EE123456789' },
      buyer: { name: 'Łódź Trading Sp. z o.o.', taxId: 'PL1234567890', email: 'mara@firm.example' },
      quantity: 250,
      unitCents: 99,
      discountCents: 2475,
      amountCents: 22_275,
      period: null,
      tax: { percent: 24, cents: 4311 },
    });
    expect(facts.quantity * facts.unitCents - facts.discountCents).toBe(facts.amountCents);
    expect(Buffer.from(renderInvoice(facts)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('names the period of a plan', TIMEOUT, async () => {
    const sub = newSub();
    const facts = await invoice(sub, await paid(sub, STANDARD_QUARTER));
    expect(facts).toMatchObject({ title: 'Standard, 3 months', quantity: 1, unitCents: 16_200, discountCents: 0 });
    expect(facts.period?.to.getTime()).toBeGreaterThan(facts.period?.from.getTime() ?? 0);
  });

  it('stays as it was issued, byte for byte, whatever the settings and the buyer say later', TIMEOUT, async () => {
    const sub = newSub();
    const id = await paid(sub);
    const first = renderInvoice(await invoice(sub, id));
    await current.fixture.payments.setBillingDetails(sub, { company: 'Other OÜ', address: '', taxId: '' });
    current.fixture.passTime(86_400_000);
    const moved = { ...SELLER, address: 'Elsewhere 1', taxId: 'EE999', taxPercent: 9 };
    expect(Buffer.compare(renderInvoice(await invoice(sub, id, moved)), first)).toBe(0);
  });

  it('of a payment before this release says what it said: company, email and amount', TIMEOUT, async () => {
    const sub = newSub();
    const id = await paid(sub);
    await current.fixture.pool.query(
      'INSERT INTO invoices (payment_id, issued_at) SELECT id, paid_at FROM payments WHERE id = $1',
      [id],
    );
    expect(await invoice(sub, id)).toMatchObject({
      seller: { name: 'Firm OÜ', address: null, taxId: null, email: 'help@firm.example' },
      buyer: { name: 'mara@firm.example', address: null, taxId: null },
      tax: null,
    });
  });

  it('is issued once by requests that come together', TIMEOUT, async () => {
    const sub = newSub();
    const id = await paid(sub);
    const issued = await Promise.all(
      [1, 2, 3, 4].map((percent) => invoice(sub, id, { ...SELLER, taxPercent: percent })),
    );
    expect(new Set(issued.map(({ tax }) => tax?.percent)).size).toBe(1);
  });

  it('is not shown to another account, and forgets its buyer with the account', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    await fixture.payments.setBillingDetails(sub, { company: 'Gone OÜ', address: 'Here 1', taxId: 'X' });
    const id = await paid(sub);
    await invoice(sub, id);
    await expect(invoice(newSub(), id)).rejects.toMatchObject({ errorName: 'NotFound' });
    await paymentsPart.erase(fixture.pool, sub);
    await expect(invoice(sub, id)).rejects.toMatchObject({ errorName: 'NotFound' });
    const { rows } = await fixture.pool.query('SELECT buyer FROM invoices WHERE payment_id = $1', [id]);
    expect(rows).toEqual([{ buyer: null }]);
    expect(await fixture.payments.billingDetails(sub)).toEqual({ company: '', address: '', taxId: '' });
  });

  it('is laid out with any text, however long', () => {
    const party = {
      name: `a\u202e${'W'.repeat(200)}`,
      address: `${'long '.repeat(60)}\n\u0000`,
      taxId: null,
      email: 'a@b.example',
    };
    const day = new Date('2026-11-23T10:00:00Z');
    const facts = {
      productName: 'Assay',
      number: '1',
      issuedAt: day,
      paidAt: day,
      orderId: 'a'.repeat(32),
      paidBy: 'Card',
      status: 'reversed' as const,
      seller: party,
      buyer: party,
      title: '10 checks',
      period: null,
      quantity: 10,
      unitCents: 99,
      discountCents: 0,
      amountCents: 990,
      refundedCents: 990,
      tax: null,
    };
    expect(renderInvoice(facts).byteLength).toBeGreaterThan(1000);
  });
});

it('contains the tax of its price, to the nearest cent', () => {
  expect([includedTax(12_400, 24), includedTax(990, 0), includedTax(999, 9)]).toEqual([2400, 0, 82]);
});
