import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { describePrices, unasked } from '../../chains/index.ts';
import { OPERATOR } from './checks.policy.ts';
import { buildChecksService, type ChecksDeps } from './checks.service.ts';
import { BTC_CHECK, checksDeps } from './test/check-fakes.ts';

const OTHER = { ...BTC_CHECK, address: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX' };

describe('a check whose answer waits for others', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  /** Answers all callers at once except the first, which waits for `opened`. */
  function gate() {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    let isFirst = true;
    const pass = async () => {
      if (!isFirst) return;
      isFirst = false;
      await opened;
    };
    return { open, pass };
  }

  const slow: Readonly<Record<string, (pass: () => Promise<void>) => Partial<ChecksDeps>>> = {
    'an issuer': (pass) => ({
      freezes: {
        ask: async (asset) => {
          await pass();
          return unasked(asset);
        },
      },
    }),
    'a price provider': (pass) => ({
      prices: {
        modeOf: async () => 'by_day',
        pricesOf: async ({ ticker }, days) => {
          await pass();
          return { byDay: new Map(), facts: describePrices(ticker, days, new Map(), false) };
        },
      },
    }),
  };

  it.each(Object.entries(slow))('for %s keeps nobody else from the only place', async (_who, portOf) => {
    const { open, pass } = gate();
    const checks = buildChecksService(
      checksDeps(database.pool, { slots: { running: 1, waiting: 10 }, ...portOf(pass) }),
    );
    const waiting = await checks.runCheck(OPERATOR, BTC_CHECK, { answerWithinMs: 1 });
    expect(await checks.runCheck(OPERATOR, OTHER)).toMatchObject({ status: 'done' });
    expect(await checks.readCheck(waiting.subId)).toMatchObject({ status: 'running' });
    open();
    await checks.runningCheck(waiting.subId)?.done;
    expect(await checks.readCheck(waiting.subId)).toMatchObject({ status: 'done' });
  });
});
