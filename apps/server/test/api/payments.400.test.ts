import { expect, it } from 'vitest';
import { signedIn } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { CHECKS_BY_CARD, useShop } from './use-shop.ts';

const shop = useShop();

it.each([
  { pay_for_checks: { checks_number: 9 } },
  { pay_for_checks: { checks_number: 100_001 } },
  { pay_for_checks: { checks_number: 10.5 } },
  { pay_for_checks: undefined },
  { pay_for_tariff: { plan_id: 7 } },
  { payment_type: 'cash' },
  { success_url: 'https://example.org/account' },
  { success_url: '//example.org' },
  { success_url: '/\\example.org' },
  { success_url: 'http://localhost:3000@example.org/' },
  { cancel_url: 'javascript:alert(1)' },
])('refuses an order with %j', async (wrong) => {
  const answer = await shop.ask('POST', '/payment/url', { ...CHECKS_BY_CARD, ...wrong });
  expect(answer).toMatchObject({ status: 400, errorName: 'ValidationError' });
});

it('[API-16] names the return address that is not of this site', async () => {
  for (const field of ['success_url', 'cancel_url']) {
    const { app, localCookie } = shop;
    const answer = await app.inject({
      method: 'POST',
      url: '/api/payment/url',
      headers: { ...signedIn(app), cookie: localCookie },
      payload: { ...CHECKS_BY_CARD, [field]: 'https://example.org/account' },
    });
    expect(answer.json()).toMatchObject({
      error: { errorName: 'ValidationError', fields: [{ field, problem: 'has to be an address of this site' }] },
    });
  }
});

it('refuses a price of too few or too many', async () => {
  for (const checks of ['9', '100001', 'x', '1.5']) {
    expect((await shop.ask('GET', `/payment/checks/price/${checks}`)).status).toBe(400);
  }
});

it.each(['stripe', 'nowpayments'])('refuses a message of %s without its signature', async (provider) => {
  const answer = await shop.ask('POST', `/payment/webhooks/${provider}`, { id: 'evt_1' });
  expect(answer).toMatchObject({ status: 400, errorName: 'SignatureRefused' });
});

it.each([
  [{ company: 'x'.repeat(121) }, 'company'],
  [{ company: 'two\nlines' }, 'company'],
  [{ address: 'a\u0000b' }, 'address'],
  [{ tax_id: 'x'.repeat(41) }, 'tax_id'],
])('refuses details of an invoice that cannot be printed: %j', async (details, field) => {
  const refused = await shop.ask('PUT', '/payment/billing-details', details);
  expect(refused).toMatchObject({ status: 400, errorName: 'ValidationError' });
  expect(refused.bytes.toString()).toContain(`"${field}"`);
});
