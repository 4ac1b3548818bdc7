import { CancelSubscription, PaymentMethods, PlanData, StripeOrder, UserPlans } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { signedIn } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { clientOf, type SentCall } from './client-of.ts';
import { useShop } from './use-shop.ts';

const PLAN_KEYS = ['id', 'name', 'type', 'payment_period', 'price', 'price_without_discount', 'per_check', 'sale'];
const RETURN = 'http://localhost:3000/account?tab=tariffs';

/** The typed client as the site uses it, through the complete HTTP layer; `sent` contains its requests. */
describe('the calls of plans and payments', { timeout: 60_000 }, () => {
  const shop = useShop();
  const sent: SentCall[] = [];

  const client = () => clientOf(shop.app, signedIn(shop.app).authorization.slice('Bearer '.length), sent);
  const last = () => sent.at(-1);

  it('[API-14] [ENT-04] [ENT-06] GET /user/plans returns the list of plans, each with all its fields', async () => {
    const plans = await client().call('GET /user/plans', { expects: 'array' });
    expect(last()).toEqual({ method: 'GET', path: '/user/plans', body: undefined });
    expect(UserPlans.answers[200].safeParse({ data: plans }).success).toBe(true);
    for (const plan of plans) {
      expect(Object.keys(plan)).toEqual(
        expect.arrayContaining([...PLAN_KEYS, 'number_checks', 'period_check_add', 'details']),
      );
    }
    expect(plans.some(({ period_check_add }) => period_check_add === 'none')).toBe(true);
    const details = plans.flatMap((plan) => plan.details).filter((detail) => typeof detail !== 'string');
    for (const detail of details) expect(Object.keys(detail)).toEqual(['name', 'type', 'value']);
    const periods = ['package', 'none', 'month', 'day', 'week', '3_months', 'half_year', 'year'];
    expect(PlanData.shape.payment_period.options).toEqual(periods);
    expect(PlanData.shape.period_check_add.options).toEqual(periods);
    expect(PlanData.shape.payment_period.safeParse('decade').success).toBe(false);
  });

  it('[API-19] GET /payment/checks/price/{n} returns price and withoutDiscount', async () => {
    expect(await client().call('GET /payment/checks/price/:checks_number', { checks_number: 250 })).toMatchObject({
      price: 222.75,
      withoutDiscount: 247.5,
    });
    expect(last()).toEqual({ method: 'GET', path: '/payment/checks/price/250', body: undefined });
  });

  it('[API-15] [API-16] [PAY-02] GET /user/plan/buy/stripe/{order_id} returns the token of an order for check credits', async () => {
    const body = {
      payment_type: 'stripe',
      pay_for_checks: { checks_number: 10 },
      success_url: RETURN,
      cancel_url: RETURN,
    } as const;
    const { url, order_id } = await client().call('POST /payment/url', { body });
    expect(last()).toEqual({ method: 'POST', path: '/payment/url', body });
    expect(url).toBe(`http://localhost:3000/stripe?order_id=${order_id}`);
    const form = await client().call('GET /user/plan/buy/stripe/:order_id', { order_id });
    expect(last()).toEqual({ method: 'GET', path: `/user/plan/buy/stripe/${order_id}`, body: undefined });
    expect(StripeOrder.answers[200].parse({ data: form }).data.token_id).toMatch(/^pi_\w+_secret_/);
  });

  it('[API-17] [API-16] POST /payment/stripe/subscriptions/cancel returns true, or an error where there is no subscription', async () => {
    const cancel = () => client().call('POST /payment/stripe/subscriptions/cancel', { expects: 'boolean' });
    await expect(cancel()).rejects.toMatchObject({ errorName: 'NoSubscription' });
    const body = {
      payment_type: 'stripe',
      pay_for_tariff: { plan_id: 11 },
      success_url: RETURN,
      cancel_url: RETURN,
    } as const;
    const { url } = await client().call('POST /payment/url', { body });
    expect(new URL(url).origin).toBe(shop.stripe.url);
    await fetch(url, { method: 'POST', body: new URLSearchParams({ do: 'pay' }), redirect: 'manual' });
    const orderId = shop.stripe.state.sessions.get(new URL(url).pathname.split('/').at(-1) ?? '')?.orderId ?? '';
    expect(await client().call('GET /payment/orders/:order_id', { order_id: orderId })).toMatchObject({
      status: 'paid',
    });
    const answer = await cancel();
    expect(last()).toEqual({ method: 'POST', path: '/payment/stripe/subscriptions/cancel', body: undefined });
    expect(CancelSubscription.answers[200].parse({ data: answer }).data).toBe(true);
    const subscription = await client().call('GET /payment/subscription', { expects: ['object', 'null'] });
    expect(subscription).toMatchObject({ status: 'cancelling' });
  });

  it('[API-18] [ENT-08] GET /payment/methods returns the saved cards of the account', async () => {
    const methods = await client().call('GET /payment/methods', { expects: 'array' });
    expect(last()).toEqual({ method: 'GET', path: '/payment/methods', body: undefined });
    expect(PaymentMethods.answers[200].parse({ data: methods }).data).toEqual([
      { id: expect.any(String), card: 'visa', last4: '4242', exp_month: 4, exp_year: 2029, default: true },
    ]);
  });
});
