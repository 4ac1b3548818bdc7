import { expect, it } from 'vitest';
import { CHECKS_BY_CARD, useShop } from './use-shop.ts';

const shop = useShop();

it.each([
  ['POST', '/payment/url'],
  ['GET', '/payment/methods'],
  ['GET', '/payment/receipts'],
  ['GET', '/payment/orders'],
  ['GET', '/payment/billing-details'],
  ['PUT', '/payment/billing-details'],
  ['GET', '/payment/receipts/1/invoice'],
  ['GET', '/payment/receipts/1/credit-notes/2026-00001'],
  ['GET', '/payment/subscription'],
  ['POST', '/payment/stripe/subscriptions/cancel'],
  ['POST', '/payment/stripe/subscriptions/resume'],
  ['GET', `/payment/orders/${'0'.repeat(32)}`],
  ['GET', `/user/plan/buy/stripe/${'0'.repeat(32)}`],
] as const)('asks guests to sign in: %s %s', async (method, path) => {
  const body = method === 'GET' ? undefined : CHECKS_BY_CARD;
  expect(await shop.ask(method, path, body, { authorization: '' })).toMatchObject({ status: 401 });
});

it('sells nothing to a suspended account, renews nothing for it, and still cancels', async () => {
  await shop.suspend();
  expect(await shop.ask('POST', '/payment/url', CHECKS_BY_CARD)).toMatchObject({
    status: 403,
    errorName: 'AccountSuspended',
  });
  expect(await shop.ask('POST', '/payment/stripe/subscriptions/resume')).toMatchObject({
    errorName: 'AccountSuspended',
  });
  expect(await shop.ask('POST', '/payment/stripe/subscriptions/cancel')).toMatchObject({ errorName: 'NoSubscription' });
});
