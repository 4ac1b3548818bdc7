import { describe, expect, it } from 'vitest';
import { botOf, callBot, newUser } from './bot-fixture.ts';
import { useShop } from './use-shop.ts';

describe('check credits bought from a chat', () => {
  const shop = useShop();
  const user = (id = newUser()) => botOf(shop.app).user(id);
  const FORTY = { payment_type: 'stripe', checks_number: 40 } as const;

  it('are paid on the payment provider’s page, credited to the chat, and revoked by a refund', async () => {
    const chat = user();
    const opened = await chat.call('POST /bot/users/:user_id/payments', { body: FORTY });
    expect(new URL(opened.url).origin).toBe(shop.stripe.url);
    expect(opened).toMatchObject({ checks_number: 40, amount_cents: 3_960 });
    expect(await chat.call('GET /bot/users/:user_id/payments/:order_id', { order_id: opened.order_id })).toMatchObject({
      status: 'pending',
      title: '40 checks',
    });
    expect((await chat.call('PUT /bot/users/:user_id', { body: {} })).checks).toBe(3);

    await fetch(opened.url, { method: 'POST', body: new URLSearchParams({ do: 'pay' }), redirect: 'manual' });
    expect(await chat.call('GET /bot/users/:user_id/payments/:order_id', { order_id: opened.order_id })).toMatchObject({
      status: 'paid',
    });
    expect(await chat.call('PUT /bot/users/:user_id', { body: {} })).toMatchObject({ checks: 43, own_checks: 43 });

    const { state, actions } = shop.stripe;
    const intent = [...state.intents.values()].find(({ metadata }) => metadata['order_id'] === opened.order_id);
    if (intent === undefined) throw new Error('Nothing was paid');
    actions.refund(intent);
    const reported = shop.stripe.messages.at(-1);
    const hook = await shop.app.inject({
      method: 'POST',
      url: '/api/payment/webhooks/stripe',
      headers: { host: 'localhost:3000', 'content-type': 'application/json', ...reported?.headers() },
      payload: reported?.body ?? '',
    });
    expect(hook.statusCode).toBe(200);
    expect(await chat.call('PUT /bot/users/:user_id', { body: {} })).toMatchObject({ checks: 3 });
  });

  it('redirect back to the bot after an abandoned payment', async () => {
    const { url } = await user().call('POST /bot/users/:user_id/payments', { body: FORTY });
    const left = await fetch(url, { method: 'POST', body: new URLSearchParams({ do: 'abandon' }), redirect: 'manual' });
    expect(left.headers.get('location')).toBe('https://t.me/assay_test_bot');
  });

  it('can be paid by crypto as well', async () => {
    const opened = await user().call('POST /bot/users/:user_id/payments', {
      body: { payment_type: 'nowpayments', checks_number: 10 },
    });
    expect(opened.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
  });

  it('are not readable by another Telegram user', async () => {
    const { order_id } = await user().call('POST /bot/users/:user_id/payments', { body: FORTY });
    await expect(user().call('GET /bot/users/:user_id/payments/:order_id', { order_id })).rejects.toMatchObject({
      status: 404,
      errorName: 'NotFound',
    });
  });

  it('cannot be ordered while the payment provider does not respond; nothing is credited', async () => {
    const chat = user();
    shop.stripe.failNext(10);
    await expect(chat.call('POST /bot/users/:user_id/payments', { body: FORTY })).rejects.toMatchObject({
      status: 502,
      errorName: 'PaymentProviderFailed',
    });
    shop.stripe.failNext(0);
    expect((await chat.call('PUT /bot/users/:user_id', { body: {} })).checks).toBe(3);
  });
});

describe('check credits that cannot be bought from a chat', () => {
  const closed = useShop({ isOpen: false });
  const trial = useShop({ isTrial: true });
  const body = { payment_type: 'stripe', checks_number: 10 };

  it('where no payment provider is configured', async () => {
    const answer = await callBot(closed.app, 'POST', `/bot/users/${newUser()}/payments`, body);
    expect([answer.status, answer.errorName]).toEqual([503, 'PaymentsNotOffered']);
  });

  it('where the payment providers are stand-ins and the bot is on another machine', async () => {
    const elsewhere = { 'x-forwarded-for': '192.0.2.7' };
    const answer = await callBot(trial.app, 'POST', `/bot/users/${newUser()}/payments`, body, elsewhere);
    expect([answer.status, answer.errorName]).toEqual([503, 'PaymentsNotOffered']);
  });
});
