import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { testApp } from '../../../modules/checks/checks/test/check-fixture.ts';
import { openPool, type Pool } from '../../db/index.ts';
import { postgresLimitCounts } from '../../limits/limit-counts.store.ts';
import type { Limit } from './limiter.ts';
import { type LimitCounts, SharedLimiter } from './shared-limiter.ts';

const SECRET = new Uint8Array(32).fill(9);
const HOUR_MS = 3_600_000;
/** Nothing listens there: connections are refused at once. */
const NO_DATABASE = 'postgres://assay:assay@127.0.0.1:1/assay';

let database: TestDatabase;
const pools: Pool[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

interface Server {
  readonly limiter: SharedLimiter;
  /** Statements sent so far. */
  readonly sent: () => number;
  readonly warnings: string[];
}

/** The limiter of one more server, over a connection of its own. */
function server(url = database.url): Server {
  const pool = openPool(url, { maxConnections: 1 });
  pools.push(pool);
  const counts = postgresLimitCounts(pool);
  let sent = 0;
  const counted: LimitCounts = {
    ...counts,
    add: (hits) => {
      sent += 1;
      return counts.add(hits);
    },
  };
  const warnings: string[] = [];
  const log = { warn: (_facts: object, message: string) => void warnings.push(message) };
  return { limiter: new SharedLimiter({ counts: counted, secret: SECRET, log }), sent: () => sent, warnings };
}

/** How many of `hits` were let through, hit one after the other on each server in turn. */
async function passedInTurn(servers: readonly Server[], limit: Limit, hits: number, key = 'key'): Promise<number> {
  let passed = 0;
  for (let hit = 0; hit < hits; hit += 1) {
    const state = await servers[hit % servers.length]?.limiter.hit(limit, key);
    if (state?.isExceeded === false) passed += 1;
  }
  return passed;
}

describe('limits of several servers on one database', () => {
  it('are one limit, whichever server is asked', async () => {
    const limit = { name: 'in turn', max: 5, windowMs: HOUR_MS };
    expect(await passedInTurn([server(), server()], limit, 12)).toBe(5);
  });

  it('are one limit for hits at the same moment, and count each of them once', async () => {
    const servers = [server(), server(), server()];
    const limit = { name: 'at once', max: 40, windowMs: HOUR_MS };
    const states = await Promise.all(
      servers.flatMap(({ limiter }) => Array.from({ length: 30 }, () => limiter.hit(limit, 'key'))),
    );
    const passed = states.filter(({ isExceeded }) => !isExceeded).map(({ hits }) => hits);
    expect(passed.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    // Hits that arrive together share a statement.
    for (const { sent } of servers) expect(sent()).toBeLessThan(5);
  });

  it('let the first half of a large limit pass without a statement each, and little more than the limit', async () => {
    const servers = [server(), server()];
    const limit = { name: 'large', max: 200, windowMs: HOUR_MS };
    expect(await passedInTurn(servers, limit, 120)).toBe(120);
    for (const { sent } of servers) expect(sent()).toBeLessThan(60);
    const passed = 120 + (await passedInTurn(servers, limit, 480));
    expect(passed).toBeGreaterThanOrEqual(200);
    // What the other server let pass in its first half and had not sent yet.
    expect(passed).toBeLessThanOrEqual(300);
  });

  it('do not mix keys or names, and send nothing more for a key that is over its limit', async () => {
    const one = server();
    const limit = { name: 'apart', max: 1, windowMs: HOUR_MS };
    expect(await passedInTurn([one], limit, 3, 'first')).toBe(1);
    const sent = one.sent();
    expect(await passedInTurn([one], limit, 50, 'first')).toBe(0);
    expect(one.sent()).toBe(sent);
    expect(await passedInTurn([one], limit, 1, 'second')).toBe(1);
    expect(await passedInTurn([one], { ...limit, name: 'other' }, 1, 'first')).toBe(1);
  });

  it('begin again when their window ends, and ended windows are removed', async () => {
    const one = server();
    const limit = { name: 'short', max: 1, windowMs: 50 };
    expect(await passedInTurn([one], limit, 1)).toBe(1);
    await expect.poll(async () => (await one.limiter.hit(limit, 'key')).isExceeded).toBe(false);
    const ended = () => database.pool.query('SELECT FROM rate_count WHERE ends_at <= now()');
    await expect.poll(async () => (await ended()).rowCount).toBeGreaterThan(0);
    await one.limiter.prune();
    expect((await ended()).rowCount).toBe(0);
    expect(one.warnings).toEqual([]);
  });

  it('keep no readable key, and the same one under the same secret only', async () => {
    const limit = { name: 'secret', max: 3, windowMs: HOUR_MS };
    await server().limiter.hit(limit, 'someone@example.org');
    const stored = await database.pool.query<{ key: Buffer }>('SELECT key FROM rate_count');
    for (const { key } of stored.rows) {
      expect(key).toHaveLength(16);
      expect(key.toString('latin1')).not.toContain('someone');
    }
    const other = new SharedLimiter({ counts: postgresLimitCounts(database.pool), secret: new Uint8Array(32) });
    expect((await other.hit(limit, 'someone@example.org')).hits).toBe(1);
    expect((await server().limiter.hit(limit, 'someone@example.org')).hits).toBe(2);
  });
});

describe('while the database is away', () => {
  it('each server applies the limits to its own hits, and says so once', async () => {
    const one = server(NO_DATABASE);
    const limit = { name: 'away', max: 5, windowMs: HOUR_MS };
    expect(await passedInTurn([one], limit, 12)).toBe(5);
    expect(await passedInTurn([server(NO_DATABASE)], limit, 12)).toBe(5);
    expect(one.warnings).toEqual(['limits are counted by this server alone for now']);
  });

  it('nobody waits for a count that hangs, and servers count together again when it is back', async () => {
    const one = server();
    const limit = { name: 'hanging', max: 1_000, windowMs: HOUR_MS };
    const small = { ...limit, max: 3 };
    const client = await database.pool.connect();
    await client.query('BEGIN; LOCK TABLE rate_count IN ACCESS EXCLUSIVE MODE');
    expect(await passedInTurn([one], small, 5)).toBe(3);
    expect(one.warnings).toHaveLength(1);
    await client.query('ROLLBACK');
    client.release();
    const other = server();
    // Both wait for the shared count, where two hits of the other lie between two hits of one.
    const exact = { ...limit, max: 99 };
    await expect
      .poll(
        async () => {
          const before = await one.limiter.hit(exact, 'back');
          await other.limiter.hit(exact, 'back');
          await other.limiter.hit(exact, 'back');
          const after = await one.limiter.hit(exact, 'back');
          return after.hits - before.hits;
        },
        { interval: 800 },
      )
      .toBe(3);
  });
});

describe('two servers', () => {
  it('refuse together what one alone would have let pass', async () => {
    const options = { limits: { unknownPerMinute: 5 } };
    const apps = [
      await testApp(database.pool, {}, { ...options, limiter: server().limiter }),
      await testApp(database.pool, {}, { ...options, limiter: server().limiter }),
    ];
    const answers = [];
    for (let asked = 0; asked < 8; asked += 1) answers.push(await apps[asked % 2]?.app.inject('/api/no/such/path'));
    await Promise.all(apps.map((app) => app.close()));
    expect(answers.map((answer) => answer?.statusCode)).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
    expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
