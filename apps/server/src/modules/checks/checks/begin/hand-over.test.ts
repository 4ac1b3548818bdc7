import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { auditLedger, ledger } from '../../../money/index.ts';
import { buildChecksService, type ChecksDeps, type ChecksService } from '../checks.service.ts';
import { checksStore } from '../stored/checks.store.ts';
import { checksDeps } from '../test/check-fakes.ts';
import { expireLeases } from '../test/expire-leases.ts';
import { pausedWalks } from '../test/paused-walks.ts';

const ADDRESS = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
const TOKENS = ['USDT', 'USDC', 'DAI'] as const;
const checkOf = (ticker: string) => ({ address: ADDRESS, ticker, parent: 'ETH' });
const [FIRST] = TOKENS;
const FOR_EVER = { answerWithinMs: Number.POSITIVE_INFINITY };
const CREDITS = 20;

describe('a server that stops while checks run', () => {
  let database: TestDatabase;
  const open: ChecksService[] = [];

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((service) => service.close(0, 'fail')));
    // No check is left for the next test to take over.
    await expireLeases(database.pool);
    await buildChecksService(checksDeps(database.pool)).recoverInterrupted();
    expect(await auditLedger(database.pool)).toEqual([]);
  });
  afterAll(() => database.drop());

  function server(walks: ReturnType<typeof pausedWalks>, overrides: Partial<ChecksDeps> = {}): ChecksService {
    const service = buildChecksService(
      checksDeps(database.pool, { engine: walks.engine, answerWithinMs: 1, renewEveryMs: 600_000, ...overrides }),
    );
    open.push(service);
    return service;
  }

  async function newOwner() {
    const owner = { sub: randomUUID(), pays: true };
    await ledger.topUp(database.pool, owner.sub, CREDITS, new Date());
    return owner;
  }
  /** Check credits of an owner: left, reserved, used. */
  async function creditsOf({ sub }: { readonly sub: string }) {
    const { rows } = await database.pool.query<{ left: number; held: number; used: number }>(
      `SELECT left_checks AS left, held_checks AS held, used_checks AS used
         FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = $1`,
      [sub],
    );
    return rows[0];
  }

  async function begunAndStopped() {
    const owner = await newOwner();
    const stopped = server(pausedWalks());
    const { subId } = await stopped.runCheck(owner, checkOf(FIRST));
    await stopped.close(0, 'hand over');
    return { owner, subId };
  }

  it('answers the request that waits with the running check, which another server ends and charges once', async () => {
    const owner = await newOwner();
    const stopping = server(pausedWalks());
    const waiting = stopping.runCheck(owner, checkOf(FIRST), FOR_EVER);
    await expect.poll(async () => (await checksStore.countRunning(database.pool, owner.sub)).single).toBe(1);
    await stopping.close(0, 'hand over');
    const { subId, status } = await waiting;
    expect(status).toBe('running');

    const walks = pausedWalks();
    const other = server(walks);
    expect(await other.recoverInterrupted()).toBe(0);
    expect(await other.takeOver()).toBe(1);
    walks.letGo();
    await other.runningCheck(subId)?.done;
    expect(await other.readCheck(subId)).toMatchObject({ status: 'done', charged: true });
    expect(await creditsOf(owner)).toEqual({ left: CREDITS - 1, held: 0, used: 1 });
  });

  it('keeps the reservation until then, and a second request for the same check finds it', async () => {
    const { owner, subId } = await begunAndStopped();
    expect(await creditsOf(owner)).toEqual({ left: CREDITS - 1, held: 1, used: 0 });
    const other = server(pausedWalks());
    expect(await other.runCheck(owner, checkOf(FIRST))).toMatchObject({ subId, status: 'running' });
  });

  it('lets one of two servers take its check over', async () => {
    const { subId } = await begunAndStopped();
    const others = [server(pausedWalks()), server(pausedWalks())];
    const taken = await Promise.all(others.map((other) => other.takeOver()));
    expect(taken.toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(others.filter((other) => other.runningCheck(subId) !== null)).toHaveLength(1);
  });

  it('can no longer end, renew or fail a check that another one has taken over', async () => {
    const owner = await newOwner();
    const held: string[] = [];
    const stopped = server(pausedWalks(), {
      store: {
        ...checksStore,
        insert: async (db, check) => {
          held.push(check.runBy);
          return checksStore.insert(db, check);
        },
      },
    });
    const { subId } = await stopped.runCheck(owner, checkOf(FIRST));
    await stopped.close(0, 'hand over');
    await server(pausedWalks()).takeOver();
    const [former = ''] = held;
    const { pool } = database;
    const late = {
      result: '{}',
      basis: '{}',
      riskscore: 5,
      keepsCharge: true,
      methodVersion: '1',
      labelSetVersion: '1',
    };
    const end = { ...late, riskscore: 5 as const, tipBlock: null, tipTime: null, finishedAt: new Date() };
    expect(await checksStore.finish(pool, subId, end, former)).toBeNull();
    expect(await checksStore.fail(pool, subId, new Date(), 'CheckFailed', former)).toBe(false);
    expect(await checksStore.renewLease(pool, subId, 1_000, 1, former)).toBe(false);
    expect(await checksStore.find(pool, subId)).toMatchObject({ status: 'running', progress: 0 });
  });

  it('releases the reservation of a check that its owner cancels before anyone has taken it over', async () => {
    const { owner, subId } = await begunAndStopped();
    const other = server(pausedWalks());
    expect(await other.cancelCheck(subId, owner.sub)).toMatchObject({ status: 'failed', failure: 'CheckCancelled' });
    expect(await creditsOf(owner)).toEqual({ left: CREDITS, held: 0, used: 0 });
    expect(await other.takeOver()).toBe(0);
  });

  it('releases the reservation of a check that nobody takes over in time', async () => {
    const { owner, subId } = await begunAndStopped();
    await expireLeases(database.pool);
    const other = server(pausedWalks());
    expect(await other.takeOver()).toBe(0);
    expect(await other.recoverInterrupted()).toBe(1);
    expect(await other.readCheck(subId)).toMatchObject({ status: 'failed', charged: false });
    expect(await creditsOf(owner)).toEqual({ left: CREDITS, held: 0, used: 0 });
  });

  it('leaves its check to others where the slots of a server are taken', async () => {
    const { subId } = await begunAndStopped();
    const full = server(pausedWalks(), { slots: { running: 1, waiting: 0 } });
    await full.runCheck(await newOwner(), checkOf(FIRST));
    expect(await full.takeOver()).toBe(0);
    const free = server(pausedWalks());
    expect(await free.takeOver()).toBe(1);
    expect(free.runningCheck(subId)).not.toBeNull();
  });

  const place = fc.nat(1);
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('check' as const), place, what: fc.nat(TOKENS.length - 1) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('stop' as const, 'take over' as const), place }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('walks end' as const), place }) },
    fc.record({ do: fc.constant('cancel' as const), place, what: fc.nat(TOKENS.length - 1) }),
  );

  it('charges every check that gets stars once and no other, however often and wherever it is handed over', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const owner = await newOwner();
        const start = () => {
          const walks = pausedWalks();
          return { walks, checks: server(walks) };
        };
        const servers = [start(), start()];
        const at = (number: number) => servers[number] ?? start();
        const begun = new Set<string>();
        for (const next of steps) {
          const { walks, checks } = at(next.place);
          switch (next.do) {
            case 'check': {
              const { subId } = await checks.runCheck(owner, checkOf(TOKENS[next.what] ?? FIRST));
              begun.add(subId);
              break;
            }
            case 'stop':
              await checks.close(0, 'hand over');
              servers[next.place] = start();
              break;
            case 'take over':
              await checks.takeOver();
              break;
            case 'walks end':
              walks.letGo();
              await Promise.all([...begun].map(async (subId) => checks.runningCheck(subId)?.done));
              await checks.close(0, 'hand over');
              servers[next.place] = start();
              break;
            case 'cancel': {
              const ticker = TOKENS[next.what] ?? FIRST;
              const whole = { transactionId: null, paymentDirection: null };
              const subject = { owner: owner.sub, ticker, parent: 'ETH', address: ADDRESS, ...whole };
              const running = await checksStore.findRunning(database.pool, subject);
              // A server that runs it waits for its walk to stop, which takes a turn.
              if (running !== null) await checks.cancelCheck(running.subId, owner.sub);
              await nextTurn();
              break;
            }
          }
        }
        for (const { checks } of servers) await checks.close(0, 'hand over');
        const last = start();
        last.walks.letGo();
        await last.checks.takeOver();
        await Promise.all([...begun].map(async (subId) => last.checks.runningCheck(subId)?.done));
        const ended = await Promise.all([...begun].map((subId) => last.checks.readCheck(subId)));
        expect(ended.filter(({ status }) => status === 'running')).toEqual([]);
        const charged = ended.filter((check) => check.charged).length;
        expect(await creditsOf(owner)).toEqual({ left: CREDITS - charged, held: 0, used: charged });
        expect(await auditLedger(database.pool)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
