import { randomBytes } from 'node:crypto';
import { DEFAULT_PRICE_LIST, type PriceList } from '@assay/domain';
import {
  type NowPaymentsStandIn,
  type StripeStandIn,
  startNowPaymentsStandIn,
  startStripeStandIn,
} from '@assay/stand-ins';
import { afterAll, beforeAll, expect } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import type { PaymentFacts } from '../../../../platform/config/settings/payment-settings.ts';
import type { Pool } from '../../../../platform/db/index.ts';
import type { Log } from '../../../../platform/kernel/log.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import { auditLedger } from '../../ledger/audit.store.ts';
import { ledger } from '../../ledger/ledger.store.ts';
import { wirePayments } from '../../open/payments.ts';
import type { Seller } from '../documents/invoices.ts';
import type { Order } from '../payments.ports.ts';
import type { PaymentsService } from '../payments.service.ts';
import { type Goods, goodsOfChecks, goodsOfPlan } from '../plans/goods.ts';

export const RETURNS = { successUrl: 'http://localhost:3000/account', cancelUrl: 'http://localhost:3000/account' };
export const SELLER: Seller = {
  company: 'Firm OÜ',
  address: 'Narva mnt 5\n10117 Tallinn',
  taxId: 'EE123456789',
  email: 'help@firm.example',
  taxPercent: 24,
  productName: 'Assay',
};
export const QUIET: Pick<Log, 'warn' | 'error'> = { warn: () => undefined, error: () => undefined };
export const DAY_MS = 86_400_000;

/** The settings that make the product use both stand-in providers. */
export function factsOf(stripe: StripeStandIn, crypto: NowPaymentsStandIn): PaymentFacts {
  return {
    stripe: {
      apiUrl: stripe.url,
      secretKey: stripe.secretKey,
      publishableKey: stripe.publishableKey,
      webhookSecret: stripe.webhookSecret,
      scriptUrl: stripe.scriptUrl,
    },
    nowpayments: { apiUrl: crypto.url, apiKey: crypto.apiKey, ipnSecret: crypto.ipnSecret, login: crypto.login },
  };
}

/** Payments over a real database, with stand-in providers of their own. */
export interface PaymentsFixture extends Clock {
  readonly pool: Pool;
  readonly url: string;
  readonly stripe: StripeStandIn;
  readonly crypto: NowPaymentsStandIn;
  readonly payments: PaymentsService;
  /** Payments as they are after the next start, with this price list, and this seller instead of `SELLER`. */
  startWith(priceList: PriceList, seller?: Seller): void;
  /** Moves both clocks, the product's and the provider's. */
  passTime(ms: number): void;
  /** Everything the balance ledger has for an account; fails where the ledger is inconsistent. */
  holds(
    sub: string,
  ): Promise<{ checks: number; tariffs: readonly { plan: number; left: number; until: string | null }[] }>;
  buyChecks(sub: string, checks: number): Promise<Order>;
  buyPlan(sub: string, planId: number): Promise<Order>;
  buyByCrypto(sub: string, goods: Goods): Promise<Order>;
  /** Delivers a message as the provider would. */
  deliver(message: { body: string; headers: () => Record<string, string> }): Promise<void>;
  deliverCrypto(message: { body: string; headers: () => Record<string, string> }): Promise<void>;
  close(): Promise<void>;
}

