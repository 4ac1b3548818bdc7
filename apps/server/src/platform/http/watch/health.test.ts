import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { errorHandler } from '../failures/error-handler.ts';
import { type HealthOptions, health } from './health.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function serverWith(options: Partial<HealthOptions>): Promise<FastifyInstance> {
  const app = Fastify();
  apps.push(app);
  await app.register(errorHandler);
  await app.register(health, { checkReady: async () => undefined, maxEventLoopDelayMs: 0, ...options });
  await app.ready();
  return app;
}

describe('the question whether the server can work', () => {
  it('is answered with 503 when the database does not answer in time', async () => {
    const app = await serverWith({ checkReady: () => new Promise(() => undefined), readyWithinMs: 20 });
    const { statusCode, headers, body } = await app.inject('/readyz');
    expect({ statusCode, retryAfter: headers['retry-after'], body }).toEqual({
      statusCode: 503,
      retryAfter: '5',
      body: '{"status":"not ready"}',
    });
  });

  it('is asked of the database once at a time, so that probes do not take every connection', async () => {
    let asked = 0;
    const database = Promise.withResolvers<void>();
    const checkReady = () => {
      asked += 1;
      return database.promise;
    };
    const app = await serverWith({ checkReady, readyWithinMs: 20 });
    const probe = async () => (await app.inject('/readyz')).statusCode;
    expect([await probe(), await probe(), await probe()]).toEqual([503, 503, 503]);
    expect(asked).toBe(1);
    database.resolve();
    expect(await probe()).toBe(200);
    expect(await probe()).toBe(200);
    expect(asked).toBeGreaterThan(1);
  });

  it('is answered with 503 from the beginning of a stop, while everything else is still answered', async () => {
    const stop = new AbortController();
    const app = await serverWith({ stopSignal: stop.signal });
    app.server.listen(0, '127.0.0.1');
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    stop.abort();
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    expect(app.server.listening).toBe(true);
  });
});
