import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOPBACK, postCheck, type TestApp, testApp } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

describe('a certificate that cannot be given now', () => {
  let database: TestDatabase;
  let server: TestApp;

  beforeAll(async () => {
    database = await testDatabase();
    server = await testApp(database.pool, {}, { limits: { checksPerMinute: 100, readsPerMinute: 4 } });
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  const certificateOf = (subId: string, remoteAddress: string) =>
    server.app.inject({ url: `/api/monitor/check/${subId}/certificate.json`, headers: LOOPBACK, remoteAddress });

  it('is answered 409 while the check runs, and when it failed', async () => {
    const { body } = await postCheck(server.app);
    const subId = body.data.asset.sub_id;
    const change = (set: string) => database.pool.query(`UPDATE checks SET ${set} WHERE sub_id = $1`, [subId]);
    await change(
      `status = 'running', result = NULL, riskscore = NULL, position = NULL, finished_at = NULL, lease_until = 'infinity'`,
    );
    const running = await certificateOf(subId, '203.0.113.1');
    expect([running.statusCode, running.json().error.errorName]).toEqual([409, 'ReportNotReady']);
    await change(`status = 'failed', finished_at = now()`);
    const failed = await certificateOf(subId, '203.0.113.1');
    expect([failed.statusCode, failed.json().error.errorName]).toEqual([409, 'ReportMissing']);
  });

  it('is answered 429 when asked for too often', async () => {
    for (let ask = 0; ask < 4; ask += 1) await certificateOf('0', '203.0.113.2');
    const answer = await certificateOf('0', '203.0.113.2');
    expect([answer.statusCode, answer.json().error.errorName]).toEqual([429, 'TooManyRequests']);
    const keys = () => server.app.inject({ url: '/.well-known/assay-keys.json', remoteAddress: '203.0.113.3' });
    for (let ask = 0; ask < 4; ask += 1) await keys();
    expect((await keys()).statusCode).toBe(429);
  });
});
