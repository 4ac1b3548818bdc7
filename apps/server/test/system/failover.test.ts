import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/app/databases/open-database.ts';
import { appliedMigrations, databaseTroubleOf, migrate, openPool } from '../../src/platform/db/index.ts';
import { startJobs } from '../../src/platform/jobs/jobs.ts';
import { testDatabase } from '../support/database.ts';
import { openReplicatedPostgres, type ReplicatedPostgres } from '../support/standby.ts';

let postgres: ReplicatedPostgres;
beforeAll(async () => {
  postgres = await openReplicatedPostgres();
});
afterAll(() => postgres.close());

/** Both hosts in one address, the standby first. */
function bothHosts({ standbyUrl, primaryUrl }: ReplicatedPostgres): string {
  return primaryUrl.replace('@', `@${new URL(standbyUrl).host},`);
}

describe('a DATABASE_URL of several hosts', () => {
  it('is used by a process that was too busy to read the answers for seconds', async () => {
    const pool = openPool(bothHosts(postgres));
    const asking = pool.query('SELECT pg_is_in_recovery() AS standby');
    await setImmediate();
    const end = performance.now() + 4_000;
    while (performance.now() < end);
    expect((await asking).rows).toEqual([{ standby: false }]);
    await pool.end();
  });

  it('is used at the one that takes writes, and at another one once that has taken over', async () => {
    const url = bothHosts(postgres);
    await migrate(url);
    const pool = openPool(url);
    await pool.query('CREATE TABLE visits (id integer)');
    await pool.query('INSERT INTO visits VALUES (1)');
    const queue: string[] = [];
    const jobs = await startJobs(url, { error: () => undefined });
    await jobs.work('failover', async ({ name }: { name: string }) => {
      queue.push(name);
    });
    await jobs.send('failover', 'one', { name: 'before' });
    await expect.poll(() => queue).toEqual(['before']);

    await expect.poll(() => isCaughtUp(pool)).toBe(true);
    await postgres.killPrimary();
    const refused = await pool.query('INSERT INTO visits VALUES (2)').catch((error: unknown) => error);
    expect(databaseTroubleOf(refused)).toBe('away');
    await postgres.promote();
    await expect.poll(() => isWritten(pool)).toBe(true);
    const { rows } = await pool.query('SELECT id FROM visits ORDER BY id');
    expect(rows).toEqual([{ id: 1 }, { id: 3 }]);
    await expect
      .poll(async () => {
        await jobs.send('failover', 'two', { name: 'after' }).catch(() => undefined);
        return queue.includes('after');
      })
      .toBe(true);
    await jobs.stop();
    await pool.end();
  });

  it('without one that takes writes is away, and says what each host answered', async () => {
    const dead = new URL(postgres.primaryUrl).host;
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const frozen = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const pool = openPool(`postgres://nobody:secret-word@${dead},127.0.0.1:1,${frozen}/postgres`);
    const error = await pool.query('SELECT 1').catch((reason: unknown) => reason);
    expect(databaseTroubleOf(error)).toBe('away');
    expect(String(error)).toContain(`${dead} (ECONNREFUSED)`);
    expect(String(error)).toContain('127.0.0.1:1 (ECONNREFUSED)');
    expect(String(error)).toContain(`${frozen} does not answer`);
    expect(String(error)).not.toContain('secret-word');
    silent.close();
    await pool.end();
  });
});

describe('a start in the middle of a failover', () => {
  let pair: ReplicatedPostgres;
  beforeAll(async () => {
    pair = await openReplicatedPostgres();
  });
  afterAll(() => pair.close());

  it('says which hosts take no writes, and opens the database when one of them does', async () => {
    const { host } = new URL(pair.standbyUrl);
    const dead = new URL(pair.primaryUrl).host;
    const databaseUrl = bothHosts(pair);
    await pair.killPrimary();
    const said: string[] = [];
    const opening = openDatabase({ databaseUrl, dataDir: '' }, { report: (text) => said.push(text) });
    await expect.poll(() => said.join(), { timeout: 20_000 }).toContain(`${host} is a standby`);
    // How a host that was just killed refuses depends on the moment.
    expect(said.join()).toContain(`${dead} `);
    await pair.promote();
    const { pool, close } = await opening;
    expect((await pool.query('SELECT pg_is_in_recovery() AS standby')).rows).toEqual([{ standby: false }]);
    expect(said).toHaveLength(1);
    await close();
  });

  it('waits for a ledger server too, and brings its schema up to date', async () => {
    const main = await testDatabase();
    const other = await openReplicatedPostgres();
    const url = bothHosts(other);
    await other.killPrimary();
    const said: string[] = [];
    const opening = openDatabase(
      {
        databaseUrl: main.url,
        dataDir: '',
        ledgerServers: {
          ...{ servers: [{ name: 'db2', url }], betweenServers: new Map() },
          ...{ standbys: new Map(), mostLagSeconds: 10 },
        },
      },
      { report: (text) => said.push(text) },
    );
    await expect.poll(() => said.join(), { timeout: 20_000 }).toContain('the ledger server db2: no host takes writes');
    await other.promote();
    const { close } = await opening;
    const pool = openPool(url);
    expect((await appliedMigrations(pool)).size).toBeGreaterThan(0);
    expect(said).toHaveLength(1);
    await pool.end();
    await close();
    await other.close();
    await main.drop();
  });

  it('ends when it is stopped meanwhile', async () => {
    const standby = await openReplicatedPostgres();
    const stop = new AbortController();
    const databaseUrl = bothHosts(standby);
    await standby.killPrimary();
    const report = () => stop.abort();
    await expect(openDatabase({ databaseUrl, dataDir: '' }, { signal: stop.signal, report })).rejects.toThrow(
      'aborted',
    );
    await standby.close();
  });
});

async function isCaughtUp(pool: ReturnType<typeof openPool>): Promise<boolean> {
  const { rows } = await pool.query<{ same: boolean }>(
    'SELECT replay_lsn = pg_current_wal_lsn() AS same FROM pg_stat_replication',
  );
  return rows[0]?.same === true;
}

async function isWritten(pool: ReturnType<typeof openPool>): Promise<boolean> {
  const answer = await pool.query('INSERT INTO visits VALUES (3)').catch((error: unknown) => error);
  if (!(answer instanceof Error)) return true;
  if (databaseTroubleOf(answer) !== 'away') throw answer;
  return false;
}
