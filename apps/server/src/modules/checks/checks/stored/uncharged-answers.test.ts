import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { auditLedger, FLEX_TARIFF, FREE_TARIFF, type GrantReason, ledger } from '../../../money/index.ts';
import { wireUncharged } from '../../../money/open/given.ts';
import { checksPart } from '../../account-parts.store.ts';
import { buildChecksService, type ChecksDeps } from '../checks.service.ts';
import { BTC_CHECK, balanceWith, checksDeps, fakeSnapshot, NA_CHECK } from '../test/check-fixture.ts';
import { paymentRules } from '../test/payment-fixture.ts';

const DAY_MS = 86_400_000;
const MORNING = new Date('2026-11-28T09:00:00Z');
const REACHED = { errorName: 'UnchargedLimitReached', retryAfterSeconds: 15 * 3_600 };

describe('answers without a charge', () => {
  let database: TestDatabase;
  let sub = '';
  let now = MORNING;
  /** How often the records of a subject were read. */
  let reads = 0;

  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => {
    sub = randomUUID();
    now = MORNING;
    reads = 0;
  });
  afterAll(() => database.drop());

  async function give(checks: number, reason: GrantReason, at = MORNING, to = sub): Promise<void> {
    const tariff = reason === 'signup' ? FREE_TARIFF : FLEX_TARIFF;
    await ledger.grant(database.pool, { sub: to, tariff, checks, reason, key: randomUUID(), expiresAt: null, now: at });
  }

  function service(overrides: Partial<ChecksDeps> = {}) {
    return buildChecksService(
      checksDeps(database.pool, {
        uncharged: wireUncharged(20),
        balance: balanceWith(100),
        clock: { now: () => now },
        slots: { running: 3, waiting: 200 },
        withSnapshot: (_asset, work) => {
          reads += 1;
          return work(fakeSnapshot);
        },
        ...overrides,
      }),
    );
  }
  const owner = () => ({ sub, pays: true });
  const askTimes = async (checks: ReturnType<typeof service>, times: number) => {
    for (let n = 0; n < times; n += 1) await checks.runCheck(owner(), NA_CHECK);
  };

  it('are 20 a day for who never bought; the next is refused before anything is read', async () => {
    await give(1, 'signup');
    const checks = service();
    await askTimes(checks, 20);
    const before = reads;
    await expect(checks.runCheck(owner(), NA_CHECK)).rejects.toMatchObject({
      ...REACHED,
      publicText: expect.stringMatching(/20 answers without a charge.*2026-11-29 00:00 UTC/),
    });
    // Also what would be charged: nobody knows before it was read.
    await expect(checks.runCheck(owner(), BTC_CHECK)).rejects.toMatchObject(REACHED);
    expect(reads).toBe(before);
    expect(await ledger.stateOf(database.pool, sub, now)).toMatchObject({ checks: 1, used_checks: 0 });
    now = new Date('2026-11-29T00:00:00Z');
    await askTimes(checks, 1);
    expect(await auditLedger(database.pool)).toEqual([]);
  });

  it('are counted for repeats within a day and cancelled checks too, and not for charged ones', async () => {
    await give(1, 'signup');
    const checks = service({ uncharged: wireUncharged(3) });
    await checks.runCheck(owner(), BTC_CHECK);
    await checks.runCheck(owner(), BTC_CHECK);
    await give(1, 'signup');
    const stopped = service({
      uncharged: wireUncharged(3),
      engine: { ...checksDeps(database.pool).engine, exposureOf: () => new Promise(() => undefined) },
      answerWithinMs: 0,
    });
    const { subId } = await stopped.runCheck(owner(), { ...BTC_CHECK, address: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX' });
    expect((await stopped.cancelCheck(subId, sub)).status).toBe('failed');
    await checks.runCheck(owner(), BTC_CHECK);
    await expect(checks.runCheck(owner(), BTC_CHECK)).rejects.toMatchObject(REACHED);
  });

  it('are not exceeded by many checks at once, on two servers', { timeout: 60_000 }, async () => {
    await give(40, 'signup');
    const { store } = fakeSnapshot;
    if (store === null) throw new Error('The fixture holds records');
    const unrated: Partial<ChecksDeps> = {
      withSnapshot: (_asset, work) => work({ ...fakeSnapshot, store: { ...store, subject: async () => null } }),
    };
    const [one, other] = [service(unrated), service(unrated)];
    const address = (n: number) => ({ ...NA_CHECK, address: `0x${n.toString(16).padStart(40, '0')}`, ticker: 'ETH' });
    const asked = await Promise.allSettled(
      Array.from({ length: 60 }, (_none, n) => (n % 2 === 0 ? one : other).runCheck(owner(), address(n + 1))),
    );
    const { rows } = await database.pool.query<{ n: number }>(
      "SELECT count(*)::integer AS n FROM checks WHERE owner = $1 AND status = 'done'",
      [sub],
    );
    const done = rows[0]?.n ?? 0;
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThanOrEqual(20);
    const refusals = asked.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.errorName)] : []));
    expect(refusals).toHaveLength(60 - done);
    expect(refusals.filter((one) => one !== 'TooManyChecks' && one !== 'UnchargedLimitReached')).toEqual([]);
  });

  it('are ten for each check that a company bought in 30 days', { timeout: 60_000 }, async () => {
    await give(5, 'purchase');
    const checks = service();
    await askTimes(checks, 50);
    await expect(checks.runCheck(owner(), NA_CHECK)).rejects.toMatchObject(REACHED);
    await give(1, 'subscription');
    await askTimes(checks, 10);
    await expect(checks.runCheck(owner(), NA_CHECK)).rejects.toMatchObject(REACHED);
  });

  it('are at least 20 for who bought one check, whose ten would be fewer', { timeout: 60_000 }, async () => {
    await give(1, 'purchase');
    const checks = service();
    await askTimes(checks, 20);
    await expect(checks.runCheck(owner(), NA_CHECK)).rejects.toMatchObject(REACHED);
  });

  it('count no purchase of more than 30 days ago of which nothing is left', { timeout: 60_000 }, async () => {
    const ago = (days: number) => new Date(MORNING.getTime() - days * DAY_MS);
    const bought = { sub, tariff: FLEX_TARIFF, checks: 3, reason: 'purchase', expiresAt: ago(1) } as const;
    await give(1, 'signup');
    await ledger.grant(database.pool, { ...bought, key: randomUUID(), now: ago(31) });
    await askTimes(service(), 20);
    await expect(service().runCheck(owner(), NA_CHECK)).rejects.toMatchObject(REACHED);
    await ledger.grant(database.pool, { ...bought, key: randomUUID(), now: ago(29) });
    await askTimes(service(), 10);
    await expect(service().runCheck(owner(), NA_CHECK)).rejects.toMatchObject(REACHED);
  });

  it('do not stop a company that has checks left of what it bought long ago', { timeout: 60_000 }, async () => {
    await give(6, 'purchase', new Date(MORNING.getTime() - 200 * DAY_MS));
    await askTimes(service(), 60);
    await expect(service().runCheck(owner(), NA_CHECK)).rejects.toMatchObject(REACHED);
  });

  it('are not bought by what was paid back', async () => {
    const key = randomUUID();
    await ledger.grant(database.pool, {
      ...{ sub, tariff: FLEX_TARIFF, checks: 100, reason: 'purchase', key, expiresAt: null, now: MORNING },
    });
    await ledger.revoke(database.pool, { key, reason: 'chargeback', now: MORNING });
    await give(1, 'signup');
    const checks = service();
    await askTimes(checks, 20);
    await expect(checks.runCheck(owner(), NA_CHECK)).rejects.toMatchObject(REACHED);
  });

  it('count what the chat bought for an account that is joined to it', async () => {
    await give(1, 'signup');
    const chat = randomUUID();
    await give(3, 'purchase', MORNING, chat);
    const checks = service();
    await askTimes(checks, 20);
    await expect(checks.runCheck(owner(), NA_CHECK)).rejects.toMatchObject(REACHED);
    await checks.runCheck({ ...owner(), thenPays: chat }, NA_CHECK);
    // A batch of the account begins its checks without the chat, and goes on by the same budget.
    const isLeft = () => wireUncharged(20).isLeft(database.pool, sub, now);
    expect(await isLeft()).toBe(false);
    await give(3, 'purchase');
    expect(await isLeft()).toBe(true);
    await checks.runCheck(owner(), NA_CHECK);
  });

  it('are not limited for checks that nobody pays for', async () => {
    const checks = service({ uncharged: wireUncharged(0) });
    await checks.runCheck({ sub: 'operator', pays: false }, NA_CHECK);
    const { rowCount } = await database.pool.query("SELECT FROM uncharged_answers WHERE owner = 'operator'");
    expect(rowCount).toBe(0);
  });

  it('refuse a payment before its transaction is looked for, and answer a repeated request all the same', async () => {
    await give(2, 'signup');
    const rules = paymentRules();
    let looked = 0;
    const checks = service({
      uncharged: wireUncharged(1),
      payments: {
        ...rules,
        withSnapshot: (asset, work, about) => {
          looked += 1;
          return rules.withSnapshot(asset, work, about);
        },
      },
    });
    await askTimes(checks, 1);
    const request = { transaction: 'f'.repeat(64), ticker: 'BTC', parent: null };
    await expect(checks.runPayment(owner(), request)).rejects.toMatchObject(REACHED);
    expect(looked).toBe(0);
  });

  it('are forgotten with the account', async () => {
    await give(1, 'signup');
    const checks = service();
    await askTimes(checks, 2);
    await checksPart(ledger).erase(database.pool, sub, now);
    const { rowCount } = await database.pool.query('SELECT FROM uncharged_answers WHERE owner = $1', [sub]);
    expect(rowCount).toBe(0);
  });
});
