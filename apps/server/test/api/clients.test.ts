import { ConfirmLinkData, RefreshData } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const JSON_BODY = { 'content-type': 'application/json' };

/** What programs send by themselves, beside what the one who wrote them adds. */
const CLIENTS = [
  ['curl', { 'user-agent': 'curl/8.14.1', accept: '*/*' }],
  ['Python requests', { 'user-agent': 'python-requests/2.32.5', accept: '*/*', connection: 'keep-alive' }],
  ['the fetch of Node', { 'user-agent': 'node', 'sec-fetch-mode': 'cors', accept: '*/*', 'accept-language': '*' }],
] as const;

describe('an API client', () => {
  const server = useAuthApp();
  let base = '';
  beforeAll(async () => {
    base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.app.close());

  it.each(CLIENTS)('signs in, asks, refreshes and signs out without cookies: %s', async (name, headers) => {
    const client = server.client(headers);
    const link = await server.ask(client, `${name.replaceAll(' ', '-')}@firm.example`);
    const confirmed = await client.get(`/api/auth/confirm-link/${link}`);
    expect(confirmed).toMatchObject({ status: 200, setCookie: [] });
    const { tokens } = ConfirmLinkData.parse(confirmed.data);
    const asked = await client.get('/api/auth/me', { authorization: `Bearer ${tokens?.accessToken}` });
    expect(asked.status).toBe(200);

    const sticky = { cookie: 'sticky=node-3', 'token-id': tokens?.tokenId ?? '' };
    const again = await client.get('/api/auth/refresh', { ...sticky, authorization: `Bearer ${tokens?.refreshToken}` });
    expect(again).toMatchObject({ status: 200, setCookie: [] });
    const authorization = `Bearer ${RefreshData.parse(again.data).tokens?.accessToken}`;
    expect(await client.delete('/api/auth/sessions', { authorization })).toMatchObject({ status: 200, setCookie: [] });
    expect((await client.get('/api/auth/me', { authorization })).status).toBe(401);
  });

  it('may be the fetch of this very Node, which names no time zone', async () => {
    const body = JSON.stringify({ email: 'node@firm.example', acceptTerms: true });
    const asked = await fetch(`${base}/api/auth/login`, { method: 'POST', headers: JSON_BODY, body });
    expect(asked.status).toBe(200);
    const confirmed = await fetch(`${base}/api/auth/confirm-link/${server.auth.lastToken()}`);
    const { data } = (await confirmed.json()) as { data: unknown };
    const authorization = `Bearer ${ConfirmLinkData.parse(data).tokens?.accessToken}`;
    const write = await fetch(`${base}/api/monitor/check`, {
      method: 'POST',
      headers: { ...JSON_BODY, authorization },
      body: JSON.stringify({ address: 'nonsense', ticker: 'BTC', parent: null }),
    });
    expect(write.status).toBe(422);
    expect((await fetch(`${base}/api/auth/sessions`, { method: 'DELETE', headers: { authorization } })).status).toBe(
      200,
    );
  });
});

describe('another site', () => {
  const server = useAuthApp();

  it.each([
    '/api/auth/logout',
    '/%61pi/auth/logout',
    '/api/%61uth/logout',
    '/%61%70%69/auth/refresh',
    'http://localhost:3000/api/auth/logout',
  ])('signs nobody out, however it writes the address: %s', async (address) => {
    const person = await server.signedIn('forged@firm.example');
    const forged = await person.get(address, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' });
    expect(forged).toMatchObject({ status: 403, errorName: 'CrossSiteRequest' });
    expect((await person.get('/api/auth/me')).status).toBe(200);
  });
});
