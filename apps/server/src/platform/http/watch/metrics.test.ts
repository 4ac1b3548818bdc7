import Fastify, { type FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { errorHandler } from '../failures/error-handler.ts';
import { metrics } from './metrics.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function serverWith(token: string | null): Promise<FastifyInstance> {
  const app = Fastify();
  apps.push(app);
  await app.register(errorHandler);
  const counter = new Counter({ name: 'assay_rehearsals_total', help: 'Rehearsals.', registers: [] });
  counter.inc(3);
  await app.register(metrics, { metrics: [counter], token });
  await app.ready();
  return app;
}

describe('the metrics', () => {
  const TOKEN = 'a-token-of-more-than-32-characters';
  const ask = (app: FastifyInstance, headers: Readonly<Record<string, string>>, remoteAddress = '127.0.0.1') =>
    app.inject({ url: '/metrics', headers: { host: 'localhost:3000', ...headers }, remoteAddress });
  const scrape = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).statusCode;

  it('are shown to a scraper on another machine that shows the token, and to nobody without it', async () => {
    const app = await serverWith(TOKEN);
    expect(await scrape(app, { authorization: `Bearer ${TOKEN}`, host: 'assay.firm.ee' }, '10.0.0.7')).toBe(200);
    expect(await scrape(app, { authorization: `Bearer ${TOKEN}x` }, '10.0.0.7')).toBe(404);
    expect(await scrape(app, { authorization: `Basic ${TOKEN}` })).toBe(404);
    expect(await scrape(app, {})).toBe(404);
  });

  it('are shown to scrapers on this machine only where there is no token', async () => {
    const app = await serverWith(null);
    expect(await scrape(app, {})).toBe(200);
    expect(await scrape(app, { authorization: `Bearer ${TOKEN}` }, '10.0.0.7')).toBe(404);
  });

  it('come in the text format, and as OpenMetrics to a scraper that prefers it', async () => {
    const app = await serverWith(null);
    const plain = await ask(app, {});
    expect(plain.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(plain.body).toContain('# TYPE assay_rehearsals_total counter\nassay_rehearsals_total 3\n');
    const open = await ask(app, { accept: 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5' });
    expect(open.headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(open.body).toContain('# TYPE assay_rehearsals counter\nassay_rehearsals_total 3\n');
    expect(open.body).toContain('assay_http_request_seconds_bucket');
    expect(open.body.endsWith('# EOF\n')).toBe(true);
  });
});
