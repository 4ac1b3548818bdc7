import { ConfirmLinkData, RefreshData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const DAY_MS = 24 * 3600_000;

describe('GET /auth/refresh, answered 401', () => {
  const server = useAuthApp();
  const cookieOf = (value: string | undefined) => ({ cookie: `assay_session=${value}` });

  it('ends the session when a used token is sent again after the grace period, for thief and owner', async () => {
    const owner = await server.signedIn('robbed@firm.example');
    const stolen = owner.cookies.get('assay_session');
    expect((await owner.get('/api/auth/refresh')).status).toBe(200);
    server.passTime(31_000);
    const thief = await server.browser().get('/api/auth/refresh', cookieOf(stolen));
    expect(thief).toMatchObject({ status: 401, errorName: 'SessionEnded' });
    expect(thief.setCookie[0]).toMatch(/^assay_session=; Max-Age=0/);
    expect((await owner.get('/api/auth/me')).status).toBe(401);
    expect((await owner.get('/api/auth/refresh')).status).toBe(401);
    expect(owner.cookies.has('assay_session')).toBe(false);
    const { rows } = await server.pool.query(
      "SELECT end_reason FROM sessions JOIN users USING (sub) WHERE email = 'robbed@firm.example'",
    );
    expect(rows).toEqual([{ end_reason: 'reuse' }]);
  });

  it('ends it also within the grace period for a token older than the last one', async () => {
    const owner = await server.signedIn('older@firm.example');
    const oldest = owner.cookies.get('assay_session');
    await owner.get('/api/auth/refresh');
    await owner.get('/api/auth/refresh');
    expect((await server.browser().get('/api/auth/refresh', cookieOf(oldest))).status).toBe(401);
    expect((await owner.get('/api/auth/refresh')).status).toBe(401);
  });

  it('never ends a session for a token that is invented, truncated or of another session', async () => {
    const victim = await server.signedIn('victim@firm.example');
    const other = await server.signedIn('other@firm.example');
    const [tokenId, refreshToken = '', access] = (victim.cookies.get('assay_session') ?? '').split('~');
    const [, otherToken] = (other.cookies.get('assay_session') ?? '').split('~');
    const madeUp = [
      otherToken,
      'x',
      '.',
      refreshToken.slice(0, -1),
      `${refreshToken}x`,
      `${'A'.repeat(43)}.${'A'.repeat(43)}`,
    ];
    for (const token of madeUp) {
      const bearer = { 'token-id': tokenId ?? '', authorization: `Bearer ${token}` };
      expect((await server.client().get('/api/auth/refresh', bearer)).status).toBe(401);
      expect((await server.client().get('/api/auth/logout', bearer)).status).toBe(200);
    }
    const asRefresh = { 'token-id': tokenId ?? '', authorization: `Bearer ${access}` };
    expect((await server.client().get('/api/auth/refresh', asRefresh)).status).toBe(401);
    expect((await victim.get('/api/auth/refresh')).status).toBe(200);
  });

  it('refuses a request without a session, and clears an invalid cookie', async () => {
    expect((await server.client().get('/api/auth/refresh')).errorName).toBe('SessionEnded');
    const foreign = await server.browser().get('/api/auth/refresh', cookieOf('nonsense'));
    expect(foreign.status).toBe(401);
    expect(foreign.setCookie[0]).toMatch(/^assay_session=; Max-Age=0/);
  });

  it('ends a session 30 days after signing in, even when it is refreshed, for browsers and API clients', async () => {
    const browser = await server.signedIn('month@firm.example');
    const client = server.client();
    const confirmed = await client.get(`/api/auth/confirm-link/${await server.ask(client, 'month@firm.example')}`);
    let { tokens } = ConfirmLinkData.parse(confirmed.data);
    const bearer = (token: string | undefined) => ({
      'token-id': tokens?.tokenId ?? '',
      authorization: `Bearer ${token}`,
    });
    for (let day = 6; day < 30; day += 6) {
      server.passTime(6 * DAY_MS);
      expect((await browser.get('/api/auth/refresh')).status, `day ${day}`).toBe(200);
      tokens = RefreshData.parse((await client.get('/api/auth/refresh', bearer(tokens?.refreshToken))).data).tokens;
    }
    server.passTime(6 * DAY_MS - 10 * 60_000);
    expect((await browser.get('/api/auth/refresh')).status).toBe(200);
    expect((await browser.get('/api/auth/me')).status).toBe(200);
    expect((await client.get('/api/auth/refresh', bearer(tokens?.refreshToken))).status).toBe(200);
    // The access token is ten minutes old and would be valid for five more.
    server.passTime(10 * 60_000);
    expect((await browser.get('/api/auth/me')).status).toBe(401);
    expect(await browser.get('/api/auth/refresh')).toMatchObject({ status: 401, errorName: 'SessionEnded' });
    expect(browser.cookies.has('assay_session')).toBe(false);
    expect((await client.get('/api/auth/refresh', bearer(tokens?.refreshToken))).status).toBe(401);
  });

  it('is refused to other sites', async () => {
    const browser = await server.signedIn('csrf@firm.example');
    const foreign = await browser.get('/api/auth/refresh', { 'sec-fetch-site': 'cross-site' });
    expect(foreign).toMatchObject({ status: 403, errorName: 'CrossSiteRequest' });
    expect(foreign.setCookie).toEqual([]);
  });
});
