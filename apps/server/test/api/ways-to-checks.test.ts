import type { CallBody } from '@assay/contracts/client';
import { startNowPaymentsStandIn, startStripeStandIn } from '@assay/stand-ins';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger } from '../../src/modules/money/index.ts';
import { wirePayments } from '../../src/modules/money/open/payments.ts';
import { factsOf, QUIET } from '../../src/modules/money/payments/test/payments-fixture.ts';
import { anyAnswer } from '../../src/modules/money/survey/test/survey-fixture.ts';
import { openedBy } from '../support/auth.ts';
import { testDatabase } from '../support/database.ts';
import { clientOf } from './client-of.ts';

let close: (() => Promise<void>) | undefined;
let house: { database: Awaited<ReturnType<typeof testDatabase>>; server: Awaited<ReturnType<typeof testApp>> };
let stripe: Awaited<ReturnType<typeof startStripeStandIn>>;

beforeAll(async () => {
  const database = await testDatabase();
  stripe = await startStripeStandIn();
  const crypto = await startNowPaymentsStandIn({ delivers: false });
  const payments = wirePayments(database.pool, factsOf(stripe, crypto), {
    log: QUIET,
    publicUrl: 'http://localhost:3000',
  });
  house = { database, server: await testApp(database.pool, {}, { payments }) };
  close = async () => {
    await house.server.close();
    await Promise.all([stripe.close(), crypto.close()]);
    await database.drop();
  };
});
afterAll(() => close?.());

it('[BIZ-04] [ROLE-02] checks come from a plan, from paying as one goes, from a promo code and from the survey', {
  timeout: 60_000,
}, async () => {
  const { pool } = house.database;
  const { app, auth } = house.server;
  const asked = { email: 'ways@example.com', acceptTerms: true, check: null, browserMark: null, knownMark: null };
  await auth.signIn.requestLink({ ...asked, asked: { device: 'A test', timezone: null, ip: null } });
  const outcome = await auth.signIn.confirmLink(auth.lastToken(), {
    device: 'A test',
    browserMark: null,
  });
  const signedIn = openedBy(outcome);
  const client = clientOf(app, signedIn.tokens.accessToken, []);
  const checks = async () => (await client.call('GET /auth/me')).checks;
  // The free check after sign-up.
  expect(await checks()).toBe(1);

  const returns = { success_url: '/account?tab=tariffs', cancel_url: '/account?tab=tariffs' };
  const buy = (goods: Pick<CallBody<'POST /payment/url'>, 'pay_for_tariff' | 'pay_for_checks'>) =>
    client.call('POST /payment/url', { body: { payment_type: 'stripe', ...goods, ...returns } });
  const cancel = () => client.call('POST /payment/stripe/subscriptions/cancel', { expects: 'boolean' });
  const order = (order_id: string) => client.call('GET /payment/orders/:order_id', { order_id });
  await expect(cancel(), 'on the free plan').rejects.toMatchObject({ errorName: 'NoSubscription' });
  const plan = await buy({ pay_for_tariff: { plan_id: 7 } });
  await fetch(plan.url, { method: 'POST', body: new URLSearchParams({ do: 'pay' }), redirect: 'manual' });
  expect(await order(plan.order_id)).toMatchObject({ status: 'paid' });
  expect(await checks()).toBe(1 + 30);

  const flex = await buy({ pay_for_checks: { checks_number: 10 } });
  const [intent] = [...stripe.state.intents.values()].filter(({ metadata }) => metadata['order_id'] === flex.order_id);
  if (intent === undefined) throw new Error('There is nothing to pay');
  stripe.actions.payIntent(intent, '4242424242424242');
  expect(await order(flex.order_id)).toMatchObject({ status: 'paid' });
  expect(await checks()).toBe(31 + 10);

  await pool.query(
    `INSERT INTO promo_codes (code, social, free_checks, total_usages, expired_at, created_at, updated_at)
     VALUES ('FIVE', 'telegram', 5, 1, now() + interval '1 day', now(), now())`,
  );
  expect(await client.call('POST /promocode/usages/:code', { code: 'FIVE' })).toMatchObject({ applied: true });
  expect(await checks()).toBe(41 + 5);

  await client.call('POST /survey/submit', { body: { answers: await anyAnswer(pool) } });
  expect(await checks()).toBe(46 + 3);
  expect(await client.call('GET /monitor/history', { expects: 'array' })).toEqual([]);
  expect(await cancel()).toBe(true);
  expect(await auditLedger(pool)).toEqual([]);
});
