import { describe, expect, it } from 'vitest';
import { CHECKS_BY_CARD, useShop } from './use-shop.ts';

describe('without keys of any provider', () => {
  const shop = useShop({ isOpen: false });

  it('sells nothing and says so', async () => {
    expect((await shop.ask('GET', '/payment/offer')).data).toEqual({ providers: [], is_trial: false });
    for (const path of ['/payment/methods', `/user/plan/buy/stripe/${'0'.repeat(32)}`]) {
      expect(await shop.ask('GET', path)).toMatchObject({ status: 503, errorName: 'PaymentsNotOffered' });
    }
    expect(await shop.ask('POST', '/payment/url', CHECKS_BY_CARD)).toMatchObject({ errorName: 'PaymentsNotOffered' });
    expect((await shop.ask('GET', '/user/plans')).status).toBe(200);
  });
});

describe('with stand-ins', () => {
  const shop = useShop({ isTrial: true });

  it('sells on this machine, and nothing to a visit through somebody else', async () => {
    expect((await shop.ask('GET', '/payment/offer')).data).toMatchObject({ is_trial: true });
    const through = { 'x-forwarded-for': '203.0.113.7' };
    const offer = await shop.app.inject({ url: '/api/payment/offer', headers: { host: 'localhost:3000', ...through } });
    expect(offer.json().data).toEqual({ providers: [], is_trial: false });
  });

  it('sells nothing to a visit that only looks local', async () => {
    const looksLocal = await shop.app.inject({ url: '/api/payment/offer', headers: { host: 'localhost:3000' } });
    expect(looksLocal.json().data).toEqual({ providers: [], is_trial: false });
    const buying = await shop.ask('POST', '/payment/url', CHECKS_BY_CARD, { cookie: 'assay_local_3000=guess' });
    expect(buying).toMatchObject({ status: 503, errorName: 'PaymentsNotOffered' });
  });

  it('says when the provider is out of order', { timeout: 60_000 }, async () => {
    shop.stripe.failNext(20);
    expect(await shop.ask('POST', '/payment/url', CHECKS_BY_CARD)).toMatchObject({
      status: 502,
      errorName: 'PaymentProviderFailed',
    });
    shop.stripe.failNext(0);
  });
});
