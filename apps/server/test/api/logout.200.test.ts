import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('GET /auth/logout, answered 200', () => {
  const server = useAuthApp();

  it('ends the session of a cookie at once, and clears it', async () => {
    const browser = await server.signedIn('bye@firm.example');
    const kept = { cookie: `assay_session=${browser.cookies.get('assay_session')}` };
    expect((await browser.get('/api/auth/logout')).status).toBe(200);
    expect(browser.cookies.has('assay_session')).toBe(false);
    expect((await server.browser().get('/api/auth/me', kept)).status).toBe(401);
    expect((await server.browser().get('/api/auth/refresh', kept)).status).toBe(401);
  });

  it('[API-07] ends the session of Token-ID and bearer refresh token', async () => {
    const client = server.client();
    const { data } = await client.get(`/api/auth/confirm-link/${await server.ask(client, 'program@firm.example')}`);
    const tokens = data['tokens'] as { tokenId: string; refreshToken: string; accessToken: string };
    const headers = { 'token-id': tokens.tokenId, authorization: `Bearer ${tokens.refreshToken}` };
    expect((await client.get('/api/auth/logout', headers)).status).toBe(200);
    expect((await client.get('/api/auth/me', { authorization: `Bearer ${tokens.accessToken}` })).status).toBe(401);
    expect((await client.get('/api/auth/refresh', headers)).status).toBe(401);
  });

  it('ends it with an access token that has run out, and with a refresh token that was just used', async () => {
    const browser = await server.signedIn('stale@firm.example');
    const before = { cookie: `assay_session=${browser.cookies.get('assay_session')}` };
    server.passTime(16 * 60_000);
    await browser.get('/api/auth/refresh');
    expect((await server.browser().get('/api/auth/logout', before)).status).toBe(200);
    expect((await browser.get('/api/auth/me')).status).toBe(401);
  });

  it('is fine without a session, and refused to other sites', async () => {
    expect((await server.browser().get('/api/auth/logout')).status).toBe(200);
    expect((await server.client().get('/api/auth/logout')).status).toBe(200);
    const browser = await server.signedIn('stay@firm.example');
    expect((await browser.get('/api/auth/logout', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const { 'sec-fetch-site': _site, ...old } = { 'sec-fetch-site': '', 'sec-fetch-mode': 'navigate' };
    const cookie = `assay_session=${browser.cookies.get('assay_session')}`;
    expect((await server.client().get('/api/auth/logout', { cookie, ...old })).status).toBe(403);
    expect((await browser.get('/api/auth/me')).status).toBe(200);
  });
});
