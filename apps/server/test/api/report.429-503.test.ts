import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postCheck, type TestApp, testApp } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { AppError } from '../../src/platform/kernel/app-error.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

describe('GET /monitor/pdf/{sub_id}, refused for now', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  async function withApp(overrides: Parameters<typeof testApp>[2], work: (server: TestApp) => Promise<void>) {
    const server = await testApp(database.pool, {}, overrides);
    try {
      await work(server);
    } finally {
      await server.close();
    }
  }

  it('answers 429 to a network that asks for too many', async () => {
    await withApp({ limits: { checksPerMinute: 100, reportsPerMinute: 2 } }, async ({ app }) => {
      const ask = () => app.inject({ url: `/api/monitor/pdf/${'0'.repeat(32)}` });
      await ask();
      await ask();
      const answer = await ask();
      expect(answer.statusCode).toBe(429);
      expect(answer.json().error.errorName).toBe('TooManyRequests');
    });
  });

  it('answers 503 with a time to come back when too many renderings wait', async () => {
    const reports = {
      readReport: async () => Promise.reject(new AppError('Overloaded')),
      readPreview: async () => Promise.reject(new AppError('Overloaded')),
    };
    await withApp({ reports }, async ({ app }) => {
      const { body } = await postCheck(app);
      for (const place of [`pdf/${body.data.asset.sub_id}`, `check/${body.data.asset.sub_id}/preview.png`]) {
        const answer = await app.inject({ url: `/api/monitor/${place}` });
        expect(answer.statusCode).toBe(503);
        expect(answer.headers['retry-after']).toBe('5');
        expect(answer.headers['content-disposition']).toBeUndefined();
      }
    });
  });
});
