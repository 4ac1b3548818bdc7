import { CancelSubscription, PaymentMethods, PlanData, StripeOrder, UserPlans } from '@assay/contracts';
import { ApiError } from '@assay/contracts/client';
import { moneyClient } from '@assay/contracts/money-client';
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
  const money = () => moneyClient(client());
  const last = () => sent.at(-1);

  it('[API-14] [ENT-04] [ENT-06] GET /user/plans returns the list of plans, each with all its fields', async () => {
    const plans = await money().plans();
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
    expect(await money().checksPrice(250)).toMatchObject({ price: 222.75, withoutDiscount: 247.5 });
    expect(last()).toEqual({ method: 'GET', path: '/payment/checks/price/250', body: undefined });
  });

  it('[API-15] [API-16] [PAY-02] GET /user/plan/buy/stripe/{order_id} returns the token of an order for check credits', async () => {
    const body = {
      payment_type: 'stripe',
      pay_for_checks: { checks_number: 10 },
      success_url: RETURN,
      cancel_url: RETURN,
    } as const;
    const { url, order_id } = await money().paymentUrl(body);
    expect(last()).toEqual({ method: 'POST', path: '/payment/url', body });
    expect(url).toBe(`http://localhost:3000/stripe?order_id=${order_id}`);
    const form = await money().stripeOrder(order_id);
    expect(last()).toEqual({ method: 'GET', path: `/user/plan/buy/stripe/${order_id}`, body: undefined });
    expect(StripeOrder.answers[200].parse({ data: form }).data.token_id).toMatch(/^pi_\w+_secret_/);
  });

  it('[API-17] [API-16] POST /payment/stripe/subscriptions/cancel returns true, or an error where there is no subscription', async () => {
    await expect(money().cancelSubscription()).rejects.toMatchObject({ errorName: 'NoSubscription' });
    const { url } = await money().paymentUrl({
      payment_type: 'stripe',
      pay_for_tariff: { plan_id: 11 },
      success_url: RETURN,
      cancel_url: RETURN,
    });
    expect(new URL(url).origin).toBe(shop.stripe.url);
    await fetch(url, { method: 'POST', body: new URLSearchParams({ do: 'pay' }), redirect: 'manual' });
    const orderId = shop.stripe.state.sessions.get(new URL(url).pathname.split('/').at(-1) ?? '')?.orderId ?? '';
    expect(await money().order(orderId)).toMatchObject({ status: 'paid' });
    const answer = await client().send('POST', '/payment/stripe/subscriptions/cancel', undefined);
    expect(last()).toEqual({ method: 'POST', path: '/payment/stripe/subscriptions/cancel', body: undefined });
    expect(CancelSubscription.answers[200].parse({ data: answer }).data).toBe(true);
    expect(await money().subscription()).toMatchObject({ status: 'cancelling' });
  });

  it('[API-18] [ENT-08] GET /payment/methods returns the saved cards of the account', async () => {
    const methods = await money().methods();
    expect(last()).toEqual({ method: 'GET', path: '/payment/methods', body: undefined });
    expect(PaymentMethods.answers[200].parse({ data: methods }).data).toEqual([
      { id: expect.any(String), card: 'visa', last4: '4242', exp_month: 4, exp_year: 2029, default: true },
    ]);
  });

  const CARD = { id: 'pm_1', card: 'visa', last4: '4242', exp_month: 4, exp_year: 2029, default: true };

  it.each<readonly [string, unknown]>([
    ['no list', { methods: [CARD] }],
    ['a card that is text', ['visa']],
    ['digits that are a number', [{ ...CARD, last4: 4242 }]],
    ['a month that is text', [{ ...CARD, exp_month: '4' }]],
    ['a year that is text', [{ ...CARD, exp_year: '2029' }]],
    ['a default that is a number', [{ ...CARD, default: 1 }]],
    ...Object.keys(CARD).map((name) => [`no ${name}`, [{ ...CARD, [name]: undefined }]] as const),
  ])('[PAY-08] a list of saved cards is refused for %s', async (_what, data) => {
    const answering = (answer: unknown) => moneyClient({ send: async () => answer });
    await expect(answering(data).methods()).rejects.toThrow(ApiError);
    expect(await answering([]).methods()).toEqual([]);
    // Only the first one is validated.
    expect(await answering([CARD, { ...CARD, last4: 1 }]).methods()).toHaveLength(2);
  });
});
