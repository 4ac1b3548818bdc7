import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { errorHandler } from '../../plugins/error-handler.ts';
import { rateLimit } from '../../plugins/rate-limit.ts';
import { securityHeaders } from '../../plugins/security-headers.ts';
import type { KeptMail } from './mail.ports.ts';
import { outboxRoutes } from './outbox.routes.ts';

const MAIL: KeptMail = {
  name: '1.eml',
  to: 'a@firm.example',
  subject: 'Log in to Assay',
  sentAt: new Date('2026-01-01T10:00:00Z'),
  text: 'https://assay.example/confirm-link?link=a.b',
};

describe('GET /outbox', () => {
  const apps: FastifyInstance[] = [];
  afterAll(async () => {
    for (const app of apps) await app.close();
  });

  async function appOf(settings: { host: string; publicUrl: string }) {
    const app = Fastify();
    apps.push(app);
    await app.register(errorHandler);
    await app.register(securityHeaders, settings);
    await app.register(rateLimit);
    await app.register(outboxRoutes, {
      ...settings,
      outbox: { list: async () => [MAIL] },
      path: '/outbox',
      productName: 'Assay',
      pagesPerMinute: 100,
    });
    return app;
  }

  it('shows the mails to a visit on this machine, with a style the policy lets through and no script', async () => {
    const app = await appOf({ host: '127.0.0.1', publicUrl: 'http://localhost:3000' });
    const answer = await app.inject({ url: '/outbox', headers: { host: 'localhost:3000' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(`<a href="${MAIL.text}">`);
    const nonce = /<style nonce="(\w+)">/.exec(answer.body)?.[1];
    expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it.each([
    [{ host: '127.0.0.1', publicUrl: 'http://localhost:3000' }, { host: 'evil.example' }],
    [
      { host: '127.0.0.1', publicUrl: 'http://localhost:3000' },
      { host: 'localhost', 'x-forwarded-for': '127.0.0.1' },
    ],
    [{ host: '0.0.0.0', publicUrl: 'http://localhost:3000' }, { host: 'localhost' }],
    [{ host: '127.0.0.1', publicUrl: 'https://assay.example' }, { host: 'localhost' }],
  ])('is not there for anybody else: %j %j', async (settings, headers) => {
    const answer = await (await appOf(settings)).inject({ url: '/outbox', headers });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('firm.example');
  });
});
