import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { openPool, type Pool } from '../../../platform/db/index.ts';
import { auditLedger, FREE_TARIFF, ledger } from '../../money/index.ts';
import { type ChecksOwner, OPERATOR } from './checks.policy.ts';
import { buildChecksService, type ChecksDeps, type ChecksService } from './checks.service.ts';
import { type ChecksStore, checksStore, type StoredCheck } from './stored/checks.store.ts';
import { BTC_CHECK, checksDeps } from './test/check-fakes.ts';
import { expireLeases } from './test/expire-leases.ts';
import { pausedWalks } from './test/paused-walks.ts';

const ETHER = { address: '0x098b716b8aaf21512996dc57eb0615e2383e2f96', ticker: 'ETH', parent: null };
const FOR_EVER = { answerWithinMs: Number.POSITIVE_INFINITY };

describe('while a check of an owner, address and asset runs', () => {
  let database: TestDatabase;
  /** Connection pool of the second server. */
  let secondPool: Pool;
  let owner = { sub: '', pays: true };
  let walks = pausedWalks();
  const open: ChecksService[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    secondPool = openPool(database.url, { maxConnections: 5 });
  });
  beforeEach(async () => {
    owner = { sub: randomUUID(), pays: true };
    walks = pausedWalks();
    const grant = { tariff: FREE_TARIFF, checks: 1, reason: 'operator', expiresAt: null } as const;
    await ledger.grant(database.pool, { ...grant, sub: owner.sub, key: `test:${owner.sub}` });
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((service) => service.close(0, 'fail')));
    expect(await auditLedger(database.pool)).toEqual([]);
    await database.pool.query('TRUNCATE checks CASCADE');
  });
  afterAll(async () => {
    await secondPool.end();
    await database.drop();
  });

  function server(pool: Pool, overrides: Partial<ChecksDeps> = {}): ChecksService {
    const service = buildChecksService(
      checksDeps(pool, { engine: walks.engine, answerWithinMs: 1, renewEveryMs: 600_000, ...overrides }),
    );
    open.push(service);
    return service;
  }
  const first = (overrides: Partial<ChecksDeps> = {}) => server(database.pool, overrides);
  const second = (overrides: Partial<ChecksDeps> = {}) => server(secondPool, overrides);

  /** A request to the second server that found a running check and waits for its end. */
  async function waitingElsewhere(caller: ChecksOwner): Promise<{ readonly check: Promise<StoredCheck> }> {
    const looked = Promise.withResolvers<void>();
    const find: ChecksStore['find'] = async (...asked) => {
      const found = await checksStore.find(...asked);
      looked.resolve();
      return found;
    };
    const check = second({ store: { ...checksStore, find } }).runCheck(caller, BTC_CHECK, FOR_EVER);
    await looked.promise;
    return { check };
  }

  async function rated(): Promise<number> {
    const { rows } = await database.pool.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM checks WHERE owner = $1 AND riskscore > 0',
      [owner.sub],
    );
    return rows[0]?.n ?? -1;
  }

  it('a repeat is that check, and cancelling it leaves nothing rated and the check given back', async () => {
    const [here, there] = [first(), second()];
    const charged = await here.runCheck(owner, BTC_CHECK);
    const repeats = [await here.runCheck(owner, BTC_CHECK), await there.runCheck(owner, BTC_CHECK)];
    expect(repeats.map(({ subId }) => subId)).toEqual([charged.subId, charged.subId]);

    expect((await here.cancelCheck(charged.subId, owner.sub)).status).toBe('failed');
    walks.letGo();
    await here.close(60_000, 'fail');
    expect(await rated()).toBe(0);
    expect(await ledger.stateOf(database.pool, owner.sub)).toMatchObject({ checks: 1, used_checks: 0 });

    const again = await there.runCheck(owner, BTC_CHECK, FOR_EVER);
    expect(again).toMatchObject({ status: 'done', charged: true });
    expect(again.subId).not.toBe(charged.subId);
    expect(await ledger.stateOf(database.pool, owner.sub)).toMatchObject({ checks: 0, used_checks: 1 });
  });

  it('forty requests at once to two servers are one check', async () => {
    const [one, other] = [first(), second()];
    const asked = Array.from({ length: 40 }, (_none, at) => (at % 2 === 0 ? one : other).runCheck(owner, BTC_CHECK));
    const ids = new Set((await Promise.all(asked)).map((check) => check.subId));
    expect(ids.size).toBe(1);
    const { rows } = await database.pool.query('SELECT sub_id FROM checks');
    expect(rows).toEqual([...ids].map((sub_id) => ({ sub_id })));
  });

  it('the database itself refuses a second one, of a coin and of a token', async () => {
    const insert = (parent: string | null) =>
      database.pool.query(
        `INSERT INTO checks (sub_id, owner, ticker, parent, name, address, charged, created_at, lease_until)
         VALUES ($1, $2, 'USDT', $3, 'Tether', 'a', false, now(), now())`,
        [randomUUID().replaceAll('-', ''), owner.sub, parent],
      );
    await insert(null);
    await insert('TRX');
    await expect(insert(null)).rejects.toThrow('checks_one_running');
    await expect(insert('TRX')).rejects.toThrow('checks_one_running');
    await insert('ETH');
  });

  it('a request to another server waits for its end and answers its result', async () => {
    const charged = await first().runCheck(owner, BTC_CHECK);
    const waiting = await waitingElsewhere(owner);
    walks.letGo();
    expect(await waiting.check).toMatchObject({ subId: charged.subId, status: 'done', charged: false });
    expect(await first().readCheck(charged.subId)).toMatchObject({ charged: true });
  });

  it('the operator gets it too, for whom nothing is reserved', async () => {
    const begun = await first().runCheck(OPERATOR, BTC_CHECK);
    const waiting = await waitingElsewhere(OPERATOR);
    walks.letGo();
    expect(await waiting.check).toMatchObject({ subId: begun.subId, status: 'done', charged: false });
  });

  it('another owner, and another asset of the address, get checks of their own', async () => {
    const here = first();
    const ids = new Set<string>();
    for (const [sub, ticker, parent] of [
      ['one', 'ETH', null],
      ['two', 'ETH', null],
      ['one', 'USDT', 'ETH'],
    ] as const) {
      ids.add((await here.runCheck({ sub, pays: false }, { ...ETHER, ticker, parent })).subId);
    }
    expect(ids.size).toBe(3);
  });

  it('a key that came second answers it as well, then and later, and nothing else', async () => {
    const here = first();
    const charged = await here.runCheck(owner, BTC_CHECK, { idempotencyKey: 'one' });
    const joined = await here.runCheck(owner, BTC_CHECK, { idempotencyKey: 'two' });
    expect(joined).toMatchObject({ subId: charged.subId, charged: false });
    walks.letGo();
    await here.runningCheck(charged.subId)?.done;
    expect((await here.runCheck(owner, BTC_CHECK, { idempotencyKey: 'two' })).subId).toBe(charged.subId);
    await expect(here.runCheck(owner, ETHER, { idempotencyKey: 'two' })).rejects.toMatchObject({
      errorName: 'IdempotencyKeyReused',
    });
  });

  it('and its server is gone, the next request begins it again and the same check pays', async () => {
    const lost = await first().runCheck(owner, BTC_CHECK);
    await expireLeases(database.pool);
    const { engine, letGo } = pausedWalks();
    letGo();
    const done = await second({ engine }).runCheck(owner, BTC_CHECK, FOR_EVER);
    expect(done).toMatchObject({ status: 'done', charged: true });
    expect(done.subId).not.toBe(lost.subId);
    expect((await second().readCheck(lost.subId)).status).toBe('failed');
    expect(await ledger.stateOf(database.pool, owner.sub)).toMatchObject({ checks: 0, used_checks: 1 });
    expect(await rated()).toBe(1);
  });

  it('and its server is lost while another one waits for it, that one begins it again', async () => {
    const lost = await first().runCheck(owner, BTC_CHECK);
    const { engine, letGo } = pausedWalks();
    letGo();
    const store: ChecksStore = {
      ...checksStore,
      find: async (...asked) => {
        const found = await checksStore.find(...asked);
        // Once the check was read as running, its lease is made to expire.
        if (found?.subId === lost.subId) await expireLeases(database.pool);
        return found;
      },
    };
    const done = await second({ engine, store }).runCheck(owner, BTC_CHECK, FOR_EVER);
    expect(done).toMatchObject({ status: 'done', charged: true });
    expect(done.subId).not.toBe(lost.subId);
    expect(await ledger.stateOf(database.pool, owner.sub)).toMatchObject({ checks: 0, used_checks: 1 });
  });

  it('and is cancelled through another server, the work on it stops and its place is free', async () => {
    const here = first({ renewEveryMs: 5 });
    const { subId } = await here.runCheck(owner, BTC_CHECK);
    await second().cancelCheck(subId, owner.sub);
    await expect.poll(() => here.runningCheck(subId)).toBe(null);
    expect(await ledger.stateOf(database.pool, owner.sub)).toMatchObject({ checks: 1, used_checks: 0 });
  });
});

describe('a repeat within a day', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('is not free once the check it repeats was given back', async () => {
    const { pool } = database;
    const owner = { sub: randomUUID(), pays: true };
    await ledger.topUp(pool, owner.sub, 1, new Date());
    const checks = buildChecksService(checksDeps(pool));
    const { subId } = await checks.runCheck(owner, BTC_CHECK);
    expect(await checks.runCheck(owner, BTC_CHECK)).toMatchObject({ charged: false });
    expect(await ledger.refund(pool, subId, 'faulty', new Date())).toBe(true);
    expect(await checks.runCheck(owner, BTC_CHECK)).toMatchObject({ charged: true });
    expect(await checks.runCheck(owner, BTC_CHECK)).toMatchObject({ charged: false });
    expect(await ledger.stateOf(pool, owner.sub)).toMatchObject({ checks: 0, used_checks: 1 });
    expect(await auditLedger(pool)).toEqual([]);
  });
});
