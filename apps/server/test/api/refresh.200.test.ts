import { ConfirmLinkData, RefreshData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('GET /auth/refresh, answered 200', () => {
  const server = useAuthApp();

  it('[API-03] takes Token-ID and bearer refresh token and answers new tokens', async () => {
    const client = server.client();
    const confirmed = await client.get(`/api/auth/confirm-link/${await server.ask(client, 'api@firm.example')}`);
    const { tokens } = ConfirmLinkData.parse(confirmed.data);
    if (tokens === undefined) throw new Error('No tokens');
    server.passTime(16 * 60_000);
    expect((await client.get('/api/auth/me', { authorization: `Bearer ${tokens.accessToken}` })).status).toBe(401);
    const answer = await client.get('/api/auth/refresh', {
      'token-id': tokens.tokenId,
      authorization: `Bearer ${tokens.refreshToken}`,
    });
    const renewed = RefreshData.parse(answer.data).tokens;
    expect(renewed?.tokenId).toBe(tokens.tokenId);
    expect(renewed?.refreshToken).not.toBe(tokens.refreshToken);
    expect((await client.get('/api/auth/me', { authorization: `Bearer ${renewed?.accessToken}` })).status).toBe(200);
    expect(answer.setCookie).toEqual([]);
  });

  it('renews a browser’s cookie whole, and shows it no token', async () => {
    const browser = await server.signedIn('tab@firm.example');
    const before = browser.cookies.get('assay_session');
    server.passTime(16 * 60_000);
    expect((await browser.get('/api/auth/me')).status).toBe(401);
    const answer = await browser.get('/api/auth/refresh');
    expect(answer).toMatchObject({ status: 200, data: {} });
    expect(answer.setCookie[0]).toContain('HttpOnly; SameSite=Lax');
    expect(browser.cookies.get('assay_session')).not.toBe(before);
    expect((await browser.get('/api/auth/me')).status).toBe(200);
  });

  it('gives tabs that refresh at once the same successor, and the session goes on', async () => {
    const browser = await server.signedIn('tabs@firm.example');
    const cookie = `assay_session=${browser.cookies.get('assay_session')}`;
    const tabs = await Promise.all(
      Array.from({ length: 10 }, () => server.browser().get('/api/auth/refresh', { cookie })),
    );
    expect(tabs.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const successors = new Set(tabs.map(({ setCookie }) => setCookie[0]?.split('~')[1]));
    expect(successors.size).toBe(1);
    server.passTime(29_000);
    const late = await server.browser().get('/api/auth/refresh', { cookie });
    expect(late.setCookie[0]?.split('~')[1]).toBe([...successors][0]);
  });

  it('keeps a session for seven days from its last use, and not longer', async () => {
    const browser = await server.signedIn('week@firm.example');
    for (const days of [6, 6, 6]) {
      server.passTime(days * 24 * 3600_000);
      expect((await browser.get('/api/auth/refresh')).status).toBe(200);
    }
    server.passTime(7 * 24 * 3600_000 + 1);
    expect((await browser.get('/api/auth/refresh')).status).toBe(401);
  });
});
