import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { BTC_CHECK, postCheck, type TestApp, testApp, UNKNOWN_ADDRESS } from '../test/check-fixture.ts';

describe('POST /monitor/check, answered 403', () => {
  let database: TestDatabase;
  let server: TestApp;

  beforeAll(async () => {
    database = await testDatabase();
    server = await testApp(database.pool);
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  it('[BIZ-02] refuses a user without checks in the specification’s words', async () => {
    const paid = await postCheck(server.app);
    await database.pool.query('UPDATE balances SET checks = 0');
    const { status, body } = await postCheck(server.app, { ...BTC_CHECK, address: UNKNOWN_ADDRESS });
    expect(status).toBe(403);
    expect(body.error).toMatchObject({ errorName: 'NotEnoughChecks', message: 'You don’t have enough checks.' });
    const running = await database.pool.query("SELECT FROM checks WHERE status = 'running'");
    expect(running.rowCount).toBe(0);

    // What was paid within a day stays free.
    const again = await postCheck(server.app);
    expect(again.status).toBe(200);
    expect(again.body.data.asset.sub_id).not.toBe(paid.body.data.asset.sub_id);
  });
});
