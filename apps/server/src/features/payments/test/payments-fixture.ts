import { randomBytes } from 'node:crypto';
import {
  type NowPaymentsStandIn,
  type StripeStandIn,
  startNowPaymentsStandIn,
  startStripeStandIn,
} from '@assay/testkit/payments';
import { afterAll, beforeAll, expect } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import type { Pool } from '../../../db/index.ts';
import type { PaymentFacts } from '../../../payment-settings.ts';
import { wirePayments } from '../../../wiring-payments.ts';
import { auditLedger, ledger } from '../../ledger/index.ts';
import { type Goods, goodsOfChecks, goodsOfPlan } from '../goods.ts';
import type { Order, PaymentsLog } from '../payments.ports.ts';
import type { PaymentsService } from '../payments.service.ts';

export const RETURNS = { successUrl: 'http://localhost:3000/account', cancelUrl: 'http://localhost:3000/account' };
export const QUIET: PaymentsLog = { warn: () => undefined, error: () => undefined };
export const DAY_MS = 86_400_000;

/** What the product is told of both providers. */
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

/** A till over a real database and a card provider of its own. */
export interface Till {
  readonly pool: Pool;
  readonly url: string;
  readonly stripe: StripeStandIn;
  readonly crypto: NowPaymentsStandIn;
  readonly payments: PaymentsService;
  /** Moves both clocks, ours and the provider's. */
  passTime(ms: number): void;
  now(): Date;
  /** Everything the ledger says of an account; fails where the ledger does not add up. */
  holds(
    sub: string,
  ): Promise<{ checks: number; tariffs: readonly { plan: number; left: number; until: string | null }[] }>;
  buyChecks(sub: string, checks: number): Promise<Order>;
  buyPlan(sub: string, planId: number): Promise<Order>;
  buyByCrypto(sub: string, goods: Goods): Promise<Order>;
  /** Hands a message over as the provider would. */
  deliver(message: { body: string; headers: () => Record<string, string> }): Promise<void>;
  deliverCrypto(message: { body: string; headers: () => Record<string, string> }): Promise<void>;
  close(): Promise<void>;
}

export async function openTestTill(): Promise<Till> {
  const database: TestDatabase = await testDatabase();
  const stripe = await startStripeStandIn();
  const crypto = await startNowPaymentsStandIn({ delivers: false });
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const payments = wirePayments(database.pool, factsOf(stripe, crypto), {
    log: QUIET,
    publicUrl: 'http://localhost:3000',
    clock: { now },
  });
  const buyer = (sub: string) => ({ sub, email: `${sub}@example.org` });
  return {
    pool: database.pool,
    url: database.url,
    stripe,
    crypto,
    payments,
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
        goods: goodsOfChecks(checks),
        ...RETURNS,
      });
      return payments.order(sub, order.id);
    },
    async buyPlan(sub, planId) {
      const goods = goodsOfPlan(planId);
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

/** One till for the block that calls it. */
export function useTill(): { readonly till: Till } {
  let open: Till | undefined;
  beforeAll(async () => {
    open = await openTestTill();
  });
  afterAll(async () => {
    await open?.close();
  });
  return {
    get till() {
      if (open === undefined) throw new Error('The till of this block is not open yet');
      return open;
    },
  };
}

export function newSub(): string {
  return randomBytes(16).toString('hex');
}

/** What the person does on the provider's side. */
export function payOrder(till: Till, order: Order, card: '4242424242424242' | '4000000000000341' = '4242424242424242') {
  const intent = till.stripe.state.intents.get(order.reference ?? '');
  const session = till.stripe.state.sessions.get(order.reference ?? '');
  if (intent !== undefined) return till.stripe.actions.payIntent(intent, card);
  if (session !== undefined) return till.stripe.actions.paySession(session, card);
  throw new Error('The provider does not know this order');
}

/** Moves both clocks an hour past the end of what an order has paid for. */
export function passPeriod(till: Till, orderId: string): void {
  const subscription = [...till.stripe.state.subscriptions.values()].find(
    ({ metadata }) => metadata['order_id'] === orderId,
  );
  if (subscription === undefined) throw new Error('The provider knows no such subscription');
  till.passTime(subscription.end * 1000 - till.now().getTime() + 3_600_000);
}
