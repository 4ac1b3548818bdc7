import { expect, it } from 'vitest';
import { CHECKS_BY_CARD, useShop } from './use-shop.ts';

const shop = useShop();

it('knows nobody else’s orders and receipts', async () => {
  const nobody = '0'.repeat(32);
  for (const path of [
    `/payment/orders/${nobody}`,
    `/user/plan/buy/stripe/${nobody}`,
    '/payment/receipts/999/invoice',
    '/payment/receipts/999/credit-notes/2026-00001',
  ]) {
    expect(await shop.ask('GET', path)).toMatchObject({ status: 404, errorName: 'NotFound' });
  }
});

it.each([1, 2, 3, 4, 5, 6, 99])('does not sell plan %i', async (plan_id) => {
  const body = { ...CHECKS_BY_CARD, pay_for_checks: undefined, pay_for_tariff: { plan_id } };
  expect(await shop.ask('POST', '/payment/url', body)).toMatchObject({ status: 422, errorName: 'PlanNotForSale' });
});
