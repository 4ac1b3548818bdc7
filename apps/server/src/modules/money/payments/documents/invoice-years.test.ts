import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { presentReceipt } from '../payments.presenter.ts';
import { newSub, usePaymentsFixture } from '../test/payments-fixture.ts';
import { invoicesOverBefore } from './invoice-years.ts';
import { invoicesStore } from './invoices.store.ts';

const TIMEOUT = { timeout: 60_000 };
const YEAR = new Date().getUTCFullYear();
const BEFORE = invoicesOverBefore(new Date(), 7);

describe('an invoice whose seven years are over', () => {
  const current = usePaymentsFixture();

  /** A payment of that time, with its invoice, and a credit note of another; the id of the payment. */
  async function invoiced(sub: string, at: string, notedAt: string | null = null): Promise<string> {
    const { pool } = current.fixture;
    const { rows } = await pool.query<{ id: string }>(
      `WITH ordered AS (
         INSERT INTO orders (id, sub, provider, checks, amount_cents, success_url, cancel_url, status, created_at, looked_at)
         VALUES ($1, $2, 'stripe', 10, 990, 'a', 'a', 'created', $3, $3) RETURNING id)
       INSERT INTO payments (order_id, reference, amount_cents, status, paid_at)
       SELECT id, 'pi_' || id, 990, 'paid', $3 FROM ordered RETURNING id`,
      [randomBytes(16).toString('hex'), sub, at],
    );
    const id = rows[0]?.id ?? '';
    await pool.query(
      `INSERT INTO invoice_numbers (payment_id, kind, number, amount_cents, issued_at)
       SELECT $1::bigint, kind, 'n' || $1::bigint, 990, at FROM (VALUES ('invoice', $2::timestamptz), ('credit_note', $3)) AS made (kind, at)
        WHERE at IS NOT NULL`,
      [id, at, notedAt],
    );
    await pool.query(
      `INSERT INTO invoices (payment_id, issued_at, seller, buyer) VALUES ($1, $2, '{"name": "Firm"}', '{"name": "Mara"}')`,
      [id, at],
    );
    return id;
  }

  async function kept(): Promise<readonly string[]> {
    const { rows } = await current.fixture.pool.query<{ id: string }>('SELECT payment_id AS id FROM invoices');
    return rows.map(({ id }) => id);
  }

  it(
    'is removed with what is printed on it, its number stays, and one of the year after stays whole',
    TIMEOUT,
    async () => {
      const { pool } = current.fixture;
      const sub = newSub();
      const over = await invoiced(sub, `${YEAR - 8}-12-31T23:59:59Z`);
      const young = await invoiced(sub, `${YEAR - 7}-01-01T00:00:00Z`);
      const corrected = await invoiced(sub, `${YEAR - 9}-06-01T00:00:00Z`, `${YEAR - 7}-02-01T00:00:00Z`);
      expect(await invoicesStore.removeIssuedBefore(pool, BEFORE)).toBe(1);
      expect((await kept()).toSorted()).toEqual([young, corrected].toSorted());
      const { rows } = await pool.query('SELECT kind FROM invoice_numbers WHERE payment_id = $1', [over]);
      expect(rows).toEqual([{ kind: 'invoice' }]);
    },
  );

  it('is not made a second time, and no page names it', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const over = await invoiced(sub, `${YEAR - 8}-12-31T23:59:59Z`);
    await invoicesStore.removeIssuedBefore(fixture.pool, BEFORE);
    const asked = fixture.payments.invoice({ sub, email: 'mara@firm.example' }, over);
    await expect(asked).rejects.toMatchObject({ errorName: 'NotFound' });
    expect(await kept()).not.toContain(over);
    const [receipt] = await fixture.payments.receipts(sub);
    if (receipt === undefined) throw new Error('The payment is not there');
    expect(presentReceipt(receipt)).toMatchObject({ id: over, invoice_path: null, credit_notes: [] });
  });

  it('stays with all that is printed on it while its buyer is under a legal hold', TIMEOUT, async () => {
    const { pool } = current.fixture;
    const sub = newSub();
    const over = await invoiced(sub, `${YEAR - 8}-12-31T23:59:59Z`);
    await pool.query(
      `INSERT INTO legal_holds (id, workspace, kind, placed_by, reason, placed_at, until)
       VALUES ('hold_000000000000', $1, 'person', 'a court', 'a', now() - interval '2 days', now() + interval '1 day')`,
      [sub],
    );
    expect(await invoicesStore.removeIssuedBefore(pool, BEFORE)).toBe(0);
    await pool.query("UPDATE legal_holds SET until = now() - interval '1 second'");
    expect(await invoicesStore.removeIssuedBefore(pool, BEFORE)).toBe(1);
    expect(await kept()).not.toContain(over);
  });

  it('and no other can be removed, by whatever statement', TIMEOUT, async () => {
    const young = await invoiced(newSub(), `${YEAR - 7}-01-01T00:00:00Z`);
    const removed = current.fixture.pool.query('DELETE FROM invoices WHERE payment_id = $1', [young]);
    await expect(removed).rejects.toThrow(/append-only/);
    expect(await kept()).toContain(young);
  });
});
