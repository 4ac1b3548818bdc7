import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { ledger } from '../../money/index.ts';
import { buildChecksService, type ChecksService } from './checks.service.ts';
import { BTC_CHECK, checksDeps } from './test/check-fixture.ts';
import { pausedWalks } from './test/paused-walks.ts';

const HOUR_MS = 3_600_000;

describe('the lease of a running check', () => {
  let database: TestDatabase;
  const open: ChecksService[] = [];

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((service) => service.close(0, 'fail')));
  });
  afterAll(() => database.drop());

  function serverWithClock(offsetMs: number, walks = pausedWalks()): ChecksService {
    const clock = { now: () => new Date(Date.now() + offsetMs) };
    const service = buildChecksService(
      checksDeps(database.pool, { clock, engine: walks.engine, answerWithinMs: 1, renewEveryMs: 600_000 }),
    );
    open.push(service);
    return service;
  }

  async function newOwner() {
    const owner = { sub: randomUUID(), pays: true };
    await ledger.topUp(database.pool, owner.sub, 1, new Date());
    return owner;
  }

  it.each([
    ['right', 'an hour ahead', { here: 0, there: HOUR_MS }],
    ['an hour behind', 'right', { here: -HOUR_MS, there: 0 }],
  ])(
    'holds where the clock of its server is %s and that of another one is %s',
    async (_own, _other, { here, there }) => {
      const owner = await newOwner();
      const walks = pausedWalks();
      const running = serverWithClock(here, walks);
      const { subId } = await running.runCheck(owner, BTC_CHECK);

      const other = serverWithClock(there);
      expect(await other.recoverInterrupted()).toBe(0);
      expect(await other.runCheck(owner, BTC_CHECK)).toMatchObject({ subId, status: 'running' });
      walks.letGo();
      await running.runningCheck(subId)?.done;
      expect(await running.readCheck(subId)).toMatchObject({ status: 'done', charged: true });
    },
  );
});
