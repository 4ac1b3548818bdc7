import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { auditLedger, FREE_TARIFF, ledger } from '../../../money/index.ts';
import { historyStore } from '../../history/history.store.ts';
import { assetOf } from '../checks.presenter.ts';
import { buildChecksService, type ChecksDeps } from '../checks.service.ts';
import { checksStore } from '../stored/checks.store.ts';
import { checkBooks } from '../test/check-books.ts';
import { checksDeps } from '../test/check-fixture.ts';
import { expireLeases } from '../test/expire-leases.ts';
import { DEPOSIT, PAID, paymentRules, paymentSnapshot, SIDE, UNRATED } from '../test/payment-fixture.ts';

describe('a check of a transaction', () => {
  let database: TestDatabase;
  /** The balance ledger is append-only: every test uses its own account. */
  let OWNER = { sub: '', pays: true };
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    OWNER = { sub: randomUUID(), pays: true };
    const { sub } = OWNER;
    const gift = { sub, tariff: FREE_TARIFF, checks: 10, reason: 'operator', key: `test:${sub}` } as const;
    await ledger.grant(database.pool, { ...gift, expiresAt: null });
  });
  afterEach(async () => {
    expect(await auditLedger(database.pool)).toEqual([]);
    await database.pool.query('TRUNCATE checks CASCADE');
  });
  afterAll(() => database.drop());

  const service = (overrides: Partial<ChecksDeps> = {}) =>
    buildChecksService(checksDeps(database.pool, { payments: paymentRules(), ...overrides }));

  const books = () => checkBooks(database.pool, OWNER.sub);

  it('costs one check credit, and states the payment', async () => {
    const check = await service().runPayment(OWNER, DEPOSIT);
    expect(check).toMatchObject({ status: 'done', charged: true, transactionId: PAID, paymentDirection: 'deposit' });
    const { payment, method_version, riskscore, evidence } = assetOf(check);
    expect({ method_version, riskscore }).toEqual({ method_version: '2', riskscore: 5 });
    expect(payment).toMatchObject({ transaction_id: PAID, direction: 'deposit', moves_in_all: 2, block: '1' });
    expect([evidence.incoming.records, evidence.outgoing.records]).toEqual([1, 0]);
    expect(await books()).toEqual({ checks: 9, held: 0, taken: 1, running: 0, done: 1, failed: 0 });
  });

  it('is free again within 24 hours for the same payment, and for no other', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    const checks = service({ clock: { now: () => now } });
    const paid = async (request: Parameters<typeof checks.runPayment>[1]) =>
      (await checks.runPayment(OWNER, request)).charged;
    expect(await paid(DEPOSIT)).toBe(true);
    now = new Date('2026-01-01T23:59:00Z');
    expect(await paid({ ...DEPOSIT, transaction: `https://tronscan.org/#/transaction/${PAID.toUpperCase()}` })).toBe(
      false,
    );
    expect(await paid({ ...DEPOSIT, direction: 'withdrawal' })).toBe(true);
    const address = await checks.runCheck(OWNER, { address: SIDE, ticker: 'USDT', parent: 'TRX' });
    expect(address.charged).toBe(true);
    now = new Date('2026-01-02T00:01:00Z');
    expect(await paid(DEPOSIT)).toBe(true);
    expect(await books()).toMatchObject({ checks: 6, taken: 4 });
  });

  it('costs nothing where it ends without a rating', async () => {
    const check = await service().runPayment(OWNER, { ...DEPOSIT, transaction: UNRATED });
    expect([check.riskscore, check.charged]).toEqual([0, false]);
    expect(await books()).toEqual({ checks: 10, held: 0, taken: 0, running: 0, done: 1, failed: 0 });
  });

  it.each([
    [
      'no record is of the transaction',
      { ...DEPOSIT, transaction: 'e80ace5ab3d5084ebe66a9bddc40b8b2b11ca89eb2479b878fc91dfb3fb1ccd7' },
      /No record of this transaction/,
    ],
    [
      'the address has no part in it',
      { ...DEPOSIT, address: 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi' },
      /received no USDT/,
    ],
    ['the direction has to be named', { ...DEPOSIT, direction: null }, /add "direction": deposit or withdrawal/],
    ['the id is none', { ...DEPOSIT, transaction: 'my payment' }, /no id of a transaction/],
  ] as const)('is refused before anything is reserved where %s', async (_what, request, text) => {
    const refused = service().runPayment(OWNER, request);
    await expect(refused).rejects.toMatchObject({
      errorName: 'TransactionNotRated',
      publicText: expect.stringMatching(text),
    });
    expect(await books()).toEqual({ checks: 10, held: 0, taken: 0, running: 0, done: 0, failed: 0 });
  });

  it('is refused without a word of it where it holds a secret', async () => {
    const seed = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
    const refused = service().runPayment(OWNER, { ...DEPOSIT, transaction: seed });
    await expect(refused).rejects.toMatchObject({ errorName: 'SecretNotAddress' });
  });

  function failing(): never {
    throw new Error('broken on purpose');
  }

  /** The first snapshot finds the payment, the next one is of the running check. */
  function brokenLater(): Partial<ChecksDeps> {
    let opened = 0;
    return {
      payments: paymentRules({
        withSnapshot: async (_asset, work) => {
          opened += 1;
          return opened === 1 ? work(paymentSnapshot) : failing();
        },
      }),
    };
  }

  function goneLater(): Partial<ChecksDeps> {
    let opened = 0;
    return {
      payments: paymentRules({
        withSnapshot: async (_asset, work) => {
          opened += 1;
          return work(opened === 1 ? paymentSnapshot : { ...paymentSnapshot, transactions: null });
        },
      }),
    };
  }

  const { engine } = paymentRules();
  const faults: readonly [string, () => Partial<ChecksDeps>, string][] = [
    ['no snapshot can be opened', brokenLater, 'CheckFailed'],
    ['its records are gone since', goneLater, 'TransactionNotRated'],
    [
      'the walk fails',
      () => ({ payments: paymentRules({ engine: { ...engine, exposureOf: async () => failing() } }) }),
      'CheckFailed',
    ],
    [
      'the result cannot be stored',
      () => ({ store: { ...checksStore, finish: async () => failing() } }),
      'CheckFailed',
    ],
    [
      'the result was given up meanwhile',
      () => ({ store: { ...checksStore, finish: async () => null } }),
      'CheckFailed',
    ],
    ['the balance cannot be charged', () => ({ balance: { ...ledger, take: async () => failing() } }), 'CheckFailed'],
    ['the reservation is gone', () => ({ balance: { ...ledger, take: async () => false } }), 'CheckFailed'],
  ];

  it.each(faults)('releases its reservation when %s', async (_name, overrides, errorName) => {
    await expect(service(overrides()).runPayment(OWNER, DEPOSIT)).rejects.toMatchObject({ errorName });
    expect(await books()).toEqual({ checks: 10, held: 0, taken: 0, running: 0, done: 0, failed: 1 });
  });

  const endless = () => ({
    answerWithinMs: 10,
    renewEveryMs: 1_000_000,
    payments: paymentRules({ engine: { ...engine, exposureOf: () => new Promise<never>(() => undefined) } }),
  });

  it('releases its reservation when it is cancelled', async () => {
    const checks = service(endless());
    const { subId } = await checks.runPayment(OWNER, DEPOSIT);
    expect(await books()).toMatchObject({ checks: 9, held: 1, running: 1 });
    await checks.cancelCheck(subId, OWNER.sub);
    expect(await books()).toMatchObject({ checks: 10, held: 0, taken: 0, running: 0, failed: 1 });
    await checks.close(0, 'fail');
  });

  it('releases its reservation after a crash', async () => {
    const killed = service(endless());
    const { subId } = await killed.runPayment(OWNER, DEPOSIT);
    await expireLeases(database.pool);
    const restarted = service();
    expect(await restarted.recoverInterrupted()).toBe(1);
    expect((await restarted.readCheck(subId)).status).toBe('failed');
    expect(await books()).toMatchObject({ checks: 10, held: 0, running: 0, failed: 1 });
    await killed.close(0, 'fail');
  });

  it('goes on in another server, with the same payment', async () => {
    const stopped = service(endless());
    const { subId } = await stopped.runPayment(OWNER, { ...DEPOSIT, direction: 'withdrawal' });
    await stopped.close(0, 'hand over');
    const next = service();
    expect(await next.takeOver()).toBe(1);
    await next.runningCheck(subId)?.done;
    const check = await next.readCheck(subId);
    expect(check).toMatchObject({ status: 'done', charged: true, paymentDirection: 'withdrawal' });
    expect(assetOf(check).payment?.direction).toBe('withdrawal');
    expect(await books()).toMatchObject({ checks: 9, held: 0, taken: 1, running: 0, done: 1 });
  });

  it('runs once for requests at the same time, beside a check of the address', async () => {
    const walk = Promise.withResolvers<void>();
    const waiting: typeof engine.exposureOf = async (...given) => {
      await walk.promise;
      return engine.exposureOf(...given);
    };
    const checks = service({ payments: paymentRules({ engine: { ...engine, exposureOf: waiting } }) });
    const asked = Array.from({ length: 5 }, () => checks.runPayment(OWNER, DEPOSIT, { answerWithinMs: 0 }));
    const address = await checks.runCheck(OWNER, { address: SIDE, ticker: 'USDT', parent: 'TRX' });
    const begun = await Promise.all(asked);
    const [first = ''] = begun.map(({ subId }) => subId);
    expect(new Set(begun.map(({ subId }) => subId))).toEqual(new Set([first]));
    expect(first).not.toBe(address.subId);
    walk.resolve();
    await checks.runningCheck(first)?.done;
    expect(await books()).toMatchObject({ checks: 8, held: 0, taken: 2, done: 2 });
  });

  it('has the check of its idempotency key, which names no other payment', async () => {
    const checks = service();
    const options = { idempotencyKey: 'one' };
    const first = await checks.runPayment(OWNER, DEPOSIT, options);
    expect((await checks.runPayment(OWNER, DEPOSIT, options)).subId).toBe(first.subId);
    const other = checks.runPayment(OWNER, { ...DEPOSIT, direction: 'withdrawal' }, options);
    await expect(other).rejects.toMatchObject({ errorName: 'IdempotencyKeyReused' });
    const address = checks.runCheck(OWNER, { address: SIDE, ticker: 'USDT', parent: 'TRX' }, options);
    await expect(address).rejects.toMatchObject({ errorName: 'IdempotencyKeyReused' });
  });

  it('is in the history as what it is, and compared with the same payment alone', async () => {
    const checks = service();
    const address = await checks.runCheck(OWNER, { address: SIDE, ticker: 'USDT', parent: 'TRX' });
    const first = await checks.runPayment(OWNER, DEPOSIT);
    const second = await checks.runPayment(OWNER, DEPOSIT);
    expect([first.previous, second.previous]).toEqual([null, first.subId]);
    expect(await historyStore.newestOf(database.pool, OWNER.sub, [SIDE])).toBe(address.subId);
    const { rows } = await historyStore.page(database.pool, OWNER.sub, 10, 1);
    expect(rows.map(({ paymentDirection, transactionId }) => [paymentDirection, transactionId])).toEqual([
      ['deposit', PAID],
      ['deposit', PAID],
      [null, null],
    ]);
  });
});
