import { startNowPaymentsStandIn, startStripeStandIn } from '@assay/stand-ins';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { signedIn, testApp } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { wirePayments } from '../../src/modules/money/open/payments.ts';
import { factsOf, QUIET } from '../../src/modules/money/payments/test/payments-fixture.ts';
import { testDatabase } from '../support/database.ts';

export interface Shop {
  readonly app: FastifyInstance;
  /** Sent with every request of `ask`. */
  readonly localCookie: string;
  ask(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<ShopAnswer>;
  readonly stripe: Awaited<ReturnType<typeof startStripeStandIn>>;
  suspend(): Promise<void>;
}

export interface ShopAnswer {
  readonly status: number;
  readonly errorName: string | undefined;
  readonly data: unknown;
  readonly bytes: Buffer;
  readonly type: string;
}

/** The whole HTTP side with both providers, signed in to the demo account; `isOpen: false` is one without keys. */
export function useShop({ isOpen = true, isTrial = false } = {}): Shop {
  let started: (Omit<Shop, 'ask'> & { close(): Promise<void> }) | undefined;
  beforeAll(async () => {
    const database = await testDatabase();
    const stripe = await startStripeStandIn();
    const crypto = await startNowPaymentsStandIn({ delivers: false });
    const facts = isOpen ? factsOf(stripe, crypto) : { stripe: null, nowpayments: null };
    const payments = wirePayments(database.pool, facts, { log: QUIET, publicUrl: 'http://localhost:3000' });
    const server = await testApp(database.pool, {}, { payments, isPaymentTrial: isTrial });
    started = {
      app: server.app,
      localCookie: server.localCookie,
      stripe,
      suspend: async () => {
        await database.pool.query("UPDATE users SET suspended_at = now() WHERE sub = 'demo'");
      },
      close: async () => {
        await server.close();
        await Promise.all([stripe.close(), crypto.close()]);
        await database.drop();
      },
    };
  });
  afterAll(async () => {
    await started?.close();
  });
  const open = () => {
    if (started === undefined) throw new Error('The shop of this block is not open yet');
    return started;
  };
  return {
    get app() {
      return open().app;
    },
    get localCookie() {
      return open().localCookie;
    },
    get stripe() {
      return open().stripe;
    },
    suspend: () => open().suspend(),
    async ask(method, path, body, headers) {
      const answer = await open().app.inject({
        method,
        url: `/api${path}`,
        headers: {
          ...signedIn(open().app),
          cookie: open().localCookie,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      const type = String(answer.headers['content-type']);
      const said: { data?: unknown; error?: { errorName?: string } } = type.startsWith('application/json')
        ? answer.json()
        : {};
      return {
        status: answer.statusCode,
        errorName: said.error?.errorName,
        data: said.data,
        bytes: answer.rawPayload,
        type,
      };
    },
  };
}

export const CHECKS_BY_CARD = {
  payment_type: 'stripe',
  pay_for_checks: { checks_number: 250 },
  success_url: '/account?tab=tariffs',
  cancel_url: 'http://localhost:3000/account?tab=tariffs',
};