export async function openPaymentsFixture(): Promise<PaymentsFixture> {
  const database: TestDatabase = await testDatabase();
  const stripe = await startStripeStandIn();
  const crypto = await startNowPaymentsStandIn({ delivers: false });
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const open = (priceList: PriceList, seller = SELLER) =>
    wirePayments(database.pool, factsOf(stripe, crypto), {
      log: QUIET,
      publicUrl: 'http://localhost:3000',
      priceList,
      seller,
      clock: { now },
    });
  let payments = open(DEFAULT_PRICE_LIST);
  const buyer = (sub: string) => ({ sub, email: `${sub}@example.org` });
  return {
    pool: database.pool,
    url: database.url,
    stripe,
    crypto,
    get payments() {
      return payments;
    },
    startWith(priceList, seller) {
      payments = open(priceList, seller);
    },
    now,
    passTime(ms) {
      offsetMs += ms;
      stripe.passTime(ms);
      crypto.passTime(ms);
    },
    async holds(sub) {
      expect(await auditLedger(database.pool)).toEqual([]);
      const { checks, tariffs } = await ledger.stateOf(database.pool, sub, now());
      return {
        checks,
        tariffs: tariffs.map((one) => ({ plan: one.plan.id, left: one.left_checks, until: one.expired_in })),
      };
    },
    async buyChecks(sub, checks) {
      const { order } = await payments.buy(buyer(sub), {
        provider: 'stripe',
        goods: goodsOfChecks(checks, payments.priceList),
        ...RETURNS,
      });
      return payments.order(sub, order.id);
    },
    async buyPlan(sub, planId) {
      const goods = goodsOfPlan(planId, payments.priceList);
      if (goods === null) throw new Error('Not for sale');
      const { order } = await payments.buy(buyer(sub), { provider: 'stripe', goods, ...RETURNS });
      return payments.order(sub, order.id);
    },
    async deliver(message) {
      await payments.receive('stripe', Buffer.from(message.body), message.headers());
    },
    async buyByCrypto(sub, goods) {
      const { order } = await payments.buy(buyer(sub), { provider: 'nowpayments', goods, ...RETURNS });
      return payments.order(sub, order.id);
    },
    async deliverCrypto(message) {
      await payments.receive('nowpayments', Buffer.from(message.body), message.headers());
    },
    close: async () => {
      await Promise.all([stripe.close(), crypto.close()]);
      await database.drop();
    },
  };
}

/** A fixture for the test block that calls it. */
export function usePaymentsFixture(): { readonly fixture: PaymentsFixture } {
  let open: PaymentsFixture | undefined;
  beforeAll(async () => {
    open = await openPaymentsFixture();
  });
  afterAll(async () => {
    await open?.close();
  });
  return {
    get fixture() {
      if (open === undefined) throw new Error('The fixture of this block is not open yet');
      return open;
    },
  };
}

export function newSub(): string {
  return randomBytes(16).toString('hex');
}

/** An account with an email address: `<sub>@firm.example`. */
export async function newPerson({ pool }: Pick<PaymentsFixture, 'pool'>): Promise<{ sub: string; email: string }> {
  const sub = newSub();
  const email = `${sub}@firm.example`;
  await pool.query(
    'INSERT INTO users (sub, email, mailbox_key, created_at, confirmed_at) VALUES ($1, $2, $2, now(), now())',
    [sub, email],
  );
  return { sub, email };
}

/** What the person does on the provider's page. */
export function payOrder(
  fixture: PaymentsFixture,
  order: Order,
  card: '4242424242424242' | '4000000000000341' = '4242424242424242',
) {
  const intent = fixture.stripe.state.intents.get(order.reference ?? '');
  const session = fixture.stripe.state.sessions.get(order.reference ?? '');
  if (intent !== undefined) return fixture.stripe.actions.payIntent(intent, card);
  if (session !== undefined) return fixture.stripe.actions.paySession(session, card);
  throw new Error('The provider does not know this order');
}

/** Moves both clocks an hour past the end of what an order has paid for. */
export function passPeriod(fixture: PaymentsFixture, orderId: string): void {
  const subscription = [...fixture.stripe.state.subscriptions.values()].find(
    ({ metadata }) => metadata['order_id'] === orderId,
  );
  if (subscription === undefined) throw new Error('The provider knows no such subscription');
  fixture.passTime(subscription.end * 1000 - fixture.now().getTime() + 3_600_000);
}
