import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { auditLedger } from './audit.store.ts';
import { FLEX_TARIFF, FREE_TARIFF } from './ledger.ports.ts';
import { ledger } from './ledger.store.ts';
import { countsOf, daysLater, give, NOW, PLAN } from './test/ledger-fixture.ts';

describe('the balance ledger', () => {
  let database: TestDatabase;
  let sub = '';
  const db = () => database.pool;
  const newCheck = () => randomUUID().replaceAll('-', '');
  /** The audit fault of reservations whose check does not exist. */
  const pretended = 'reservation and check disagree';

  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => {
    sub = randomUUID();
  });
  afterEach(async () => {
    expect((await auditLedger(db())).filter(({ fault }) => fault !== pretended)).toEqual([]);
  });
  afterAll(() => database.drop());

  async function use(checks: number, now = NOW): Promise<string[]> {
    const used = [];
    for (let at = 0; at < checks; at++) {
      const check = newCheck();
      expect(await ledger.reserve(db(), sub, check, now)).toBe(true);
      expect(await ledger.take(db(), check, now)).toBe(true);
      used.push(check);
    }
    return used;
  }

  it('grants once per key, even for different accounts', async () => {
    const key = `signup:${randomUUID()}`;
    const grant = { sub, tariff: FREE_TARIFF, checks: 1, reason: 'signup', key, expiresAt: null } as const;
    expect(await ledger.grant(db(), grant)).toBe(true);
    expect(await ledger.grant(db(), grant)).toBe(false);
    expect(await ledger.grant(db(), { ...grant, sub: randomUUID() })).toBe(false);
    const many = await Promise.all(
      Array.from({ length: 20 }, () => ledger.grant(db(), { ...grant, key: `${key}:other` })),
    );
    expect(many.filter(Boolean)).toHaveLength(1);
    expect(await countsOf(db(), sub)).toEqual(['2/0/0/0']);
  });

  it('takes from the tariff that lapses first; a tariff without an end comes last', async () => {
    await give(db(), { sub, checks: 1 });
    await give(db(), { sub, checks: 1, tariff: { series: 'late', planId: 7 }, expiresAt: daysLater(90) });
    await give(db(), { sub, checks: 1, tariff: { series: 'soon', planId: 7 }, expiresAt: daysLater(30) });
    await use(1);
    expect(await countsOf(db(), sub)).toEqual(['1/0/0/0', '1/0/0/0', '0/0/1/0']);
    await use(1);
    expect(await countsOf(db(), sub)).toEqual(['1/0/0/0', '0/0/1/0', '0/0/1/0']);
    await use(1);
    expect(await ledger.reserve(db(), sub, newCheck(), NOW)).toBe(false);
    expect(await ledger.stateOf(db(), sub, NOW)).toMatchObject({ checks: 0, used_checks: 3 });
  });

  it('takes nothing from a tariff past its end, and records its lapse once', async () => {
    await give(db(), { sub, checks: 5, tariff: PLAN, expiresAt: daysLater(30) });
    expect(await ledger.reserve(db(), sub, newCheck(), daysLater(30))).toBe(false);
    expect(await ledger.stateOf(db(), sub, daysLater(30))).toMatchObject({ checks: 0 });
    expect(await ledger.lapse(db(), daysLater(29))).toBe(0);
    expect(await ledger.lapse(db(), daysLater(30))).toBe(1);
    expect(await ledger.lapse(db(), daysLater(31))).toBe(0);
    expect(await countsOf(db(), sub)).toEqual(['0/0/0/0']);
  });

  it('lapses a check credit that is released after the end of its tariff', async () => {
    await give(db(), { sub, checks: 2, tariff: PLAN, expiresAt: daysLater(30) });
    const check = newCheck();
    await ledger.reserve(db(), sub, check, NOW);
    await ledger.lapse(db(), daysLater(30));
    await ledger.release(db(), check, daysLater(31));
    expect(await countsOf(db(), sub)).toEqual(['1/0/0/0']);
    expect(await ledger.lapse(db(), daysLater(31))).toBe(1);
    expect(await countsOf(db(), sub)).toEqual(['0/0/0/0']);
  });

  it('[BIZ-05] carries unused check credits of a month over while the subscription is paid, in the same tariff', async () => {
    for (const month of [0, 1, 2]) {
      await give(db(), {
        sub,
        checks: 30,
        tariff: PLAN,
        reason: 'subscription',
        expiresAt: daysLater(30 * (month + 1)),
      });
      await use(10, daysLater(30 * month + 1));
    }
    const { tariffs, checks } = await ledger.stateOf(db(), sub, daysLater(61));
    expect(checks).toBe(60);
    expect(tariffs).toMatchObject([{ left_checks: 60, used_checks: 30, expired_in: daysLater(90).toISOString() }]);
    expect(await ledger.lapse(db(), daysLater(90))).toBe(1);
  });

  it('[BIZ-06] extends a used-up month by check credits bought one by one, which never lapse', async () => {
    await give(db(), { sub, checks: 2, tariff: PLAN, reason: 'subscription', expiresAt: daysLater(30) });
    await use(2);
    await give(db(), { sub, checks: 10, tariff: FLEX_TARIFF, reason: 'purchase' });
    await use(1);
    const held = await ledger.stateOf(db(), sub, daysLater(4000));
    expect(held).toMatchObject({ checks: 9, currentTariff: { plan: { name: 'Flex' }, expired_in: null } });
  });

  it('moves the end of a tariff only to a later time, and sets its plan, with another grant', async () => {
    await give(db(), { sub, checks: 1, tariff: PLAN, expiresAt: daysLater(60) });
    await give(db(), { sub, checks: 0, tariff: { ...PLAN, planId: 11 }, expiresAt: daysLater(30) });
    const { currentTariff } = await ledger.stateOf(db(), sub, NOW);
    expect(currentTariff).toMatchObject({ expired_in: daysLater(60).toISOString(), plan: { type: 'standard_1' } });
  });

  it('ends a reservation once: charged or released, never both', async () => {
    await give(db(), { sub, checks: 2 });
    const [taken, released] = [newCheck(), newCheck()];
    await ledger.reserve(db(), sub, taken, NOW);
    await ledger.reserve(db(), sub, released, NOW);
    expect(await ledger.reserve(db(), sub, taken, NOW)).toBe(false);
    expect([await ledger.take(db(), taken, NOW), await ledger.take(db(), taken, NOW)]).toEqual([true, false]);
    expect(await ledger.release(db(), taken, NOW)).toBe(false);
    expect([await ledger.release(db(), released, NOW), await ledger.release(db(), released, NOW)]).toEqual([
      true,
      false,
    ]);
    expect(await ledger.take(db(), released, NOW)).toBe(false);
    expect(await ledger.take(db(), newCheck(), NOW)).toBe(false);
    expect(await countsOf(db(), sub)).toEqual(['1/0/1/0']);
  });

  it('refunds a charged check credit once, and nothing else', async () => {
    await give(db(), { sub, checks: 2 });
    const [check = ''] = await use(1);
    const released = newCheck();
    await ledger.reserve(db(), sub, released, NOW);
    expect(await ledger.refund(db(), released, 'operator', NOW)).toBe(false);
    await ledger.release(db(), released, NOW);
    expect(await ledger.refund(db(), released, 'operator', NOW)).toBe(false);
    expect(await ledger.refund(db(), check, 'faulty', NOW)).toBe(true);
    expect(await ledger.refund(db(), check, 'faulty', NOW)).toBe(false);
    expect(await countsOf(db(), sub)).toEqual(['2/0/0/0']);
  });

  it('revokes the unspent part of a grant and records the remainder as a deficit', async () => {
    const key = await give(db(), { sub, checks: 10, tariff: FLEX_TARIFF, reason: 'purchase' });
    await use(3);
    const held = newCheck();
    await ledger.reserve(db(), sub, held, NOW);
    const revoke = () => ledger.revoke(db(), { key, reason: 'chargeback', now: NOW });
    expect(await revoke()).toEqual({ takenBack: 6, deficit: 4 });
    expect(await revoke()).toEqual({ takenBack: 0, deficit: 0 });
    expect(await countsOf(db(), sub)).toEqual(['0/1/3/4']);
    // The reservation of the running check is released, which reduces the deficit from four to three.
    await ledger.release(db(), held, NOW);
    expect(await countsOf(db(), sub)).toEqual(['0/0/3/3']);
  });

  it('revokes a whole grant, and moves the end of the tariff, when nothing was spent', async () => {
    const key = await give(db(), { sub, checks: 30, tariff: PLAN, expiresAt: daysLater(30) });
    const revoked = await ledger.revoke(db(), { key, reason: 'refunded', now: NOW, expiresAt: NOW });
    expect(revoked).toEqual({ takenBack: 30, deficit: 0 });
    expect(await ledger.stateOf(db(), sub, NOW)).toMatchObject({ checks: 0, currentTariff: null });
    expect(await ledger.revoke(db(), { key: 'nobody', reason: 'refunded', now: NOW })).toEqual({
      takenBack: 0,
      deficit: 0,
    });
  });

  it('counts lapsed check credits neither as revoked nor as a deficit', async () => {
    const key = await give(db(), { sub, checks: 5, tariff: PLAN, expiresAt: daysLater(30) });
    await use(1);
    await ledger.lapse(db(), daysLater(30));
    expect(await ledger.revoke(db(), { key, reason: 'chargeback', now: daysLater(31) })).toEqual({
      takenBack: 0,
      deficit: 1,
    });
  });

  it('tops an account up, with reserved check credits counted in', async () => {
    await ledger.topUp(db(), sub, 10, NOW);
    await use(2);
    await ledger.reserve(db(), sub, newCheck(), NOW);
    await ledger.topUp(db(), sub, 10, NOW);
    await ledger.topUp(db(), sub, 10, NOW);
    expect(await countsOf(db(), sub)).toEqual(['9/1/2/0']);
  });

  it('keeps only the number of a closed account, and lets a running check end', async () => {
    await give(db(), { sub, checks: 5 });
    const check = newCheck();
    await ledger.reserve(db(), sub, check, NOW);
    await ledger.close(db(), sub, NOW);
    expect(await countsOf(db(), sub)).toEqual([]);
    expect(await ledger.stateOf(db(), sub, NOW)).toMatchObject({ checks: 0, tariffs: [] });
    expect(await ledger.release(db(), check, NOW)).toBe(true);
    const { rows } = await db().query('SELECT sub FROM ledger_holders WHERE sub = $1', [sub]);
    expect(rows).toEqual([]);
  });

  it('lets 200 simultaneous reservations, over several connections, take exactly the 10 available check credits', async () => {
    await give(db(), { sub, checks: 4, tariff: PLAN, expiresAt: daysLater(30) });
    await give(db(), { sub, checks: 6 });
    const reserved = await Promise.all(Array.from({ length: 200 }, () => ledger.reserve(db(), sub, newCheck(), NOW)));
    expect(reserved.filter(Boolean)).toHaveLength(10);
    expect(await countsOf(db(), sub)).toEqual(['0/4/0/0', '0/6/0/0']);
  });
});
