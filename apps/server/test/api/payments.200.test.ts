import { expect, it } from 'vitest';
import { CHECKS_BY_CARD, useShop } from './use-shop.ts';

const shop = useShop();

it('lists the plans in the order of the catalogue, with prices in dollars and in cents', async () => {
  const { status, data } = await shop.ask('GET', '/user/plans');
  expect(status).toBe(200);
  expect(data).toHaveLength(17);
  expect(data).toContainEqual(
    expect.objectContaining({
      id: 12,
      type: 'standard_3',
      price: 162,
      price_cents: 16_200,
      sale: 10,
      number_checks: 300,
    }),
  );
});

it('returns the price of a number of check credits', async () => {
  const { data } = await shop.ask('GET', '/payment/checks/price/250');
  expect(data).toMatchObject({ price: 222.75, withoutDiscount: 247.5, price_cents: 22_275, discount_percent: 10 });
});

it('offers both payment providers', async () => {
  expect((await shop.ask('GET', '/payment/offer')).data).toEqual({
    providers: ['stripe', 'nowpayments'],
    is_trial: false,
  });
});

it('sells check credits by card, from the order to the invoice', { timeout: 60_000 }, async () => {
  const opened = await shop.ask('POST', '/payment/url', CHECKS_BY_CARD);
  expect(opened.status).toBe(200);
  const { url, order_id } = opened.data as { url: string; order_id: string };
  expect(url).toBe(`http://localhost:3000/stripe?order_id=${order_id}`);

  const [waiting] = (await shop.ask('GET', '/payment/orders')).data as [object];
  expect(waiting).toMatchObject({ order_id, status: 'pending', pay_url: url, missing: null });
  const form = await shop.ask('GET', `/user/plan/buy/stripe/${order_id}`);
  expect(form.data).toMatchObject({ amount_cents: 22_275, publishable_key: shop.stripe.publishableKey });
  const { token_id } = form.data as { token_id: string };

  // The request that the payment provider's script sends from the browser.
  const paid = await fetch(`${shop.stripe.url}/v1/payment_intents/${token_id.split('_secret_')[0]}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.stripe.publishableKey}` },
    body: new URLSearchParams({ client_secret: token_id, card: '4242 4242 4242 4242' }),
  });
  expect(paid.status).toBe(200);
  const message = shop.stripe.messages.findLast(({ type }) => type === 'payment_intent.succeeded');
  const reported = await shop.app.inject({
    method: 'POST',
    url: '/api/payment/webhooks/stripe',
    headers: { host: 'localhost:3000', 'content-type': 'application/json; charset=utf-8', ...message?.headers() },
    payload: message?.body ?? '',
  });
  expect(reported.statusCode).toBe(200);

  expect((await shop.ask('GET', `/payment/orders/${order_id}`)).data).toMatchObject({
    status: 'paid',
    title: '250 checks',
  });
  expect((await shop.ask('GET', '/auth/me')).data).toMatchObject({ checks: 260 });
  expect((await shop.ask('GET', '/payment/methods')).data).toMatchObject([
    { card: 'visa', last4: '4242', exp_month: 4, exp_year: 2029, default: true },
  ]);
  const receipts = await shop.ask('GET', '/payment/receipts');
  expect(receipts.data).toMatchObject([{ order_id, amount_cents: 22_275, status: 'paid' }]);
  const [{ invoice_path }] = receipts.data as [{ invoice_path: string }];
  const invoice = await shop.ask('GET', invoice_path);
  expect(invoice).toMatchObject({ status: 200, type: 'application/pdf' });
  expect(invoice.bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

it('opens a plan on the payment provider’s page, cancels it at the end of the paid period, and resumes it', {
  timeout: 60_000,
}, async () => {
  const plan = { ...CHECKS_BY_CARD, pay_for_checks: undefined, pay_for_tariff: { plan_id: 11 } };
  const { url, order_id } = (await shop.ask('POST', '/payment/url', plan)).data as { url: string; order_id: string };
  expect(url.startsWith(`${shop.stripe.url}/pay/cs_test_`)).toBe(true);
  expect((await shop.ask('GET', '/payment/subscription')).data).toBeNull();
  const back = await fetch(url, { method: 'POST', body: new URLSearchParams({ do: 'pay' }), redirect: 'manual' });
  expect(back.headers.get('location')).toBe('http://localhost:3000/account?tab=tariffs');
  expect((await shop.ask('GET', `/payment/orders/${order_id}`)).data).toMatchObject({ status: 'paid' });
  expect((await shop.ask('GET', '/payment/subscription')).data).toMatchObject({ plan_id: 11, status: 'active' });
  expect(await shop.ask('POST', '/payment/stripe/subscriptions/cancel')).toMatchObject({ status: 200, data: true });
  expect((await shop.ask('GET', '/payment/subscription')).data).toMatchObject({ status: 'cancelling', renewal: null });
  expect(await shop.ask('POST', '/payment/stripe/subscriptions/resume')).toMatchObject({ status: 200, data: true });
  expect((await shop.ask('GET', '/payment/subscription')).data).toMatchObject({
    status: 'active',
    renewal: { amount_cents: 6000 },
    next_addition: { checks_number: 100 },
    next_additions: [{ checks_number: 100, plan_name: 'Standard' }],
  });
});

it('keeps what one wants on invoices, and starts with nothing', async () => {
  const path = '/payment/billing-details';
  expect((await shop.ask('GET', path)).data).toEqual({ company: '', address: '', tax_id: '' });
  const details = { company: 'Firm OÜ', address: 'Narva mnt 5\n10117 Tallinn', tax_id: 'EE123456789' };
  expect(await shop.ask('PUT', path, details)).toMatchObject({ status: 200, data: details });
  expect((await shop.ask('GET', path)).data).toEqual(details);
});
