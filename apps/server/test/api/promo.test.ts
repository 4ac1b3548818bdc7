import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const ADMIN = 'admin@assay.dev';

describe('the calls of promo codes', () => {
  const server = useAuthApp({ adminEmails: [ADMIN] });

  it('make with defaults, list, redeem once, and delete', { timeout: 60_000 }, async () => {
    const admin = await server.signedIn(ADMIN);
    const made = await admin.post('/api/promocode', {});
    expect(made).toMatchObject({
      status: 200,
      data: { social: 'telegram', free_checks: 1, total_usages: 1, usages: 0 },
    });
    // The end of today in the time zone of the administrator.
    expect(new Date(String(made.data['expired_at'])).getTime()).toBeGreaterThan(Date.now());
    const { code, id } = made.data;
    const before = Number((await admin.get('/api/auth/me')).data['checks']);
    expect((await admin.post(`/api/promocode/usages/${String(code)}`)).data).toEqual({
      applied: true,
      message: 'Promo code applied: 1 free check',
    });
    expect((await admin.post(`/api/promocode/usages/${String(code)}`)).data).toMatchObject({ applied: false });
    expect((await admin.get('/api/auth/me')).data['checks']).toBe(before + 1);
    expect((await admin.get('/api/promocode')).text).toContain(`"usages":1`);
    expect((await admin.delete(`/api/promocode/${Number(id)}`)).status).toBe(200);
    expect((await admin.delete(`/api/promocode/${Number(id)}`)).status).toBe(404);
  });

  it('[ROLE-04] [PROMO-08] refuse what is wrong, taken, or not for this visitor', { timeout: 60_000 }, async () => {
    const admin = await server.signedIn(ADMIN);
    for (const wrong of [
      { free_checks: -1 },
      { total_usages: 1.5 },
      { total_usages: -1 },
      { social: 'mail' },
      { code: 'a b' },
      { expired_at: 'x' },
      { expired_at: '0000-01-01' },
      { expired_at: '0001-01-01T00:00:00+23:59' },
      { expired_at: '9999-12-31' },
      { expired_at: '9999-12-31T23:59:59-23:59' },
    ]) {
      expect(await admin.post('/api/promocode', wrong)).toMatchObject({ status: 400, errorName: 'ValidationError' });
    }
    await admin.post('/api/promocode', { code: 'SPRING' });
    expect(await admin.post('/api/promocode', { code: 'spring' })).toMatchObject({
      status: 409,
      errorName: 'PromoCodeTaken',
    });
    const other = await server.signedIn('somebody@assay.dev');
    expect((await other.get('/api/promocode')).status).toBe(403);
    expect((await other.post('/api/promocode', {})).status).toBe(403);
    expect((await server.browser().post('/api/promocode/usages/SPRING')).status).toBe(401);
  });

  it('have no last day where it is null, are redeemed then, and get one again by a change', {
    timeout: 60_000,
  }, async () => {
    const admin = await server.signedIn(ADMIN);
    const made = await admin.post('/api/promocode', { code: 'FOREVER', expired_at: null });
    expect(made).toMatchObject({ status: 200, data: { expired_at: null } });
    const path = `/api/promocode/${Number(made.data['id'])}`;
    expect((await admin.patch(path, { free_checks: 2 })).data).toMatchObject({ expired_at: null });
    expect((await admin.post('/api/promocode/usages/FOREVER')).data).toMatchObject({ applied: true });
    expect((await admin.post('/api/promocode/usages/FOREVER')).data).toMatchObject({ applied: false });
    expect((await admin.patch(path, { expired_at: '2020-01-31' })).data).toMatchObject({
      expired_at: expect.stringContaining('2020-'),
    });
    const other = await server.signedIn('late@assay.dev');
    expect((await other.post('/api/promocode/usages/FOREVER')).data).toMatchObject({
      applied: false,
      message: 'This promo code has expired',
    });
    expect((await admin.patch(path, { expired_at: null })).data).toMatchObject({ expired_at: null });
  });

  it('take the last day they know in every time zone', { timeout: 60_000 }, async () => {
    const admin = await server.signedIn(ADMIN);
    const made = await admin.post(
      '/api/promocode',
      { expired_at: '9999-12-30' },
      { 'the-timezone-iana': 'Etc/GMT+12' },
    );
    expect(made).toMatchObject({ status: 200, data: { expired_at: '9999-12-31T11:59:59.999Z' } });
  });

  it('find no code where there cannot be one', { timeout: 60_000 }, async () => {
    const somebody = await server.signedIn('somebody@assay.dev');
    for (const code of ['%00', 'a%00b', '%F0%9F%92%B0', '%27%20OR%201=1']) {
      expect(await somebody.post(`/api/promocode/usages/${code}`)).toMatchObject({
        status: 200,
        data: { applied: false, message: 'This promo code doesn’t exist' },
      });
    }
  });
});
