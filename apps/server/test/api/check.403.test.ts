import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BTC_CHECK, postCheck, UNKNOWN_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';
import { ledger } from '../../src/modules/money/index.ts';

describe('POST /monitor/check, answered 403', () => {
  const server = useTestApp();

  it('[BIZ-02] refuses a user without checks in the specification’s words', async () => {
    const paid = await postCheck(server.app);
    while (await ledger.reserve(server.pool, 'demo', randomUUID(), new Date()));
    const { status, body } = await postCheck(server.app, { ...BTC_CHECK, address: UNKNOWN_ADDRESS });
    expect(status).toBe(403);
    expect(body.error).toMatchObject({ errorName: 'NotEnoughChecks', message: 'You don’t have enough checks.' });
    const running = await server.pool.query("SELECT FROM checks WHERE status = 'running'");
    expect(running.rowCount).toBe(0);

    // What was paid within a day stays free.
    const again = await postCheck(server.app);
    expect(again.status).toBe(200);
    expect(again.body.data.asset.sub_id).not.toBe(paid.body.data.asset.sub_id);
  });
});
