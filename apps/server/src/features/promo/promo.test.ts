import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { wirePromo } from '../../wiring-payments.ts';
import { auditLedger, ledger } from '../ledger/index.ts';
import { endOfDay } from './end-of-day.ts';

const LATER = new Date('2999-01-01T00:00:00Z');
const newSub = () => randomBytes(16).toString('hex');

describe('a promo code', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(async () => {
    await database.drop();
  });
  const promo = () => wirePromo(database.pool);
  const made = (more: object = {}) =>
    promo().create({ code: '', social: 'telegram', freeChecks: 2, totalUsages: 10, expiredAt: LATER, ...more });

  it('with ten usages is credited ten times by a hundred redemptions at once', { timeout: 60_000 }, async () => {
    const { code } = await made();
    const subs = Array.from({ length: 100 }, newSub);
    const answers = await Promise.all(subs.map((sub) => promo().redeem(sub, code)));
    expect(answers.filter(({ applied }) => applied)).toHaveLength(10);
    expect(new Set(answers.filter(({ applied }) => !applied).map(({ message }) => message))).toEqual(
      new Set(['This promo code has been used up']),
    );
    const held = await Promise.all(subs.map((sub) => ledger.stateOf(database.pool, sub)));
    expect(held.reduce((sum, { checks }) => sum + checks, 0)).toBe(20);
    expect(await auditLedger(database.pool)).toEqual([]);
    expect((await promo().list()).find((one) => one.code === code)).toMatchObject({ usages: 10 });
  });

  it('is credited once to one person who sends it twenty times at once', { timeout: 60_000 }, async () => {
    const { code } = await made({ totalUsages: 0 });
    const sub = newSub();
    const answers = await Promise.all(Array.from({ length: 20 }, () => promo().redeem(sub, code.toLowerCase())));
    expect(answers.filter(({ applied }) => applied)).toEqual([
      { applied: true, message: 'Promo code applied: 2 free checks' },
    ]);
    expect(answers.find(({ applied }) => !applied)?.message).toBe('You have already used this promo code');
    expect(await ledger.stateOf(database.pool, sub)).toMatchObject({ checks: 2, currentTariff: { expired_in: null } });
  });

  it('says when it is unknown or expired', async () => {
    const { code } = await made({ expiredAt: new Date('2020-01-01T00:00:00Z') });
    expect(await promo().redeem(newSub(), code)).toEqual({ applied: false, message: 'This promo code has expired' });
    expect(await promo().redeem(newSub(), 'NOBODY')).toEqual({
      applied: false,
      message: 'There is no such promo code',
    });
  });

  it('without limit is never used up', { timeout: 60_000 }, async () => {
    const { code } = await made({ totalUsages: 0 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => promo().redeem(newSub(), code)));
    expect(answers.every(({ applied }) => applied)).toBe(true);
  });

  it('that is made up has no letters that look alike', async () => {
    for (let count = 0; count < 40; count += 1) {
      expect((await made()).code).toMatch(/^[ACDEFGHJKMNPQRTWXY34679]{10}$/);
    }
  });

  it('is not made twice, in whatever case', async () => {
    await made({ code: 'Spring-26' });
    await expect(made({ code: 'SPRING-26' })).rejects.toMatchObject({ errorName: 'PromoCodeTaken' });
  });

  it('changes only what is named', async () => {
    const code = await made();
    expect(await promo().change(code.id, { social: 'x' })).toMatchObject({
      social: 'x',
      freeChecks: 2,
      totalUsages: 10,
      expiredAt: LATER,
    });
    await expect(promo().change(999_999, {})).rejects.toMatchObject({ errorName: 'NotFound' });
  });

  it('that is deleted leaves what it gave', async () => {
    const code = await made();
    const sub = newSub();
    await promo().redeem(sub, code.code);
    await promo().remove(code.id);
    await expect(promo().remove(code.id)).rejects.toMatchObject({ errorName: 'NotFound' });
    expect(await ledger.stateOf(database.pool, sub)).toMatchObject({ checks: 2 });
    expect(await promo().redeem(sub, code.code)).toMatchObject({ applied: false });
  });
});

describe('the end of a day', () => {
  it.each([
    ['2026-12-31', 'UTC', '2026-12-31T23:59:59.999Z'],
    ['2026-12-31', 'Europe/Tallinn', '2026-12-31T21:59:59.999Z'],
    ['2026-12-31', 'America/New_York', '2027-01-01T04:59:59.999Z'],
    // Clocks go forward that night, and back on the other.
    ['2026-03-28', 'Europe/Tallinn', '2026-03-28T21:59:59.999Z'],
    ['2026-03-29', 'Europe/Tallinn', '2026-03-29T20:59:59.999Z'],
    ['2026-10-25', 'Europe/Tallinn', '2026-10-25T21:59:59.999Z'],
    ['2026-06-01T22:30:00Z', 'Europe/Tallinn', '2026-06-02T20:59:59.999Z'],
    ['2026-06-01', 'Pacific/Kiritimati', '2026-06-01T09:59:59.999Z'],
  ])('%s in %s is %s', (day, timeZone, expected) => {
    expect(endOfDay(day, timeZone).toISOString()).toBe(expected);
  });
});
