import { User } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('GET /auth/me', () => {
  const server = useAuthApp();

  it('[API-04] [ENT-01] answers who asks, with 200', async () => {
    const browser = await server.signedIn('who@firm.example');
    const answer = await browser.get('/api/auth/me');
    expect(answer.status).toBe(200);
    expect(User.parse(answer.data)).toEqual(answer.data);
    expect(answer.data).toMatchObject({
      email: 'who@firm.example',
      sub: expect.stringMatching(/^[0-9a-f]{32}$/),
      checks: 1,
      currentTariff: { expired_in: null, used_checks: 0 },
      tariffs: [{ left_checks: 1, expired_in: null, used_checks: 0 }],
      isAdmin: false,
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    {},
    { authorization: 'Bearer nonsense' },
    { authorization: 'Basic YTpi' },
    { cookie: 'assay_session=' },
    { cookie: 'assay_session=a~b~c' },
    { cookie: `assay_session=${'0'.repeat(32)}~x.y~${'z'.repeat(300)}` },
  ])('answers 401 to %j', async (headers) => {
    expect(await server.client().get('/api/auth/me', { ...headers })).toMatchObject({
      status: 401,
      errorName: 'Unauthorized',
      headers: expect.objectContaining({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' }),
    });
  });

  it('takes no access token of another key or algorithm', async () => {
    const browser = await server.signedIn('alg@firm.example');
    const [, , access = ''] = (browser.cookies.get('assay_session') ?? '').split('~');
    const [head = '', payload = '', signature = ''] = access.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const token of [`${none}.${payload}.`, `${none}.${payload}.${signature}`, `${head}.${payload}.${flipped}`]) {
      const answer = await server.client().get('/api/auth/me', { authorization: `Bearer ${token}` });
      expect(answer.status).toBe(401);
    }
    expect((await server.client().get('/api/auth/me', { authorization: `Bearer ${access}` })).status).toBe(200);
  });

  it('is nobody’s once the user is gone', async () => {
    const browser = await server.signedIn('gone@firm.example');
    await server.pool.query("DELETE FROM users WHERE email = 'gone@firm.example'");
    expect((await browser.get('/api/auth/me')).status).toBe(401);
    expect((await browser.get('/api/auth/refresh')).status).toBe(401);
  });
});
