import { ConfirmLinkData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const BTC = { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ticker: 'BTC' };

describe('GET /auth/confirm-link/{link}, answered 200', () => {
  const server = useAuthApp({ adminEmails: ['boss@firm.example'] });

  it('signs a browser in by a cookie of seven days that no script reads, and shows it no token', async () => {
    const browser = server.browser();
    const answer = await browser.get(`/api/auth/confirm-link/${await server.ask(browser, 'first@firm.example')}`);
    expect(answer.status).toBe(200);
    expect(answer.setCookie).toHaveLength(2);
    expect(answer.setCookie[1]).toMatch(/^assay_known=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(answer.setCookie[0]).toMatch(/^assay_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(ConfirmLinkData.parse(answer.data)).toEqual(answer.data);
    expect(answer.data).toMatchObject({
      user: { email: 'first@firm.example', checks: 1, isAdmin: false },
      check: null,
    });
    expect(answer.data).not.toHaveProperty('tokens');
    for (const secret of (browser.cookies.get('assay_session') ?? '').split('~')) {
      expect(answer.text).not.toContain(secret);
    }
    expect(await browser.get('/api/auth/me')).toMatchObject({ status: 200, data: { email: 'first@firm.example' } });
  });

  it('[API-06] gives an API client its tokens and no cookie', async () => {
    const client = server.client();
    const answer = await client.get(`/api/auth/confirm-link/${await server.ask(client, 'program@firm.example')}`);
    expect(answer.setCookie).toEqual([]);
    const { tokens } = ConfirmLinkData.parse(answer.data);
    const me = await client.get('/api/auth/me', { authorization: `Bearer ${tokens?.accessToken}` });
    expect(me).toMatchObject({ status: 200, data: { email: 'program@firm.example' } });
    expect((await client.get('/api/auth/me', { authorization: `Bearer ${tokens?.refreshToken}` })).status).toBe(401);
  });

  it('[BIZ-03] credits one free check for a new mailbox, however often and under whatever spelling it comes', async () => {
    const first = await server.signedIn('free.check@gmail.com');
    expect((await first.get('/api/auth/me')).data['checks']).toBe(1);
    expect((await (await server.signedIn('free.check@gmail.com')).get('/api/auth/me')).data['checks']).toBe(1);
    expect((await (await server.signedIn('freecheck+2@googlemail.com')).get('/api/auth/me')).data['checks']).toBe(0);
  });

  it('[API-06] runs the check that travelled with the link in the browser that asked', async () => {
    const browser = server.browser();
    const token = await server.ask(browser, 'order@firm.example', { cryptoAssetOrder: BTC });
    const answer = await browser.get(`/api/auth/confirm-link/${token}`);
    const { check, user } = ConfirmLinkData.parse(answer.data);
    if (check === null || !('data' in check)) throw new Error('No check was started');
    expect(user.checks).toBe(0);
    const state = await browser.get(`/api/monitor/check/${check.data.sub_id}`);
    expect(state.data).toMatchObject({ status: 'done', asset: { address: BTC.address } });
  });

  it.each(['another browser', 'a browser that asked for another link', 'an API client', 'an API client that asked'])(
    'spends nothing for a check that travelled with the link in %s, and hands it out as pending',
    async (where) => {
      const email = `${where.replaceAll(' ', '-')}@firm.example`;
      const self = where.startsWith('an API') ? server.client() : server.browser();
      const stranger = where === 'an API client that asked' ? self : server.browser();
      if (where === 'a browser that asked for another link') await server.ask(self, email);
      const order = { ...BTC, ticker: 'btc', name: 'Call this number' };
      const token = await server.ask(stranger, email, { cryptoAssetOrder: order });
      const answer = await self.get(`/api/auth/confirm-link/${token}`);
      const { check, user, tokens } = ConfirmLinkData.parse(answer.data);
      expect(check).toEqual({
        pending: { address: BTC.address, ticker: 'BTC', parent: null, subticker: null, name: 'Bitcoin' },
      });
      expect(user.checks).toBe(1);
      const made = await server.pool.query('SELECT FROM checks JOIN users ON sub = owner WHERE email = $1', [email]);
      expect(made.rowCount).toBe(0);

      if (check === null || !('pending' in check)) throw new Error('The check is not pending');
      const bearer: Record<string, string> =
        tokens === undefined ? {} : { authorization: `Bearer ${tokens.accessToken}` };
      const run = await self.post('/api/monitor/check', check.pending, bearer);
      expect(run).toMatchObject({ status: 200, data: { user: { checks: 0 } } });
    },
  );

  it('says elsewhere why a check that travelled with the link cannot be run, and shows nothing of it', async () => {
    const wrong = { address: 'Your account is locked: call us', ticker: 'BTC' };
    const token = await server.ask(server.browser(), 'wrong@firm.example', { cryptoAssetOrder: wrong });
    const answer = await server.browser().get(`/api/auth/confirm-link/${token}`);
    expect(answer).toMatchObject({ status: 200, data: { check: { error: { errorName: 'InvalidAddress' } } } });
    expect(answer.text).not.toContain('call us');
  });

  it('[API-06] signs in also where the check cannot be run, and says why as the check would have', async () => {
    await server.signedIn('spent@firm.example');
    await (await server.signedIn('spent@firm.example')).post('/api/monitor/check', BTC);
    const order = {
      cryptoAssetOrder: { address: 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G', ticker: 'USDT', parent: 'TRX' },
    };
    const browser = server.browser();
    const spent = await browser.get(`/api/auth/confirm-link/${await server.ask(browser, 'spent@firm.example', order)}`);
    expect(spent).toMatchObject({
      status: 200,
      data: {
        check: { error: { status: 403, errorName: 'NotEnoughChecks', message: 'You don’t have enough checks.' } },
      },
    });
    expect((await browser.get('/api/auth/me')).status).toBe(200);
    const wrong = { cryptoAssetOrder: { address: 'nonsense', ticker: 'BTC' } };
    const refused = await browser.get(
      `/api/auth/confirm-link/${await server.ask(browser, 'spent@firm.example', wrong)}`,
    );
    expect(refused.data).toMatchObject({ check: { error: { status: 422, errorName: 'InvalidAddress' } } });
  });

  it('knows administrators by ADMIN_EMAILS and by what the operator granted', async () => {
    const boss = await server.signedIn('Boss@firm.example');
    expect((await boss.get('/api/auth/me')).data['isAdmin']).toBe(true);
    const clerk = await server.signedIn('clerk@firm.example');
    expect((await clerk.get('/api/auth/me')).data['isAdmin']).toBe(false);
    await server.pool.query("UPDATE users SET admin_granted_at = now() WHERE email = 'clerk@firm.example'");
    expect((await clerk.get('/api/auth/me')).data['isAdmin']).toBe(true);
  });

  it('lets a suspended user in, says why, and runs no check', async () => {
    await server.signedIn('held@firm.example');
    await server.pool.query(
      "UPDATE users SET suspended_at = now(), suspended_reason = 'A second account' WHERE email = 'held@firm.example'",
    );
    const browser = server.browser();
    const token = await server.ask(browser, 'held@firm.example', { cryptoAssetOrder: BTC });
    const answer = await browser.get(`/api/auth/confirm-link/${token}`);
    expect(answer).toMatchObject({
      status: 200,
      data: {
        user: { checks: 1, suspension: { reason: 'A second account' } },
        check: { error: { status: 403, errorName: 'AccountSuspended' } },
      },
    });
    expect(await browser.post('/api/monitor/check', BTC)).toMatchObject({ status: 403, errorName: 'AccountSuspended' });
    expect((await browser.get('/api/auth/me')).data['checks']).toBe(1);
  });
});

describe('GET /auth/confirm-link/{link} over https', () => {
  const server = useAuthApp({ settings: { host: '0.0.0.0', publicUrl: 'https://assay.example' } });

  it('[AUTH-24] sets cookies that travel over https alone and belong to this very host', async () => {
    const browser = server.browser({ host: 'assay.example' });
    const answer = await browser.get(`/api/auth/confirm-link/${await server.ask(browser, 'safe@firm.example')}`);
    expect(answer.setCookie[0]).toMatch(
      /^__Host-assay_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect([...browser.cookies.keys()].sort()).toEqual([
      '__Host-assay_browser',
      '__Host-assay_known',
      '__Host-assay_session',
    ]);
    const [tokenId, refreshToken, accessToken, ...more] = (browser.cookies.get('__Host-assay_session') ?? '').split(
      '~',
    );
    for (const token of [tokenId, refreshToken, accessToken]) expect(token).toMatch(/^[\w.-]{16,}$/);
    expect(more).toEqual([]);
    expect((await browser.get('/api/auth/me')).status).toBe(200);
  });

  it.each([
    ['a full stop after it', (token: string) => `${token}.`],
    ['an angle bracket after it', (token: string) => `${token}>`],
    ['a line break in it', (token: string) => `${token.slice(0, 50)}\r\n${token.slice(50)}`],
  ])('signs in by a link with %s', async (what, made) => {
    const browser = server.browser();
    const token = made(await server.ask(browser, `mangled${what.length}@firm.example`));
    const path = `/api/auth/confirm-link/${encodeURIComponent(token)}`;
    expect((await browser.get(`${path}/status`)).status).toBe(200);
    expect((await browser.get(path)).status).toBe(200);
  });
});
