import { randomUUID } from 'node:crypto';
import { ASSETS } from '@assay/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { inTransaction, openPool } from '../../../platform/db/index.ts';
import { auditLedger, FREE_TARIFF, ledger } from '../../money/index.ts';
import type { CheckSnapshot } from './checks.ports.ts';
import { buildChecksService, type ChecksDeps } from './checks.service.ts';
import { checksStore } from './stored/checks.store.ts';
import { checkBooks } from './test/check-books.ts';
import { BTC_CHECK, balanceWith, checksDeps, exchangeExposure, fakeSnapshot } from './test/check-fixture.ts';
import { expireLeases } from './test/expire-leases.ts';
import { pausedWalks } from './test/paused-walks.ts';

const BTC_ADDRESSES = [
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX',
  '1HLoD9E4SDFFPDiYfNYnkBLQ85Y51J3Zb1',
  '1FvzCLoTPGANNjWoUo6jUGuAG3wg1w4YjR',
  '15ubicBBWFnvoZLT7GiU2qxjRaKJPdkDMG',
];

describe('a reservation', () => {
  let database: TestDatabase;
  /** The balance ledger is append-only: every test uses its own account. */
  let OWNER = { sub: '', pays: true };

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

  async function service(overrides: Partial<ChecksDeps> = {}, checks = 10) {
    const { sub } = OWNER;
    await ledger.grant(database.pool, {
      sub,
      tariff: FREE_TARIFF,
      checks,
      reason: 'operator',
      key: `test:${sub}`,
      expiresAt: null,
    });
    return buildChecksService(checksDeps(database.pool, overrides));
  }

  const books = () => checkBooks(database.pool, OWNER.sub);

  function failing(): never {
    throw new Error('broken on purpose');
  }

  const base = () => checksDeps(database.pool);
  const over = (part: Partial<CheckSnapshot>): Partial<ChecksDeps> => ({
    withSnapshot: (_asset, work) => work({ ...fakeSnapshot, ...part }),
  });
  const { store: held } = fakeSnapshot;
  if (held === null) throw new Error('The fixture holds records');
  const faults: readonly [string, () => Partial<ChecksDeps>][] = [
    ['no snapshot can be opened', () => ({ withSnapshot: async () => failing() })],
    ['the subject cannot be read', () => over({ store: { ...held, subject: async () => failing() } })],
    ['the labels cannot be read', () => over({ store: null, labelsOf: async () => failing() })],
    ['the walk fails', () => ({ engine: { ...base().engine, exposureOf: async () => failing() } })],
    ['the notes fail', () => ({ engine: { ...base().engine, findNotes: failing } })],
    ['the score fails', () => ({ engine: { ...base().engine, assess: failing } })],
    ['the result cannot be stored', () => ({ store: { ...checksStore, finish: async () => failing() } })],
    ['the result was given up meanwhile', () => ({ store: { ...checksStore, finish: async () => null } })],
    ['the balance cannot be charged', () => ({ balance: { ...ledger, take: async () => failing() } })],
    ['the reservation is gone', () => ({ balance: { ...ledger, take: async () => false } })],
  ];

  it.each(faults)('is released when %s', async (_name, overrides) => {
    const checks = await service(overrides());
    await expect(checks.runCheck(OWNER, BTC_CHECK)).rejects.toMatchObject({ errorName: 'CheckFailed' });
    expect(await books()).toEqual({ checks: 10, held: 0, taken: 0, running: 0, done: 0, failed: 1 });
  });

  it('is settled in the balance that comes with the answer, as it is stored', async () => {
    const checks = await service();
    const { balance } = await checks.runCheck(OWNER, BTC_CHECK, { wantsBalance: true });
    expect(balance).toMatchObject({ checks: 9, used_checks: 1, tariffs: [{ left_checks: 9 }] });
    expect(balance).toEqual(await ledger.stateOf(database.pool, OWNER.sub));
    const again = await checks.runCheck(OWNER, { ...BTC_CHECK, address: BTC_ADDRESSES[1] ?? '' });
    expect(again.balance).toBeUndefined();
  });

  it('is released when the balance that comes with the answer cannot be read', async () => {
    const stateOf: typeof ledger.stateOf = async (db) => {
      await db.query('SELECT 1 / 0');
      return failing();
    };
    const pipelined = openPool(database.url, { pipeline: true });
    const checks = await service({
      balance: { ...ledger, stateOf },
      transaction: (work) => inTransaction(pipelined, work),
    });
    const refused = checks.runCheck(OWNER, BTC_CHECK, { wantsBalance: true });
    await expect(refused).rejects.toMatchObject({ errorName: 'CheckFailed' });
    await pipelined.end();
    expect(await books()).toEqual({ checks: 10, held: 0, taken: 0, running: 0, done: 0, failed: 1 });
  });

  it('is never made when the check cannot be stored', async () => {
    const checks = await service({ store: { ...checksStore, insert: async () => failing() } });
    await expect(checks.runCheck(OWNER, BTC_CHECK)).rejects.toThrow('broken on purpose');
    expect(await books()).toEqual({ checks: 10, held: 0, taken: 0, running: 0, done: 0, failed: 0 });
  });

  it('is released when a walk exceeds the maximum duration of a check', async () => {
    const checks = await service({
      giveUpAfterMs: 20,
      engine: { ...base().engine, exposureOf: () => new Promise(() => undefined) },
    });
    await expect(checks.runCheck(OWNER, BTC_CHECK)).rejects.toMatchObject({ errorName: 'CheckFailed' });
    expect(await books()).toMatchObject({ checks: 10, held: 0, failed: 1 });
  });

  it('is released by the next recovery when even the release fails', async () => {
    const broken = await service({
      engine: { ...base().engine, assess: failing },
      balance: { ...ledger, release: async () => failing() },
    });
    await broken.runCheck(OWNER, BTC_CHECK);
    expect(await books()).toMatchObject({ checks: 9, held: 1, running: 1 });

    const checks = buildChecksService(checksDeps(database.pool));
    expect(await checks.recoverInterrupted()).toBe(0);
    await expireLeases(database.pool);
    expect(await checks.recoverInterrupted()).toBe(1);
    expect(await books()).toEqual({ checks: 10, held: 0, taken: 0, running: 0, done: 0, failed: 1 });
  });

  it('is released after a restart, and the interrupted check is failed', async () => {
    const killed = await service({
      answerWithinMs: 10,
      renewEveryMs: 1_000_000,
      engine: { ...base().engine, exposureOf: () => new Promise(() => undefined) },
    });
    const { subId } = await killed.runCheck(OWNER, BTC_CHECK);

    await expireLeases(database.pool);
    const restarted = buildChecksService(checksDeps(database.pool));
    expect(await restarted.recoverInterrupted()).toBe(1);
    expect(await restarted.recoverInterrupted()).toBe(0);
    expect((await restarted.readCheck(subId)).status).toBe('failed');
    expect(await books()).toMatchObject({ checks: 10, held: 0, running: 0, failed: 1 });
    await killed.close(0, 'fail');
  });

  it('is kept while a long check renews its lease', async () => {
    const walk = Promise.withResolvers<void>();
    const checks = await service({
      answerWithinMs: 10,
      renewEveryMs: 5,
      engine: {
        ...base().engine,
        exposureOf: async (_store, subject, direction) => {
          await walk.promise;
          return exchangeExposure(direction, subject.address);
        },
      },
    });
    const { subId } = await checks.runCheck(OWNER, BTC_CHECK);
    await expireLeases(database.pool);
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query('SELECT lease_until > now() AS renewed FROM checks');
        return rows[0].renewed;
      })
      .toBe(true);
    expect(await checks.recoverInterrupted()).toBe(0);
    walk.resolve();
    await expect.poll(async () => (await checks.readCheck(subId)).status).toBe('done');
    expect(await books()).toMatchObject({ checks: 9, held: 0, taken: 1 });
  });

  it('is released when the service closes before the check is done', async () => {
    const checks = await service({
      answerWithinMs: 10,
      engine: { ...base().engine, exposureOf: () => new Promise(() => undefined) },
    });
    const { subId } = await checks.runCheck(OWNER, BTC_CHECK);
    await checks.close(10, 'fail');
    expect((await checks.readCheck(subId)).status).toBe('failed');
    expect(await books()).toMatchObject({ checks: 10, held: 0 });
    await expect(checks.runCheck(OWNER, BTC_CHECK)).rejects.toMatchObject({ errorName: 'Overloaded' });
  });

  it('lets 200 simultaneous checks take exactly the 10 available check credits', async () => {
    const tickers = ASSETS.filter(({ network }) => network === 'ETH').map(({ ticker, parent }) => ({ ticker, parent }));
    const evm = Array.from({ length: 200 }, (_, at) => ({
      ...(tickers[at % tickers.length] ?? { ticker: 'ETH', parent: null }),
      address: `0x${(at + 1).toString(16).padStart(40, '0')}`,
    }));
    // As in the server: statements of a transaction are sent without waiting for the answers to earlier ones.
    const pipelined = openPool(database.url, { pipeline: true });
    const checks = await service({
      ...{ slots: { running: 10, waiting: 200 }, balance: balanceWith(200) },
      transaction: (work) => inTransaction(pipelined, work),
    });
    const answers = await Promise.allSettled(evm.map((request) => checks.runCheck(OWNER, request)));
    await pipelined.end();
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.errorName] : []));
    expect(refused).toEqual(Array.from({ length: 190 }, () => 'NotEnoughChecks'));
    expect(await books()).toEqual({ checks: 0, held: 0, taken: 10, running: 0, done: 10, failed: 0 });
  });

  it('is made once for twenty simultaneous requests for the same subject', async () => {
    const { engine, letGo } = pausedWalks();
    const checks = await service({ engine, answerWithinMs: 1 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => checks.runCheck(OWNER, BTC_CHECK)));
    const ids = new Set(answers.map(({ subId }) => subId));
    expect(ids.size).toBe(1);
    letGo();
    for (const subId of ids) await checks.runningCheck(subId)?.done;
    expect(await books()).toMatchObject({ checks: 9, taken: 1, done: 1 });
  });

  it('is made once for ten simultaneous requests with the same idempotency key', async () => {
    const checks = await service();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => checks.runCheck(OWNER, BTC_CHECK, { idempotencyKey: 'k' })),
    );
    expect(new Set(answers.map(({ subId }) => subId)).size).toBe(1);
    expect(await books()).toMatchObject({ checks: 9, taken: 1, done: 1 });
  });

  it('is made again for an idempotency key whose check failed', async () => {
    const { engine } = base();
    let isBroken = true;
    const checks = await service({
      engine: { ...engine, assess: (input) => (isBroken ? failing() : engine.assess(input)) },
    });
    const retry = () => checks.runCheck(OWNER, BTC_CHECK, { idempotencyKey: 'k' });
    await expect(retry()).rejects.toMatchObject({ errorName: 'CheckFailed' });
    isBroken = false;
    expect(await retry()).toMatchObject({ status: 'done', charged: true });
    expect(await books()).toEqual({ checks: 9, held: 0, taken: 1, running: 0, done: 1, failed: 1 });
  });

  it('is made again for the same subject a day later', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const checks = await service({ clock: { now: () => new Date(now) } });
    await checks.runCheck(OWNER, BTC_CHECK);
    now += 24 * 3600 * 1000 - 1;
    expect((await checks.runCheck(OWNER, BTC_CHECK)).charged).toBe(false);
    now += 2;
    expect((await checks.runCheck(OWNER, BTC_CHECK)).charged).toBe(true);
  });

  it('is never made for the operator', async () => {
    const checks = await service({}, 0);
    const check = await checks.runCheck({ sub: 'operator', pays: false }, BTC_CHECK);
    expect(check).toMatchObject({ status: 'done', charged: false });
  });

  it('is refused, without a charge, when too many checks are waiting', async () => {
    const checks = await service({
      answerWithinMs: 10,
      slots: { running: 1, waiting: 1 },
      engine: { ...base().engine, exposureOf: () => new Promise(() => undefined) },
    });
    await checks.runCheck(OWNER, { ...BTC_CHECK, address: BTC_ADDRESSES[0] ?? '' });
    await checks.runCheck(OWNER, { ...BTC_CHECK, address: BTC_ADDRESSES[1] ?? '' });
    await expect(checks.runCheck(OWNER, { ...BTC_CHECK, address: BTC_ADDRESSES[2] ?? '' })).rejects.toMatchObject({
      errorName: 'Overloaded',
    });
    expect(await books()).toMatchObject({ checks: 8, held: 2 });
    await checks.close(0, 'fail');
    expect(await books()).toMatchObject({ checks: 10, held: 0 });
  });
});
