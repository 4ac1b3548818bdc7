import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  BTC_CHECK,
  checksDeps,
  postCheck,
  signedIn,
  testApp,
} from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger } from '../../src/modules/money/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

describe('an account that is deleted while a check of it runs', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('takes the check with it: nothing is spent, nothing is stored, and the books add up', async () => {
    const gate = Promise.withResolvers<void>();
    const { engine } = checksDeps(database.pool);
    const server = await testApp(database.pool, {
      engine: {
        ...engine,
        exposureOf: async (...request) => {
          await gate.promise;
          return engine.exposureOf(...request);
        },
      },
    });
    const checks = async (status: string) =>
      (await database.pool.query('SELECT owner, charged FROM checks WHERE status = $1', [status])).rows;

    const answer = postCheck(server.app, BTC_CHECK);
    await vi.waitFor(async () => expect(await checks('running')).toHaveLength(1), { timeout: 20_000 });
    const deleted = await server.app.inject({
      method: 'POST',
      url: '/api/account/delete',
      headers: signedIn(server.app),
      payload: { email: 'demo@localhost' },
    });
    expect(deleted.statusCode).toBe(200);
    gate.resolve();

    expect((await answer).status).toBe(409);
    expect(await checks('failed')).toEqual([{ owner: 'deleted', charged: false }]);
    expect([...(await checks('running')), ...(await checks('done'))]).toEqual([]);
    expect(await auditLedger(database.pool)).toEqual([]);
    expect((await postCheck(server.app, BTC_CHECK)).status).toBe(401);
    await server.close();
  });
});
