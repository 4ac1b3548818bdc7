import { describe, expect, it } from 'vitest';
import { BTC_CHECK, postCheck, signedIn } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';
import { ledger } from '../../src/modules/money/index.ts';

describe('a suspended user', () => {
  const server = useTestApp();

  it('cannot check, sees why, and keeps the checks and the history there are', async () => {
    const before = await postCheck(server.app);
    await server.pool.query(
      "UPDATE users SET suspended_at = now(), suspended_reason = 'Second account' WHERE sub = 'demo'",
    );
    const refused = await postCheck(server.app, { ...BTC_CHECK, address: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX' });
    expect(refused).toMatchObject({ status: 403, body: { error: { errorName: 'AccountSuspended' } } });
    expect(await ledger.stateOf(server.pool, 'demo')).toMatchObject({ checks: 9 });

    const get = (url: string) => server.app.inject({ url: `/api/${url}`, headers: signedIn(server.app) });
    expect((await get('auth/me')).json().data.suspension).toMatchObject({ reason: 'Second account' });
    const history = await get('monitor/history');
    expect(history.json().data).toMatchObject([{ sub_id: before.body.data.asset.sub_id }]);

    await server.pool.query('UPDATE users SET suspended_at = NULL, suspended_reason = NULL');
    expect((await postCheck(server.app, { ...BTC_CHECK, address: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX' })).status).toBe(
      200,
    );
  });
});
