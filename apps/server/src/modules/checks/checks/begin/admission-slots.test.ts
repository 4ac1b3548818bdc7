import { randomUUID } from 'node:crypto';
import { ASSETS, PLANS, planLimitsOf } from '@assay/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { openPool, type Pool } from '../../../../platform/db/index.ts';
import { auditLedger, ledger } from '../../../money/index.ts';
import { OPERATOR, UNFINISHED_RETRY_SECONDS } from '../checks.policy.ts';
import { buildChecksService, type ChecksDeps, type ChecksService } from '../checks.service.ts';
import { BTC_CHECK, checksDeps } from '../test/check-fakes.ts';
import { pausedWalks } from '../test/paused-walks.ts';

/** The slots of one server. */
const LIMITS = { running: 3, waiting: 60 };
const ASKED = 70;
/** The limit of an owner without a plan. */
const { runningChecks: UNFINISHED_PER_OWNER } = planLimitsOf([]);

const ETHEREUM = ASSETS.filter(({ network }) => network === 'ETH');
const requests = Array.from({ length: ASKED }, (_none, at) => ({
  ticker: ETHEREUM[at % ETHEREUM.length]?.ticker ?? '',
  parent: ETHEREUM[at % ETHEREUM.length]?.parent ?? null,
  address: `0x${(at + 1).toString(16).padStart(40, '0')}`,
}));

describe('an owner who requests more checks than the limit', () => {
  let database: TestDatabase;
  let secondPool: Pool;
  let walks = pausedWalks();
  const open: ChecksService[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    secondPool = openPool(database.url, { maxConnections: 5 });
  });
  beforeEach(() => {
    walks = pausedWalks();
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
      checksDeps(pool, { engine: walks.engine, answerWithinMs: 1, slots: LIMITS, ...overrides }),
    );
    open.push(service);
    return service;
  }

  async function payer(checks: number): Promise<{ readonly sub: string; readonly pays: true }> {
    const sub = randomUUID();
    await ledger.topUp(database.pool, sub, checks, new Date());
    return { sub, pays: true };
  }

  /** Number of answered requests, and the errors of the refused ones. */
  async function outcomes(asked: readonly Promise<unknown>[]) {
    const settled = await Promise.allSettled(asked);
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.errorName] : []));
    return { accepted: settled.length - refused.length, refused: [...new Set(refused)] };
  }

  it('with one check credit leaves slots for others, whether 70 requests name one address or 70', async () => {
    const here = server(database.pool);
    const [same, different, other] = [await payer(1), await payer(1), await payer(1)];
    expect(await outcomes(requests.map(() => here.runCheck(same, BTC_CHECK)))).toEqual({
      accepted: ASKED,
      refused: [],
    });
    expect(await outcomes(requests.map((request) => here.runCheck(different, request)))).toEqual({
      accepted: 1,
      refused: ['NotEnoughChecks'],
    });
    expect(await here.runCheck(other, BTC_CHECK)).toMatchObject({ status: 'running', charged: true });
    const { rows } = await database.pool.query('SELECT FROM checks');
    expect(rows).toHaveLength(3);
  });

  it('with enough check credits is limited over all servers together, and gets a time to retry', async () => {
    const servers = [server(database.pool), server(secondPool)];
    const [rich, other] = [await payer(100), await payer(1)];
    const asked = requests.map((request, at) => servers[at % 2]?.runCheck(rich, request) ?? Promise.resolve());
    expect(await outcomes(asked)).toEqual({ accepted: UNFINISHED_PER_OWNER, refused: ['TooManyChecks'] });
    await expect(servers[0]?.runCheck(rich, BTC_CHECK)).rejects.toMatchObject({
      errorName: 'TooManyChecks',
      retryAfterSeconds: UNFINISHED_RETRY_SECONDS,
    });
    expect((await ledger.stateOf(database.pool, rich.sub)).checks).toBe(100 - UNFINISHED_PER_OWNER);
    for (const here of servers) {
      expect(await here.runCheck(other, BTC_CHECK)).toMatchObject({ status: 'running' });
    }

    walks.letGo();
    await Promise.all(servers.map((here) => here.close(60_000, 'fail')));
    const later = server(database.pool);
    expect(await later.runCheck(rich, BTC_CHECK, { answerWithinMs: 60_000 })).toMatchObject({ status: 'done' });
  });

  it('may have more of them with a plan, from the check after it was bought, and no more once it has ended', async () => {
    const here = server(database.pool);
    const buyer = await payer(100);
    const ask = (from: number, to: number) =>
      outcomes(requests.slice(from, to).map((request) => here.runCheck(buyer, request)));
    expect(await ask(0, 20)).toEqual({ accepted: UNFINISHED_PER_OWNER, refused: ['TooManyChecks'] });
    const [premium] = PLANS.filter(({ type }) => type === 'premium_1');
    const plan = { series: 'subscription-1', planId: premium?.id ?? 0 };
    const grant = (key: string, expiresAt: Date) =>
      ledger.grant(database.pool, { sub: buyer.sub, tariff: plan, checks: 0, reason: 'subscription', key, expiresAt });
    await grant(`ended-${buyer.sub}`, new Date(Date.now() - 1));
    expect(await ask(20, 40)).toEqual({ accepted: 0, refused: ['TooManyChecks'] });
    await grant(`running-${buyer.sub}`, new Date(Date.now() + 60_000));
    const more = planLimitsOf([plan.planId]).runningChecks - UNFINISHED_PER_OWNER;
    expect(await ask(40, 60)).toEqual({ accepted: more, refused: ['TooManyChecks'] });
  });

  it('is limited in the same way for free repeats', async () => {
    const quick = buildChecksService(checksDeps(database.pool));
    const buyer = await payer(20);
    for (const request of requests.slice(0, 20)) await quick.runCheck(buyer, request);
    expect((await ledger.stateOf(database.pool, buyer.sub)).checks).toBe(0);
    const here = server(database.pool);
    const asked = requests.slice(0, 20).map((request) => here.runCheck(buyer, request));
    expect(await outcomes(asked)).toEqual({ accepted: UNFINISHED_PER_OWNER, refused: ['TooManyChecks'] });
  });

  it('cannot fill a server with checks that it cancels through another server', async () => {
    const [here, there] = [server(database.pool, { renewEveryMs: 600_000 }), server(secondPool)];
    const greedy = await payer(1);
    const begun: string[] = [];
    for (const request of requests.slice(0, UNFINISHED_PER_OWNER)) {
      const { subId } = await here.runCheck(greedy, request);
      await there.cancelCheck(subId, greedy.sub);
      begun.push(subId);
    }
    expect(begun.every((subId) => here.runningCheck(subId) !== null)).toBe(true);
    await expect(here.runCheck(greedy, BTC_CHECK)).rejects.toMatchObject({ errorName: 'TooManyChecks' });
    expect(await ledger.stateOf(database.pool, greedy.sub)).toMatchObject({ checks: 1, used_checks: 0 });
  });

  it('is not the operator, whose checks are limited only by the slots of the server', async () => {
    const here = server(database.pool);
    expect(await outcomes(requests.map((request) => here.runCheck(OPERATOR, request)))).toEqual({
      accepted: LIMITS.running + LIMITS.waiting,
      refused: ['Overloaded'],
    });
  });
});
