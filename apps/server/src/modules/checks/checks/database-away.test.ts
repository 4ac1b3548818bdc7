import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { databaseTroubleOf, openPool } from '../../../platform/db/index.ts';
import { auditLedger, ledger } from '../../money/index.ts';
import { logNameOf } from './begin/log-name.ts';
import type { WithSnapshot } from './checks.ports.ts';
import { buildChecksService, type ChecksDeps } from './checks.service.ts';
import { checksStore } from './stored/checks.store.ts';
import { BTC_CHECK, checksDeps, fakeSnapshot } from './test/check-fixture.ts';

const isDatabaseAway = (error: unknown) => databaseTroubleOf(error) === 'away';
const isStorageFull = (error: unknown) => databaseTroubleOf(error) === 'full';

describe('a check that the database leaves', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  async function refuse(): Promise<never> {
    const pool = openPool('postgres://assay@127.0.0.1:9/assay');
    try {
      await pool.query('SELECT 1');
      throw new Error('Something answered on the discard port');
    } finally {
      await pool.end();
    }
  }

  async function checkedWith(overrides: Partial<ChecksDeps>) {
    const owner = { sub: randomUUID(), pays: true };
    await ledger.topUp(database.pool, owner.sub, 1, new Date());
    const log = { warn: vi.fn<(facts: object) => void>(), error: vi.fn<(facts: object) => void>() };
    const checks = buildChecksService(checksDeps(database.pool, { log, isDatabaseAway, isStorageFull, ...overrides }));
    const check = await checks.runCheck(owner, BTC_CHECK, { answerWithinMs: Number.POSITIVE_INFINITY });
    expect(await auditLedger(database.pool)).toEqual([]);
    return { check, log, state: await ledger.stateOf(database.pool, owner.sub) };
  }

  it('during its walk is continued when the database is back', async () => {
    let failures = 2;
    const withSnapshot: WithSnapshot = (_asset, work) => {
      failures -= 1;
      return failures >= 0 ? refuse() : work(fakeSnapshot);
    };
    const { check, log, state } = await checkedWith({ withSnapshot });
    expect(check).toMatchObject({ status: 'done', charged: true });
    expect(state).toMatchObject({ checks: 0, used_checks: 1 });
    expect(log.error).not.toHaveBeenCalled();
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  it('before its result is stored is stored when the database is back', async () => {
    let failures = 1;
    const finish: typeof checksStore.finish = (...asked) => {
      failures -= 1;
      return failures >= 0 ? refuse() : checksStore.finish(...asked);
    };
    const { check, state } = await checkedWith({ store: { ...checksStore, finish } });
    expect(check).toMatchObject({ status: 'done', charged: true });
    expect(state).toMatchObject({ checks: 0, used_checks: 1 });
  });

  it('until it takes too long is failed', async () => {
    const checking = checkedWith({ withSnapshot: refuse, giveUpAfterMs: 300 });
    await expect(checking).rejects.toMatchObject({ errorName: 'CheckFailed' });
    expect(await auditLedger(database.pool)).toEqual([]);
  });

  it('for want of disk space is failed as such, and costs nothing', async () => {
    const finish: typeof checksStore.finish = async () => {
      throw Object.assign(new Error('could not extend file'), { code: '53100' });
    };
    const checking = checkedWith({ store: { ...checksStore, finish } });
    await expect(checking).rejects.toMatchObject({ errorName: 'StorageFull' });
    expect(await auditLedger(database.pool)).toEqual([]);
  });

  it('is named in the log without the id of its result', async () => {
    const { check, log } = await checkedWith({
      withSnapshot: (() => {
        let failures = 1;
        return (_asset, work) => (failures-- > 0 ? refuse() : work(fakeSnapshot));
      })(),
    });
    const logged = JSON.stringify(log.warn.mock.calls);
    expect(logged).toContain(`"check":"${logNameOf(check.subId)}"`);
    expect(logged).not.toContain(check.subId);
  });
});
