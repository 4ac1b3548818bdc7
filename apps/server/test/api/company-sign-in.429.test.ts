import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const MOST = 3;

describe('logins of companies from one address', () => {
  const server = useAuthApp({ limits: { tokensPerMinute: MOST } });

  it.each([
    ['/api/auth/company', { email: 'anybody@firm.example' }, 404],
    ['/api/auth/company/return', { query: 'state=unknown&code=x' }, 410],
  ] as const)('are limited at %s, with the time to come back', async (path, body, status) => {
    const who = server.unprovenBrowser();
    for (let time = 0; time < MOST; time += 1) expect((await who.post(path, body)).status).toBe(status);
    const refused = await who.post(path, body);
    expect(refused).toMatchObject({ status: 429, errorName: 'TooManyRequests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
