import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { securityLog } from '../../../../test/support/security-log.ts';
import { openPool } from '../../db/index.ts';
import { host } from '../../host/host.ts';
import { SharedPages } from '../../host/shared-pages.ts';
import { fixedSite } from '../../host/site-source.ts';
import { SETTINGS, serverBuild } from '../../host/test/server-build.ts';
import { errorHandler } from '../failures/error-handler.ts';
import { securityHeaders } from '../headers/security-headers.ts';
import { rateLimit } from '../limits/rate-limit.ts';
import { securityEvents } from './security-events.ts';

const PUBLIC_URL = 'http://localhost:3000';
describe('while the database is away', () => {
  const apps: FastifyInstance[] = [];
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });

  async function site(ask: () => Promise<unknown>, lines: string[] = []) {
    const logger: FastifyBaseLogger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
    const app = Fastify({ loggerInstance: logger });
    apps.push(app);
    await app.register(errorHandler);
    await app.register(securityHeaders, { publicUrl: PUBLIC_URL });
    await app.register(rateLimit);
    await app.register(securityEvents, { events: securityLog().events });
    app.get('/api/read', ask);
    await app.register(host, {
      source: fixedSite({
        ...serverBuild(async () => new Response('a page')),
        id: '1',
        clientDir: import.meta.dirname,
        files: new Set<string>(),
        styles: new Map<string, string>(),
      }),
      shared: new SharedPages(),
      productName: 'Assay',
      settings: async () => {
        await ask();
        return SETTINGS;
      },
      pagesPerMinute: 1000,
      reach: { host: '127.0.0.1', publicUrl: PUBLIC_URL },
    });
    await app.ready();
    return app;
  }

  async function askAway(): Promise<unknown> {
    const pool = openPool('postgres://assay@127.0.0.1:9/assay');
    try {
      return await pool.query('SELECT 1');
    } finally {
      await pool.end();
    }
  }

  it('answers a call 503, with the time to come back', async () => {
    const answer = await (await site(askAway)).inject({ url: '/api/read' });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json().error).toMatchObject({ errorName: 'Overloaded' });
    expect(answer.body).not.toContain('ECONNREFUSED');
  });

  it('answers a page 503 with a page', async () => {
    const answer = await (await site(askAway)).inject({ url: '/' });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain('The service is busy. Please try again in a moment.');
  });

  it('writes one warning without a stack, however many requests are refused', async () => {
    const lines: string[] = [];
    const app = await site(askAway, lines);
    await Promise.all(Array.from({ length: 20 }, () => app.inject({ url: '/api/read' })));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, reason: expect.stringContaining('ECONNREFUSED') });
    expect(lines[0]).not.toContain('stack');
  });
});
