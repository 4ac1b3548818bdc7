import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('POST /auth/login, answered 403', () => {
  const server = useAuthApp({ blocked: ['rival.example'], allowed: ['yopmail.com'] });

  it.each([
    'a@mailinator.com',
    'a@sub.mailinator.com',
    'a@GuerrillaMail.com',
    'a@rival.example',
    'a@mail.rival.example',
  ])('refuses %s in the specification’s words, accepted terms or not', async (email) => {
    for (const acceptTerms of [true, false]) {
      const answer = await server.browser().post('/api/auth/login', { email, acceptTerms });
      expect(answer.status).toBe(403);
      expect(answer.error).toMatchObject({
        errorName: 'EmailDomainNotAllowed',
        message: 'Your email domain is not allowed. Please use another email.',
      });
    }
    expect(server.auth.queued).toEqual([]);
  });

  it.each(['a@yopmail.com', 'a@gmail.com', 'a@no-throwaway-mailinator.firm.example', 'a@rival.example.org'])(
    'lets %s in',
    async (email) => {
      expect((await server.browser().post('/api/auth/login', { email, acceptTerms: true })).status).toBe(200);
    },
  );

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { cookie: 'assay_browser=x' },
  ])('refuses what another site asks for: %j', async (headers) => {
    const answer = await server.client().post('/api/auth/login', { email: 'a@firm.example' }, { ...headers });
    expect(answer).toMatchObject({ status: 403, errorName: 'CrossSiteRequest' });
  });
});
