import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { auditLedger, FREE_TARIFF, ledger } from '../../../money/index.ts';
import type { EnginePort } from '../checks.ports.ts';
import { buildChecksService, type ChecksDeps } from '../checks.service.ts';
import { checkBooks } from '../test/check-books.ts';
import { checksDeps, fakeEngine, fakeSnapshot } from '../test/check-fixture.ts';
import { expireLeases } from '../test/expire-leases.ts';
import { paymentRules, paymentSnapshot, SIDE } from '../test/payment-fixture.ts';
import { baseUnits } from './resolve-planned.ts';

const OTHER = 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi';
const THIRD = 'TW3e7XyDgpfamBg3ZArAkH8qo7vW6HFdC2';
const PLAN = { address: OTHER, ticker: 'USDT', parent: 'TRX', amount: '250.5', direction: 'withdrawal' } as const;
const WITH_WALLET = { ...PLAN, wallet: SIDE };
/** A busy machine may take that long to begin checks. */
const PATIENT = { timeout: 20_000 };
/** Walks until somebody ends the check. */
const endless: EnginePort = {
  ...fakeEngine,
  exposureOf: (_store, _subject, _direction, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
};

describe('a planned payment', () => {
  let database: TestDatabase;
  /** The balance ledger is append-only: every test uses its own account. */
  let OWNER = { sub: '', pays: true };
  const grant = async (checks: number) => {
    const { sub } = OWNER;
    const gift = { sub, tariff: FREE_TARIFF, checks, reason: 'operator', key: `test:${sub}` } as const;
    await ledger.grant(database.pool, { ...gift, expiresAt: null });
  };
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => {
    OWNER = { sub: randomUUID(), pays: true };
  });
  afterEach(async () => {
    expect(await auditLedger(database.pool)).toEqual([]);
    await database.pool.query('TRUNCATE checks CASCADE');
  });
  afterAll(() => database.drop());

  const service = (overrides: Partial<ChecksDeps> = {}) =>
    buildChecksService(checksDeps(database.pool, { payments: paymentRules(), ...overrides }));
  const books = () => checkBooks(database.pool, OWNER.sub);

  it('costs a check of each address, and says which stars the wallet has before and after', async () => {
    await grant(10);
    const checks = service();
    const answer = await checks.runPlanned(OWNER, WITH_WALLET);
    expect(answer.checks).toMatchObject([
      { address: OTHER, is_new: true },
      { address: SIDE, is_new: true },
    ]);
    expect(answer.result).toMatchObject({
      ...{ address: OTHER, direction: 'withdrawal', amount: '250500000', method_version: '2' },
      payment: { riskscore: 0 },
      wallet: { address: SIDE, before: { riskscore: expect.any(Number) }, after: { riskscore: expect.any(Number) } },
    });
    expect(await books()).toEqual({ checks: 8, held: 0, taken: 2, running: 0, done: 2, failed: 0 });
  });

  it('costs only what is not free already', async () => {
    await grant(10);
    const checks = service();
    await checks.runPlanned(OWNER, PLAN);
    expect(await books()).toMatchObject({ checks: 9, taken: 1 });
    await checks.runPlanned(OWNER, WITH_WALLET);
    expect(await books()).toMatchObject({ checks: 8, taken: 2 });
    await checks.runPlanned(OWNER, { ...WITH_WALLET, direction: 'deposit', amount: '7' });
    expect(await books()).toMatchObject({ checks: 8, held: 0, taken: 2 });
  });

  it('costs nothing for an address without a rating', async () => {
    await grant(10);
    const checks = service({ withSnapshot: (_asset, work) => work({ ...fakeSnapshot, store: null, tip: null }) });
    await checks.runPlanned(OWNER, WITH_WALLET);
    expect(await books()).toEqual({ checks: 10, held: 0, taken: 0, running: 0, done: 2, failed: 0 });
  });

  it('begins both checks or none', async () => {
    await grant(1);
    const checks = service();
    await expect(checks.runPlanned(OWNER, WITH_WALLET)).rejects.toMatchObject({ errorName: 'NotEnoughChecks' });
    expect(await books()).toEqual({ checks: 1, held: 0, taken: 0, running: 0, done: 0, failed: 0 });
    await checks.runPlanned(OWNER, PLAN);
    expect(await books()).toMatchObject({ checks: 0, taken: 1 });
  });

  it('begins none where the balance may not be charged, but what is free', async () => {
    await grant(10);
    const checks = service();
    await checks.runPlanned(OWNER, PLAN);
    await expect(checks.runPlanned(OWNER, WITH_WALLET, { mayCharge: false })).rejects.toMatchObject({
      errorName: 'NotEnoughChecks',
    });
    await checks.runPlanned(OWNER, PLAN, { mayCharge: false });
    expect(await books()).toMatchObject({ checks: 9, taken: 1 });
  });

  it('charges each address once, however often it is asked at once', async () => {
    await grant(10);
    const checks = service();
    const plans = [WITH_WALLET, { ...WITH_WALLET, wallet: THIRD }, { ...PLAN, wallet: null, amount: '3' }];
    await Promise.all([...plans, ...plans].map((plan) => checks.runPlanned(OWNER, plan)));
    expect(await books()).toMatchObject({ checks: 7, held: 0, taken: 3, running: 0, failed: 0 });
  });

  it.each([
    ['the records cannot be read', { withSnapshot: async () => Promise.reject(new Error('broken on purpose')) }],
    [
      'nothing is imported',
      {
        withSnapshot: <T>(_asset: unknown, work: (one: typeof paymentSnapshot) => Promise<T>) =>
          work({ ...paymentSnapshot, transactions: null }),
      },
    ],
  ])('ends its checks at no cost where %s', async (_what, broken) => {
    await grant(10);
    const checks = service({ engine: endless, payments: paymentRules(broken) });
    await expect(checks.runPlanned(OWNER, WITH_WALLET)).rejects.toThrow();
    expect(await books()).toEqual({ checks: 10, held: 0, taken: 0, running: 0, done: 0, failed: 2 });
  });

  it('leaves a check running that somebody else began', async () => {
    await grant(10);
    const checks = service({
      engine: endless,
      payments: paymentRules({ withSnapshot: async () => Promise.reject(new Error('broken')) }),
    });
    const own = await checks.runCheck(OWNER, { address: SIDE, ticker: 'USDT', parent: 'TRX' }, { answerWithinMs: 0 });
    await expect(checks.runPlanned(OWNER, WITH_WALLET)).rejects.toThrow();
    expect((await checks.readCheck(own.subId)).status).toBe('running');
    expect(await books()).toMatchObject({ checks: 9, held: 1, taken: 0, running: 1, failed: 1 });
    await checks.cancelCheck(own.subId, OWNER.sub);
    expect(await books()).toMatchObject({ checks: 10, held: 0 });
  });

  it('gives back the checks of a server that is lost', async () => {
    await grant(10);
    const lost = service({ engine: endless, renewEveryMs: 3_600_000 });
    const asked = lost.runPlanned(OWNER, WITH_WALLET).catch((error: unknown) => error);
    await vi.waitFor(async () => expect(await books()).toMatchObject({ checks: 8, held: 2, running: 2 }), PATIENT);
    await expireLeases(database.pool);
    await service().recoverInterrupted();
    expect(await books()).toMatchObject({ checks: 10, held: 0, taken: 0, running: 0, failed: 2 });
    await lost.close(0, 'fail');
    expect(await asked).toBeInstanceOf(AppError);
  });

  it('answers nothing to an owner who cancels one of its checks, so that no rating is had for nothing', async () => {
    await grant(10);
    const checks = service({ engine: endless });
    const asked = checks.runPlanned(OWNER, WITH_WALLET).catch((error: unknown) => error);
    await vi.waitFor(async () => expect(await books()).toMatchObject({ running: 2 }), PATIENT);
    const { rows } = await database.pool.query<{ id: string }>('SELECT sub_id AS id FROM checks ORDER BY address');
    await checks.cancelCheck(rows[0]?.id ?? '', OWNER.sub);
    expect(await asked).toMatchObject({ errorName: 'CheckCancelled' });
    expect(await books()).toEqual({ checks: 10, held: 0, taken: 0, running: 0, done: 0, failed: 2 });
  });

  it('answers nothing while its checks run, and ends them at no cost where they take too long', async () => {
    await grant(10);
    const checks = service({ engine: endless, answerWithinMs: 300 });
    await expect(checks.runPlanned(OWNER, WITH_WALLET)).rejects.toMatchObject({ errorName: 'Overloaded' });
    expect(await books()).toEqual({ checks: 10, held: 0, taken: 0, running: 0, done: 0, failed: 2 });
  });

  it.each([
    [{ ...PLAN, wallet: OTHER }, 'PlannedNotRated', /same address/],
    [{ ...PLAN, amount: '1.1234567' }, 'PlannedNotRated', /has 6 decimals/],
    [{ ...PLAN, address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }, 'PlannedNotRated', /mint or burn/],
    [{ ...PLAN, address: 'T1' }, 'InvalidAddress', null],
    [{ ...PLAN, ticker: 'NOPE' }, 'UnknownAsset', null],
  ])('is refused before anything is reserved: %j', async (plan, errorName, text) => {
    await grant(1);
    const refused = service().runPlanned(OWNER, plan);
    await expect(refused).rejects.toMatchObject({
      errorName,
      ...(text === null ? {} : { publicText: expect.stringMatching(text) }),
    });
    expect(await books()).toMatchObject({ checks: 1, running: 0, done: 0 });
  });
});

describe('an amount in whole units', () => {
  it('is the base units that it writes, whatever zeros it has', () => {
    const written = fc.record({ units: fc.bigInt(1n, 10n ** 30n), decimals: fc.integer({ min: 0, max: 18 }) });
    fc.assert(
      fc.property(written, fc.nat(3), ({ units, decimals }, zeros) => {
        const digits = String(units).padStart(decimals + 1, '0');
        const cut = digits.length - decimals;
        const text = decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}${'0'.repeat(zeros)}`;
        expect(baseUnits(text, decimals)).toBe(units);
      }),
    );
    expect(baseUnits('0.0000001', 6)).toBeNull();
  });
});
