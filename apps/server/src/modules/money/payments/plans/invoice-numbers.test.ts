import { DEFAULT_PRICE_LIST } from '@assay/domain';
import { renderInvoice } from '@assay/report';
import { describe, expect, it } from 'vitest';
import { wirePayments } from '../../open/payments.ts';
import type { Order } from '../payments.ports.ts';
import { factsOf, newSub, payOrder, QUIET, SELLER, usePaymentsFixture } from '../test/payments-fixture.ts';
import { goodsOfChecks } from './goods.ts';

const TIMEOUT = { timeout: 60_000 };

describe('numbers of invoices', () => {
  const current = usePaymentsFixture();
  const year = () => current.fixture.now().getUTCFullYear();
  const text = (ordinal: number, of = year()) => `${of}-${String(ordinal).padStart(5, '0')}`;

  async function bought(sub: string): Promise<Order> {
    const order = await current.fixture.buyChecks(sub, 10);
    payOrder(current.fixture, order);
    return order;
  }
  const look = (sub: string, { id }: Order) => current.fixture.payments.order(sub, id);
  async function numbersOf(sub: string): Promise<readonly string[]> {
    return (await current.fixture.payments.receipts(sub)).flatMap(({ documents }) =>
      documents.map(({ number }) => number),
    );
  }
  async function last(): Promise<number> {
    const { rows } = await current.fixture.pool.query<{ last: number }>(
      'SELECT last FROM invoice_series WHERE series = $1 AND year = $2',
      [SELLER.taxId, year()],
    );
    return rows[0]?.last ?? 0;
  }

  it('follow one another without a gap, whatever is stored or fails between the payments', TIMEOUT, async () => {
    const { fixture } = current;
    const before = await last();
    const sub = newSub();
    for (let at = 0; at < 3; at += 1) {
      const order = await bought(sub);
      await look(sub, order);
      // What is stored again, or is undone, takes no number.
      for (const message of fixture.stripe.messages) await fixture.deliver(message);
      await fixture.pool
        .query(
          `INSERT INTO payments (order_id, reference, amount_cents, status, paid_at) VALUES ($1, $2, 0, 'paid', now())`,
          [order.id, `pi_${at}`],
        )
        .catch(() => undefined);
    }
    expect((await numbersOf(sub)).toSorted()).toEqual([1, 2, 3].map((more) => text(before + more)));
  });

  it('are given once each to payments that are booked at the same moment', TIMEOUT, async () => {
    const before = await last();
    const buyers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const sub = newSub();
        return { sub, order: await bought(sub) };
      }),
    );
    await Promise.all(buyers.flatMap(({ sub, order }) => [look(sub, order), look(sub, order)]));
    const all = (await Promise.all(buyers.map(({ sub }) => numbersOf(sub)))).flat();
    expect(all.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((more) => text(before + more)));
  });

  it('are taken back by a transaction that fails', TIMEOUT, async () => {
    const { fixture } = current;
    const before = await last();
    const sub = newSub();
    const order = await bought(sub);
    const failing = new Error('the disk is full');
    await fixture.pool.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${failing.message}'; END $$;
       CREATE CONSTRAINT TRIGGER fails AFTER INSERT ON invoice_numbers DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION fail()`,
    );
    await expect(look(sub, order)).rejects.toThrow(failing.message);
    await fixture.pool.query('DROP TRIGGER fails ON invoice_numbers');
    expect(await last()).toBe(before);
    const issuedOf = () =>
      fixture.pool.query('SELECT FROM invoices i JOIN payments p ON p.id = i.payment_id WHERE p.order_id = $1', [
        order.id,
      ]);
    expect((await issuedOf()).rowCount).toBe(0);
    await look(sub, order);
    expect(await numbersOf(sub)).toEqual([text(before + 1)]);
    expect((await issuedOf()).rowCount, 'what is printed comes with the number').toBe(1);
  });

  it('begin again with the year, and with another seller', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const order = await bought(sub);
    const other = wirePayments(fixture.pool, factsOf(fixture.stripe, fixture.crypto), {
      log: QUIET,
      publicUrl: 'http://localhost:3000',
      seller: { ...SELLER, company: 'Other OÜ', taxId: 'EE2' },
      clock: { now: () => new Date('2031-12-31T23:59:59Z') },
    });
    await other.order(sub, order.id);
    expect(await numbersOf(sub)).toEqual(['2031-00001']);
  });

  it(
    'of a refund is that of a credit note, which names the invoice; the invoice does not change',
    TIMEOUT,
    async () => {
      const { fixture } = current;
      const sub = newSub();
      const order = await bought(sub);
      await look(sub, order);
      const [receipt] = await fixture.payments.receipts(sub);
      const id = receipt?.id ?? '';
      const buyer = { sub, email: 'mara@firm.example' };
      const invoice = await fixture.payments.invoice(buyer, id);
      const pdf = renderInvoice(invoice);
      const intent = fixture.stripe.state.intents.get(order.reference ?? '');
      if (intent === undefined) throw new Error('Nothing was paid');
      fixture.stripe.actions.refund(intent, 100);
      for (const message of fixture.stripe.messages) await fixture.deliver(message);
      fixture.stripe.actions.refund(intent);
      for (const message of fixture.stripe.messages) await fixture.deliver(message);
      for (const message of fixture.stripe.messages) await fixture.deliver(message);
      const documents = (await fixture.payments.receipts(sub))[0]?.documents ?? [];
      expect(documents.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
        ['invoice', 990],
        ['credit_note', 100],
        ['credit_note', 890],
      ]);
      expect(new Set(documents.map(({ number }) => number)).size).toBe(3);
      const note = await fixture.payments.invoice(buyer, id, documents[1]?.number ?? '');
      expect(note).toMatchObject({
        number: documents[1]?.number,
        corrects: { number: invoice.number },
        amountCents: 100,
        tax: { percent: 24, cents: 19 },
        buyer: invoice.buyer,
      });
      expect(Buffer.from(renderInvoice(note)).subarray(0, 5).toString()).toBe('%PDF-');
      expect(Buffer.compare(renderInvoice(await fixture.payments.invoice(buyer, id)), pdf)).toBe(0);
      await expect(fixture.payments.invoice(buyer, id, '2026-99999')).rejects.toMatchObject({
        errorName: 'NotFound',
      });
      await expect(fixture.payments.invoice({ ...buyer, sub: newSub() }, id)).rejects.toMatchObject({
        errorName: 'NotFound',
      });
    },
  );

  it('of a card payment that the bank took back is that of a credit note over all of it', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const order = await bought(sub);
    await look(sub, order);
    const intent = fixture.stripe.state.intents.get(order.reference ?? '');
    if (intent === undefined) throw new Error('Nothing was paid');
    const documentsOf = async () => {
      for (const message of fixture.stripe.messages) await fixture.deliver(message);
      const [receipt] = await fixture.payments.receipts(sub);
      return receipt?.documents.map(({ kind, amountCents }) => [kind, amountCents]);
    };
    const dispute = fixture.stripe.actions.dispute(intent);
    expect(await documentsOf(), 'while it is open').toEqual([['invoice', 990]]);
    fixture.stripe.actions.closeDispute(dispute, 'lost');
    const both = [
      ['invoice', 990],
      ['credit_note', 990],
    ];
    expect(await documentsOf()).toEqual(both);
    expect(await documentsOf(), 'reported again').toEqual(both);
    const [receipt] = await fixture.payments.receipts(sub);
    const { number } = await fixture.payments.invoice({ sub, email: 'a@b.example' }, receipt?.id ?? '');
    const note = receipt?.documents[1]?.number ?? '';
    expect(await fixture.payments.invoice({ sub, email: 'a@b.example' }, receipt?.id ?? '', note)).toMatchObject({
      corrects: { number },
      amountCents: 990,
    });
  });

  it('of a crypto payment that was sent back is that of a credit note over all of it', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyByCrypto(sub, goodsOfChecks(10, DEFAULT_PRICE_LIST));
    const payment = fixture.crypto.begin(order.reference ?? '');
    fixture.crypto.move(payment, 'finished', 100);
    await look(sub, order);
    fixture.crypto.move(payment, 'refunded', 100);
    for (const message of fixture.crypto.messages) await fixture.deliverCrypto(message);
    const [receipt] = await fixture.payments.receipts(sub);
    expect(receipt?.documents.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['invoice', 990],
      ['credit_note', 990],
    ]);
  });

  it('and what is printed cannot be changed or removed', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    await look(sub, await bought(sub));
    const [receipt] = await fixture.payments.receipts(sub);
    await fixture.payments.invoice({ sub, email: 'a@b.example' }, receipt?.id ?? '');
    for (const table of ['invoices', 'invoice_numbers']) {
      await expect(fixture.pool.query(`DELETE FROM ${table}`)).rejects.toThrow(/append-only/);
      await expect(fixture.pool.query(`UPDATE ${table} SET issued_at = now()`)).rejects.toThrow(/append-only/);
      await expect(fixture.pool.query(`TRUNCATE ${table}`)).rejects.toThrow(/append-only/);
    }
  });
});
