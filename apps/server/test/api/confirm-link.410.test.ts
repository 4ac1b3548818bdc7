import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('GET /auth/confirm-link/{link}, answered 410', () => {
  const server = useAuthApp();

  it('[ENT-12] distinguishes an expired link from a wrong one, with the address it was sent to', async () => {
    const browser = server.browser();
    const token = await server.ask(browser, 'late@firm.example');
    server.passTime(15 * 60_000 + 1);
    for (const path of [`/api/auth/confirm-link/${token}`, `/api/auth/confirm-link/${token}/status`]) {
      const answer = await browser.get(path);
      expect(answer.status).toBe(410);
      expect(answer.error).toMatchObject({ errorName: 'TokenExpiredError', probablyEmail: 'late@firm.example' });
      expect(answer.setCookie).toEqual([]);
    }
  });

  it('is renewed by a request with the probable address and without terms, in one more mail', async () => {
    const browser = server.browser();
    const token = await server.ask(browser, 'again@firm.example');
    server.passTime(16 * 60_000);
    const expired = await browser.get(`/api/auth/confirm-link/${token}`);
    const asked = await browser.post('/api/auth/login', { email: expired.error['probablyEmail'], acceptTerms: false });
    expect(asked.status).toBe(200);
    expect((await browser.get(`/api/auth/confirm-link/${server.auth.lastToken()}`)).status).toBe(200);
  });
});
