import Fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/database.ts';
import { securityLog } from '../../../../test/support/security-log.ts';
import { probeWrite } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import { errorHandler } from '../failures/error-handler.ts';
import { rateLimit } from '../limits/rate-limit.ts';
import { health } from './health.ts';
import { securityEvents } from './security-events.ts';

const database = await testDatabase();
afterAll(() => database.drop());

/** Fails as PostgreSQL does where the disk is full. */
async function writeOnFullDisk(): Promise<void> {
  await database.pool.query("DO $$ BEGIN RAISE SQLSTATE '53100' USING MESSAGE = 'could not extend file'; END $$");
}

describe('while the disk of the database is full', () => {
  let isFull = true;
  let probes = 0;
  beforeEach(() => {
    isFull = true;
    probes = 0;
  });

  async function server() {
    const app = Fastify({ logger: { level: 'silent' } });
    await app.register(errorHandler);
    await app.register(rateLimit);
    await app.register(securityEvents, { events: securityLog().events });
    await app.register(health, {
      checkReady: async () => {
        await database.pool.query('SELECT');
      },
      checkWritable: async () => {
        probes += 1;
        await (isFull ? writeOnFullDisk() : probeWrite(database.pool));
      },
      maxEventLoopDelayMs: 0,
    });
    app.post('/api/write', writeOnFullDisk);
    app.post('/api/check', () => {
      throw new AppError('StorageFull');
    });
    app.get('/api/read', async () => (await database.pool.query('SELECT 1 AS one')).rows);
    return app;
  }

  it('refuses a write with 503 and the reason, and answers reads', async () => {
    const app = await server();
    const refused = await app.inject({ method: 'POST', url: '/api/write' });
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.json().error).toMatchObject({
      errorName: 'StorageFull',
      message: 'Nothing can be saved at the moment. Results that are stored can be read. Please try again later.',
    });
    expect((await app.inject({ url: '/api/read' })).json()).toEqual([{ one: 1 }]);
    await app.close();
  });

  it('is not ready once a check could not store its result', async () => {
    const app = await server();
    expect((await app.inject({ method: 'POST', url: '/api/check' })).statusCode).toBe(503);
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
    await app.close();
  });

  it('is not ready from the first failed write until a write succeeds', async () => {
    const app = await server();
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    expect(probes).toBe(0);
    await app.inject({ method: 'POST', url: '/api/write' });
    const unready = await app.inject({ url: '/readyz' });
    expect({ status: unready.statusCode, body: unready.json() }).toEqual({
      status: 503,
      body: { status: 'not ready', reason: 'storage full' },
    });
    isFull = false;
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    expect(probes).toBe(2);
    await app.close();
  });
});
