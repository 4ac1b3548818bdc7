import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { auditLedger } from './audit.store.ts';
import { countOwed } from './deficits.store.ts';
import { FLEX_TARIFF } from './ledger.ports.ts';
import { ledger } from './ledger.store.ts';
import { countsOf, daysLater, give, NOW, PLAN } from './test/ledger-fixture.ts';

/** left/held/used/deficit of each tariff. */
describe('checks that were bought, spent and paid back', () => {
  let database: TestDatabase;
  let sub = '';
  const db = () => database.pool;

  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => {
    sub = randomUUID();
  });
  afterEach(async () => {
    const faults = await auditLedger(db());
    expect(faults.filter(({ fault }) => fault !== 'reservation and check disagree')).toEqual([]);
  });
  afterAll(() => database.drop());

  async function spend(checks: number): Promise<void> {
    for (let at = 0; at < checks; at++) {
      const check = randomUUID().replaceAll('-', '');
      expect(await ledger.reserve(db(), sub, check, NOW)).toBe(true);
      expect(await ledger.take(db(), check, NOW)).toBe(true);
    }
  }
  const buy = (checks: number, key = `payment:pi_${randomUUID()}`) =>
    give(db(), { sub, tariff: FLEX_TARIFF, checks, reason: 'purchase', key });
  const subscribe = (checks: number) =>
    give(db(), { sub, tariff: PLAN, checks, reason: 'subscription', expiresAt: daysLater(30) });
  const back = (key: string) => ledger.revoke(db(), { key, reason: 'chargeback', now: NOW });

  it('are settled first by the next purchase of the same kind', async () => {
    const first = await buy(10);
    await spend(10);
    expect(await back(first)).toEqual({ takenBack: 0, deficit: 10 });
    await buy(4);
    expect(await countsOf(db(), sub)).toEqual(['0/0/10/6']);
    await buy(10);
    expect(await countsOf(db(), sub)).toEqual(['4/0/10/0']);
  });

  it('are settled by a purchase of another kind, on every tariff that owes', async () => {
    const plan = await subscribe(3);
    await spend(3);
    await back(plan);
    const flex = await buy(0);
    expect(flex).toBeDefined();
    const owed = await buy(5);
    expect(await countsOf(db(), sub)).toEqual(['0/0/3/0', '2/0/0/0']);
    // That purchase is paid back too: what it settled is owed again.
    expect(await back(owed)).toEqual({ takenBack: 2, deficit: 3 });
    expect(await countsOf(db(), sub)).toEqual(['0/0/3/0', '0/0/0/3']);
    await subscribe(2);
    expect(await countsOf(db(), sub)).toEqual(['0/0/3/0', '0/0/0/1']);
  });

  it('are not settled by what is given for nothing', async () => {
    const first = await buy(5);
    await spend(5);
    await back(first);
    for (const reason of ['promo', 'survey', 'operator', 'signup'] as const)
      await give(db(), { sub, checks: 1, reason });
    expect(await countsOf(db(), sub)).toEqual(['0/0/5/5', '4/0/0/0']);
  });

  it('are settled once by purchases that come at the same moment', async () => {
    const first = await buy(6);
    await spend(6);
    await back(first);
    await Promise.all([buy(5), buy(5), subscribe(5)]);
    const counts = (await countsOf(db(), sub)).map((one) => one.split('/').map(Number));
    expect(counts.reduce((sum, [left = 0]) => sum + left, 0)).toBe(9);
    expect(counts.reduce((sum, [, , , owed = 0]) => sum + owed, 0)).toBe(0);
  });

  it('are counted, and so is who does it again within a week', async () => {
    const before = await countOwed(db());
    for (const [payment, checks] of [
      ['pi_a', 1],
      // One of them settles what is owed.
      ['pi_b', 2],
    ] as const) {
      const key = await buy(checks, `payment:${payment}:${randomUUID()}`);
      await spend(1);
      await ledger.revoke(db(), { key, reason: 'chargeback', now: new Date() });
      const counted = await countOwed(db());
      expect(counted.repeated - before.repeated).toBe(payment === 'pi_a' ? 0 : 1);
      expect(counted.accounts - before.accounts).toBe(1);
      expect(counted.checks - before.checks).toBe(checks);
    }
  });
});
