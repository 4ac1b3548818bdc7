import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { testLocalKey } from '../../../test/support/local-proof.ts';
import { securityLog } from '../../../test/support/security-log.ts';
import { errorHandler } from '../http/failures/error-handler.ts';
import { securityHeaders } from '../http/headers/security-headers.ts';
import { rateLimit } from '../http/limits/rate-limit.ts';
import { securityEvents } from '../http/watch/security-events.ts';
import { localVisits } from '../http/who/local-visits.ts';
import { sessionCookie } from '../http/who/session-cookie.ts';
import type { KeptMail } from './mail.ports.ts';
import { outboxRoutes } from './outbox.routes.ts';

const MAIL: KeptMail = {
  name: '1.eml',
  to: 'a@firm.example',
  subject: 'Log in to Assay',
  sentAt: new Date('2026-01-01T10:00:00Z'),
  text: 'https://assay.example/confirm-link?link=a.b',
};
const HERE = { host: '127.0.0.1', publicUrl: 'http://localhost:3000' };
const HOST = { host: 'localhost:3000' };

describe('GET /outbox', () => {
  const apps: FastifyInstance[] = [];
  afterAll(async () => {
    for (const app of apps) await app.close();
  });

  async function appOf(settings: { host: string; publicUrl: string }) {
    const { local, cookie } = testLocalKey();
    const app = Fastify();
    apps.push(app);
    await app.register(securityEvents, { events: securityLog().events });
    await app.register(errorHandler);
    await app.register(securityHeaders, settings);
    await app.register(rateLimit);
    await app.register(sessionCookie, settings);
    await app.register(localVisits, { ...settings, ...local });
    await app.register(outboxRoutes, {
      outbox: { list: async () => [MAIL] },
      path: '/outbox',
      productName: 'Assay',
      pagesPerMinute: 100,
    });
    return { get: (headers: Record<string, string>) => app.inject({ url: '/outbox', headers }), cookie };
  }

  it('shows the mails to a local visit, with a style the policy lets through and no script', async () => {
    const { get, cookie } = await appOf(HERE);
    const answer = await get({ ...HOST, cookie });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(`<a href="${MAIL.text}">`);
    const nonce = /<style nonce="(\w+)">/.exec(answer.body)?.[1];
    expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it('says what to do to a visit that has not opened the printed link', async () => {
    const { get } = await appOf(HERE);
    for (const cookie of ['', 'assay_local_3000=guess']) {
      const answer = await get({ ...HOST, cookie });
      expect(answer.statusCode).toBe(403);
      expect(answer.body).toContain('Open the link in the terminal first');
      expect(answer.body).not.toContain('firm.example');
    }
  });

  it.each([
    [HERE, { host: 'evil.example' }],
    [HERE, { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }],
    [HERE, { ...HOST, 'sec-fetch-site': 'cross-site' }],
    [HERE, { ...HOST, 'sec-fetch-site': 'same-site' }],
    [HERE, { ...HOST, origin: 'http://localhost:4000' }],
    [HERE, { ...HOST, referer: 'https://elsewhere.example/' }],
    [{ ...HERE, host: '0.0.0.0' }, HOST],
    [{ ...HERE, publicUrl: 'https://assay.example' }, HOST],
  ])('is not there for anybody else, whatever they know: %j %j', async (settings, headers) => {
    const { get, cookie } = await appOf(settings);
    const answer = await get({ ...headers, cookie });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('firm.example');
  });
});
