import { DEFAULT_PRICE_LIST } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { companyParts } from '../../src/app/composition/person.ts';
import { wireWorkspaces } from '../../src/modules/accounts/open/workspaces.ts';
import {
  auditLedger,
  buildPaymentsService,
  depositsStore,
  FLEX_TARIFF,
  invoiceNumbersStore,
  invoicesStore,
  ledger,
  ordersStore,
  paymentsStore,
} from '../../src/modules/money/index.ts';
import { gatewaysOf } from '../../src/modules/money/outside/payments/payment-providers.ts';
import { goodsOfChecks } from '../../src/modules/money/payments/plans/goods.ts';
import {
  factsOf,
  newSub,
  payOrder,
  QUIET,
  RETURNS,
  usePaymentsFixture,
} from '../../src/modules/money/payments/test/payments-fixture.ts';
import { recordAudit } from '../../src/platform/audit/index.ts';
import { inTransaction } from '../../src/platform/db/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';

const CHECKS = 50;

describe('a company that is closed during a purchase', () => {
  const shop = usePaymentsFixture();

  /** A company with 3 check credits and an order for 50, opened at the provider. */
  async function companyWithOrder() {
    const { pool } = shop.fixture;
    const id = newSub();
    const owner = newSub();
    await pool.query(
      "INSERT INTO users (sub, email, mailbox_key, confirmed_at) VALUES ($1, $1 || '@a.example', $1, now())",
      [owner],
    );
    await pool.query(
      `WITH made AS (INSERT INTO workspaces (id, kind, name) VALUES ($1, 'company', 'Firm') RETURNING id)
       INSERT INTO workspace_members (workspace, sub, role) SELECT id, $2, 'owner' FROM made`,
      [id, owner],
    );
    const grant = { sub: id, tariff: FLEX_TARIFF, checks: 3, reason: 'operator' as const, expiresAt: null };
    await ledger.grant(pool, { ...grant, key: `first ${id}` });
    const order = await shop.fixture.buyChecks(id, CHECKS);
    const { workspaces } = wireWorkspaces(pool, {
      secret: Buffer.alloc(32, 1),
      domains: { blocked: [], allowed: [] },
      queueMail: async () => undefined,
      owned: companyParts(),
    });
    const workspace = { kind: 'company', id, name: 'Firm', role: 'owner' } as const;
    const acting = { sub: owner, email: 'a@a.example', sessionId: newSub(), from: { ip: null, device: null } };
    return { id, owner, order, close: () => workspaces.close({ ...acting, workspace }, 'Firm') };
  }

  /** Payments stored for an order, and what anybody holds of it. */
  async function booksOf(orderId: string, company: string, owner: string) {
    const { pool } = shop.fixture;
    expect(await auditLedger(pool)).toEqual([]);
    const stored = await pool.query<{ sub: string | null; payments: number }>(
      `SELECT o.sub, (SELECT count(*)::integer FROM payments p WHERE p.order_id = o.id AND p.status = 'paid') AS payments
         FROM orders o WHERE o.id = $1`,
      [orderId],
    );
    const credited = await pool.query<{ granted: number }>(
      `SELECT coalesce(sum(checks), 0)::integer AS granted FROM ledger_entries
        WHERE kind = 'grant' AND key LIKE '%' || (SELECT reference FROM payments WHERE order_id = $1 LIMIT 1) || '%'`,
      [orderId],
    );
    const held = (sub: string) => ledger.stateOf(pool, sub).then(({ checks }) => checks);
    return {
      ...stored.rows[0],
      granted: credited.rows[0]?.granted,
      company: await held(company),
      owner: await held(owner),
      holders: (await pool.query('SELECT FROM ledger_holders WHERE sub = $1', [company])).rowCount,
    };
  }

  const UNCREDITED = { sub: null, payments: 1, granted: 0, company: 0, owner: 0, holders: 0 };

  it('is credited nothing when it is paid afterwards: the payment is recorded once, however often it is reported', async () => {
    const { fixture } = shop;
    const { id, owner, order, close } = await companyWithOrder();
    await close();
    payOrder(fixture, order);
    const message = fixture.stripe.messages.at(-1);
    if (message === undefined) throw new Error('The provider reported nothing');
    for (let times = 0; times < 3; times += 1) await fixture.deliver(message);
    await fixture.payments.reconcile();
    expect(await booksOf(order.id, id, owner)).toEqual(UNCREDITED);
  });

  it('loses what was credited before, and only that', async () => {
    const { fixture } = shop;
    const { id, owner, order, close } = await companyWithOrder();
    payOrder(fixture, order);
    const message = fixture.stripe.messages.at(-1);
    if (message === undefined) throw new Error('The provider reported nothing');
    await fixture.deliver(message);
    expect((await fixture.holds(id)).checks).toBe(3 + CHECKS);
    await close();
    await fixture.deliver(message);
    expect(await booksOf(order.id, id, owner)).toEqual({ ...UNCREDITED, granted: CHECKS });
  });

  it('is credited nothing when it is closed between reading the order and booking the payment', async () => {
    const { fixture } = shop;
    const { id, owner, order, close } = await companyWithOrder();
    payOrder(fixture, order);
    const message = fixture.stripe.messages.at(-1);
    if (message === undefined) throw new Error('The provider reported nothing');
    const clock = { now: () => new Date() };
    const gateways = gatewaysOf(factsOf(fixture.stripe, fixture.crypto), 'http://localhost:3000', clock);
    const { stripe } = gateways;
    if (stripe === null) throw new Error('There is no provider');
    let isClosed = false;
    const payments = buildPaymentsService({
      db: fixture.pool,
      transaction: (work) => inTransaction(fixture.pool, work),
      orders: ordersStore,
      invoiceYears: 7,
      payments: paymentsStore,
      deposits: depositsStore,
      numbers: invoiceNumbersStore,
      seller: { company: 'Firm OÜ', address: null, taxId: 'EE1', email: '', taxPercent: 24, productName: 'Assay' },
      emailsOf: async () => [],
      invoices: invoicesStore,
      ledger,
      audit: recordAudit,
      gateways: {
        ...gateways,
        stripe: {
          ...stripe,
          read: async (...asked) => {
            if (!isClosed) await close();
            isClosed = true;
            return stripe.read(...asked);
          },
        },
      },
      clock,
      log: QUIET,
      priceList: DEFAULT_PRICE_LIST,
      newId: newSub,
    });
    await payments.receive('stripe', Buffer.from(message.body), message.headers());
    expect(isClosed).toBe(true);
    expect(await booksOf(order.id, id, owner)).toEqual(UNCREDITED);
  });

  it('ends in one of these two ways when payment and closing arrive at once', async () => {
    const { fixture } = shop;
    for (let turn = 0; turn < 6; turn += 1) {
      const { id, owner, order, close } = await companyWithOrder();
      payOrder(fixture, order);
      const message = fixture.stripe.messages.at(-1);
      if (message === undefined) throw new Error('The provider reported nothing');
      const pause = new Promise((resolve) => setTimeout(resolve, turn * 3));
      const both = await Promise.allSettled([fixture.deliver(message), pause.then(close), fixture.deliver(message)]);
      // A deadlock ends one of them: the member tries again, and the provider reports again.
      if (both[1].status === 'rejected') await close();
      await fixture.deliver(message);
      await fixture.payments.reconcile();
      const books = await booksOf(order.id, id, owner);
      expect([0, CHECKS]).toContain(books.granted);
      expect({ ...books, granted: 0 }).toEqual(UNCREDITED);
    }
  });

  it('cannot place an order any more, also by a request that began before', async () => {
    const { fixture } = shop;
    const { id, close } = await companyWithOrder();
    await close();
    const request = { provider: 'stripe', goods: goodsOfChecks(CHECKS, DEFAULT_PRICE_LIST), ...RETURNS } as const;
    const late = inWorkspace(id, () => fixture.payments.buy({ sub: id, email: null }, request));
    await expect(late).rejects.toMatchObject({ errorName: 'NotFound' });
    expect((await fixture.pool.query('SELECT FROM orders WHERE sub = $1', [id])).rowCount).toBe(0);
  });
});
