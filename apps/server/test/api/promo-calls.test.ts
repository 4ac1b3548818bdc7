import { CreatePromoCode, PromoCodeData, RedeemPromoCode } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { enrolTotp } from '../support/totp-app.ts';
import { clientOf, type SentCall } from './client-of.ts';

const ADMIN = 'admin@assay.dev';

describe('the calls of promo codes', { timeout: 60_000 }, () => {
  const house = useAuthApp({ adminEmails: [ADMIN] });
  const sent: SentCall[] = [];
  const last = () => sent.at(-1);

  async function signIn(email: string) {
    const visitor = house.client();
    const { data } = await visitor.get(`/api/auth/confirm-link/${await house.ask(visitor, email)}`);
    const { accessToken } = data['tokens'] as { accessToken: string };
    await enrolTotp(house, house.client({ authorization: `Bearer ${accessToken}` }));
    return clientOf(house.app, accessToken, sent);
  }

  it('[API-21] [API-24] [ENT-11] GET /promocode lists what was made; POST /promocode/usages/{code} says what came of it', async () => {
    const client = await signIn(ADMIN);
    const goods = { social: 'x', expired_at: '2031-12-31' } as const;
    const made = await client.call('POST /promocode', {
      body: { ...goods, code: 'SPRING', free_checks: 5, total_usages: 2 },
    });
    expect(last()).toMatchObject({
      method: 'POST',
      path: '/promocode',
      body: { code: 'SPRING', social: 'x', free_checks: 5 },
    });
    expect(CreatePromoCode.answers[200].parse({ data: made }).data).toMatchObject({ code: 'SPRING', total_usages: 2 });
    const named = ['id', 'code', 'social', 'free_checks', 'total_usages', 'expired_at', 'created_at', 'updated_at'];
    for (const name of named) expect(Object.keys(PromoCodeData.shape)).toContain(name);
    expect(Object.keys(made)).toEqual(expect.arrayContaining(named));
    // The code may stay out.
    const unnamed = await client.call('POST /promocode', { body: { ...goods, free_checks: 1, total_usages: 1 } });
    expect(unnamed.code).toMatch(/^\w{6,}$/);
    const listed = await client.call('GET /promocode', { expects: 'array' });
    expect(last()).toEqual({ method: 'GET', path: '/promocode', body: undefined });
    expect(listed.map(({ id }) => id)).toContain(made.id);

    const redeem = () => client.call('POST /promocode/usages/:code', { code: 'spring' });
    const redeemed = await redeem();
    expect(last()).toEqual({ method: 'POST', path: '/promocode/usages/spring', body: undefined });
    expect(RedeemPromoCode.answers[200].parse({ data: redeemed }).data).toEqual({
      applied: true,
      message: 'Promo code applied: 5 free checks',
    });
    expect(await redeem()).toMatchObject({ applied: false });
  });
});
