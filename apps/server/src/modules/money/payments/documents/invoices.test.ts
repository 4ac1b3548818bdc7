import { DEFAULT_PRICE_LIST } from '@assay/domain';
import { renderInvoice } from '@assay/report';
import { describe, expect, it } from 'vitest';
import { paymentsPart } from '../../account-parts.store.ts';
import { newPerson, newSub, payOrder, SELLER, usePaymentsFixture } from '../test/payments-fixture.ts';
import { includedTax } from './invoices.ts';

const STANDARD_QUARTER = 12;
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
  const invoice = (sub: string, id: string, email = 'mara@firm.example') =>
    current.fixture.payments.invoice({ sub, email }, id);

  /** As the version before left a payment: nobody has opened its invoice. */
  async function unissued(id: string): Promise<void> {
    await current.fixture.pool.query(
      `ALTER TABLE invoices DISABLE TRIGGER USER; DELETE FROM invoices WHERE payment_id = ${Number(id)};
       ALTER TABLE invoices ENABLE TRIGGER USER`,
    );
  }

  it('names both sides, quantity, unit price, discount and tax, in amounts that add up', TIMEOUT, async () => {
    const { sub, email } = await newPerson(current.fixture);
    await current.fixture.payments.setBillingDetails(sub, {
      company: 'Łódź Trading Sp. z o.o.',
      address: 'ul. Piotrkowska 1\n90-001 Łódź',
      taxId: 'PL1234567890',
    });
    const facts = await invoice(sub, await paid(sub));
    expect(facts).toMatchObject({
      seller: { name: 'Firm OÜ', address: 'Narva mnt 5\n10117 Tallinn', taxId: 'EE123456789' },
      buyer: { name: 'Łódź Trading Sp. z o.o.', taxId: 'PL1234567890', email },
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

  it(
    'is fixed when its payment is booked, byte for byte, whatever is set later and anyone who opens it',
    TIMEOUT,
    async () => {
      const { fixture } = current;
      const { sub, email } = await newPerson(fixture);
      const id = await paid(sub);
      await fixture.payments.setBillingDetails(sub, { company: 'Other OÜ', address: '', taxId: '' });
      fixture.startWith(DEFAULT_PRICE_LIST, {
        ...SELLER,
        address: 'Elsewhere 1',
        email: 'new@firm.example',
        taxPercent: 9,
      });
      fixture.passTime(86_400_000);
      const first = await invoice(sub, id);
      expect(first).toMatchObject({ seller: { address: SELLER.address, email: SELLER.email }, tax: { percent: 24 } });
      expect(first.buyer).toEqual({ name: email, address: null, taxId: null, email });
      fixture.startWith(DEFAULT_PRICE_LIST);
      const again = await invoice(sub, id, 'another@firm.example');
      expect(Buffer.compare(renderInvoice(again), renderInvoice(first))).toBe(0);
    },
  );

  it('that the version before numbered is fixed by who opens it first', TIMEOUT, async () => {
    const sub = newSub();
    const id = await paid(sub);
    await unissued(id);
    const opened = await Promise.all(['a', 'b', 'c'].map((name) => invoice(sub, id, `${name}@firm.example`)));
    expect(new Set(opened.map(({ buyer }) => buyer.email)).size).toBe(1);
    expect(await invoice(sub, id, 'd@firm.example')).toEqual(opened[0]);
  });

  it('of a payment before this release says what it said: company, email and amount', TIMEOUT, async () => {
    const sub = newSub();
    const id = await paid(sub);
    await unissued(id);
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

  it('is not shown to another account, and stays as it was issued when the account is deleted', TIMEOUT, async () => {
    const { fixture } = current;
    const { sub } = await newPerson(fixture);
    await fixture.payments.setBillingDetails(sub, { company: 'Gone OÜ', address: 'Here 1', taxId: 'X' });
    const id = await paid(sub);
    await invoice(sub, id);
    const buyerOf = async () =>
      (await fixture.pool.query('SELECT buyer FROM invoices WHERE payment_id = $1', [id])).rows;
    const issued = await buyerOf();
    await expect(invoice(newSub(), id)).rejects.toMatchObject({ errorName: 'NotFound' });
    await paymentsPart.erase(fixture.pool, sub);
    await expect(invoice(sub, id)).rejects.toMatchObject({ errorName: 'NotFound' });
    expect(await buyerOf()).toEqual(issued);
    expect(issued).toMatchObject([{ buyer: { name: 'Gone OÜ' } }]);
    expect(await fixture.payments.billingDetails(sub)).toEqual({ company: '', address: '', taxId: '' });
  });

  it(
    'stays as it was issued when a server of the version before deletes the account, and that does not fail',
    TIMEOUT,
    async () => {
      const { fixture } = current;
      const sub = newSub();
      const id = await paid(sub);
      await invoice(sub, id);
      const rows = async () => (await fixture.pool.query('SELECT * FROM invoices WHERE payment_id = $1', [id])).rows;
      const issued = await rows();
      // What the erasure of 0.1.0 runs.
      await fixture.pool.query(
        `UPDATE invoices SET buyer = NULL WHERE payment_id IN (
         SELECT p.id FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.sub = $1)`,
        [sub],
      );
      expect(await rows()).toEqual(issued);
      for (const change of ["buyer = '{}'", 'buyer = NULL, tax_percent = 1', 'seller = NULL']) {
        await expect(fixture.pool.query(`UPDATE invoices SET ${change} WHERE payment_id = $1`, [id])).rejects.toThrow(
          /append-only/,
        );
      }
    },
  );

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
      corrects: { number: '2026-00001', issuedAt: day },
      seller: party,
      buyer: party,
      title: '10 checks',
      period: null,
      quantity: 10,
      unitCents: 99,
      discountCents: 0,
      amountCents: 990,
      tax: null,
    };
    expect(renderInvoice(facts).byteLength).toBeGreaterThan(1000);
  });
});

it('contains the tax of its price, to the nearest cent', () => {
  expect([includedTax(12_400, 24), includedTax(990, 0), includedTax(999, 9)]).toEqual([2400, 0, 82]);
});
