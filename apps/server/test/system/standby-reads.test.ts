import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkedBy, wireChecks } from '../../src/app/composition/checks.ts';
import { WORKERS } from '../../src/app/workers/workers.ts';
import { checkSnapshots, OPERATOR } from '../../src/modules/checks/index.ts';
import { walkThreads } from '../../src/modules/checks/outside/engine/walk-threads.ts';
import { importLabels } from '../../src/modules/labels/index.ts';
import { importTransfers, inWalkSnapshot } from '../../src/modules/records/index.ts';
import { withStandbys } from '../../src/modules/warehouse/outside/open-standbys.ts';
import { standbyMetrics } from '../../src/modules/warehouse/standby-metrics.ts';
import { standbysOf } from '../../src/modules/warehouse/standbys/read-standbys.ts';
import type { StandbyFacts } from '../../src/modules/warehouse/standbys/standby.ts';
import { migrate, openPool, type Pool } from '../../src/platform/db/index.ts';
import { address, EXCHANGE, payments } from '../support/made-records.ts';
import { openReplicatedPostgres, type ReplicatedPostgres } from '../support/standby.ts';

const USDT = { network: 'ETH', ticker: 'USDT' } as const;
const LAG_SECONDS = 2;

describe('checks that hot standbys answer', () => {
  let postgres: ReplicatedPostgres;
  let folder: string;
  /** Of the primary alone. */
  let primary: Pool;
  let served: { readonly pool: Pool; readonly close: () => Promise<void> };
  const reports: string[] = [];
  let records = 1;

  beforeAll(async () => {
    postgres = await openReplicatedPostgres({ standbys: 2 });
    folder = await mkdtemp(path.join(tmpdir(), 'assay-standbys-'));
    await migrate(postgres.primaryUrl);
    primary = openPool(postgres.primaryUrl, { maxConnections: 5 });
    const [first = '', second = ''] = postgres.standbyUrls;
    const standbys = new Map([['main', hostsOf(first, second)]]);
    const pool = openPool(hostsOf(postgres.primaryUrl, first), { maxConnections: 5 });
    served = withStandbys(pool, { standbys, mostLagSeconds: LAG_SECONDS }, (text) => reports.push(text));
    await label('exchange_licensed');
    await importMore(600);
  }, 60_000);
  afterAll(async () => {
    await served.close();
    await served.pool.end();
    await primary.end();
    await postgres.close();
    await rm(folder, { recursive: true });
  });

  async function label(category: string): Promise<void> {
    const file = path.join(folder, 'labels.jsonl');
    const line = { network: 'ETH', address: EXCHANGE, entity: 'Somebody', category, confidence: 100 };
    await writeFile(file, JSON.stringify({ ...line, source_date: '2024-01-01' }));
    await importLabels(primary, { format: 'jsonl', locations: [file], setName: 'test', origin: 'import' });
  }

  async function importMore(count: number): Promise<void> {
    const file = path.join(folder, `records-${records}.csv`);
    await writeFile(file, payments('USDT', records, count));
    records += count;
    const signal = AbortSignal.timeout(60_000);
    await importTransfers(primary, { format: 'csv', network: null, asset: null, files: [file], signal });
  }

  const fail = (fault: object, message: string) => expect.fail(`${message}: ${JSON.stringify(fault)}`);

  /** The bytes of a result. */
  async function resultOn(pool: Pool, number: number, overrides = {}): Promise<string | null> {
    const clock = { now: () => new Date('2026-01-01') };
    const { checks } = wireChecks(pool, { warn: fail, error: fail }, { clock, ...overrides });
    const { result } = await checks.runCheck(OPERATOR, { address: address(number), ticker: 'USDT', parent: 'ETH' });
    return result;
  }

  const look = async (): Promise<StandbyFacts> => {
    const facts = await standbysOf(served.pool).get('main')?.look();
    if (facts === undefined) throw new Error('There are no standbys');
    return facts;
  };
  const answered = async () => (await look()).hosts.map((one) => one.answered);

  async function caughtUp(): Promise<void> {
    await expect
      .poll(
        async () => {
          const { rows } = await primary.query<{ caught: boolean }>(
            'SELECT coalesce(bool_and(replay_lsn >= pg_current_wal_lsn()), false) AND count(*) >= 1 AS caught FROM pg_stat_replication',
          );
          return rows[0]?.caught;
        },
        { timeout: 20_000 },
      )
      .toBe(true);
  }

  const states = async () => (await look()).hosts.map((one) => one.state);

  async function onStandbys(statement: string): Promise<void> {
    for (const url of postgres.standbyUrls) {
      const standby = openPool(url, { maxConnections: 1 });
      await standby.query(statement);
      await standby.end();
    }
  }

  async function expectSame(numbers = [5]): Promise<void> {
    for (const number of numbers) {
      const here = await resultOn(served.pool, number);
      expect(here).toMatch(/riskscore/);
      expect(here).toBe(await resultOn(primary, number));
    }
  }

  /** Reads twice in one snapshot, with something done in between at the first try. */
  async function readTwice(between: (host: Pool, client: Pick<Pool, 'query'>) => Promise<unknown>) {
    const tries: { readonly isPrimary: boolean }[] = [];
    const read = async (client: Pick<Pool, 'query'>) =>
      (await client.query<{ n: number }>('SELECT count(*)::integer AS n FROM accounts')).rows[0]?.n;
    const counts = await inWalkSnapshot(served.pool, USDT, async (client, { host }) => {
      tries.push({ isPrimary: host === served.pool });
      const first = await read(client);
      if (tries.length === 1) await between(host, client);
      return [first, await read(client)];
    });
    const now = await read(primary);
    expect(counts).toEqual([now, now]);
    return tries.map(({ isPrimary }) => (isPrimary ? 'primary' : 'standby'));
  }

  const numberOf = (host: Pool): number => postgres.standbyUrls.indexOf(host.options.connectionString ?? '');

  it('are equal to those of the primary, byte for byte, and spread over the standbys', async () => {
    await caughtUp();
    await expectSame([5, 40, 77, 5]);
    expect(await states()).toEqual(['used', 'used']);
    expect(await answered()).toEqual([2, 2]);
    expect((await look()).answeredByPrimary).toBe(0);
    const registry = new Registry();
    for (const metric of standbyMetrics(served.pool)) registry.registerMetric(metric);
    const shown = await registry.metrics();
    for (const { name } of (await look()).hosts) {
      expect(shown).toContain(`assay_reads_total{server="main",host="${name}"} 2`);
      expect(shown).toContain(`assay_standby_state{server="main",host="${name}",state="used"} 1`);
    }
  });

  it('walk in threads on the snapshot of the standby', async () => {
    const threads = walkThreads(WORKERS.walk, { records: 0, states: 0 });
    const rules = checkedBy('1', served.pool);
    const withSnapshot = checkSnapshots(served.pool, { version: '1', threads });
    const [before] = [await answered()];
    const threaded = await resultOn(served.pool, 40, { ...rules, withSnapshot });
    await threads.close();
    expect(threaded).toBe(await resultOn(primary, 40, checkedBy('1', primary)));
    expect(sumOf(await answered()) - sumOf(before)).toBe(1);
  });

  it('see every import and every label that were finished before, by any host', async () => {
    for (let round = 0; round < 6; round += 1) {
      if (round === 3) await label('sanctions');
      else await importMore(20);
      await expectSame();
    }
  });

  it('are not answered in a former state while replay is paused, and leave the standby out beyond the limit', async () => {
    await caughtUp();
    await onStandbys('SELECT pg_wal_replay_pause()');
    const before = await look();
    await importMore(20);
    await expectSame();
    const after = await look();
    expect(after.answeredByPrimary).toBe(before.answeredByPrimary + 1);
    expect(sumOf(after.hosts.map(({ leftOut }) => leftOut.state))).toBeGreaterThan(0);
    expect(after.hosts.map(({ state }) => state)).toEqual(['used', 'used']);
    await expect.poll(states, { timeout: 10_000 }).toEqual(['lagging', 'lagging']);
    await expectSame();
    expect((await look()).hosts.every(({ leftOut }) => leftOut.lagging > 0)).toBe(true);
    await onStandbys('SELECT pg_wal_replay_resume()');
    await expect.poll(states, { timeout: 10_000 }).toEqual(['used', 'used']);
    expect(reports.join()).toMatch(/answers no reads: \d+ s behind.*answers reads again/s);
    await caughtUp();
    const answers = sumOf(await answered());
    await expectSame();
    expect(sumOf(await answered())).toBe(answers + 1);
  }, 60_000);

  it('are read again on the primary where replay needs what they held', async () => {
    await primary.query('CREATE TABLE passing (id integer)');
    await primary.query('INSERT INTO passing SELECT generate_series(1, 1000)');
    await caughtUp();
    // Replay does not wait for reads.
    await onStandbys('ALTER SYSTEM SET max_standby_streaming_delay = 0');
    await onStandbys('SELECT pg_reload_conf()');
    const tries = await readTwice(async (_host, client) => {
      const removed = primary.query('DELETE FROM passing').then(() => primary.query('VACUUM passing'));
      await Promise.all([client.query('SELECT pg_sleep(20)'), removed]);
    });
    await onStandbys('ALTER SYSTEM RESET max_standby_streaming_delay');
    await onStandbys('SELECT pg_reload_conf()');
    expect(tries).toEqual(['standby', 'primary']);
    const { hosts } = await look();
    expect(sumOf(hosts.map(({ leftOut }) => leftOut.conflict))).toBe(1);
    expect(hosts.map(({ state }) => state)).toEqual(['used', 'used']);
  });

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'go on where a standby is lost by %s',
    async (signal) => {
      let lost = -1;
      const tries = await readTwice((host) => {
        lost = numberOf(host);
        return postgres.signalStandby(lost, signal);
      });
      expect(tries).toEqual(['standby', 'primary']);
      await expectSame([5, 40]);
      expect((await states())[lost]).toBe('failing');
      expect((await states())[1 - lost]).toBe('used');
      await (signal === 'SIGSTOP' ? postgres.signalStandby(lost, 'SIGCONT') : postgres.startStandby(lost));
      await expect.poll(states, { timeout: 20_000 }).toEqual(['used', 'used']);
    },
    60_000,
  );

  it('go on where a standby becomes the primary', async () => {
    await caughtUp();
    await postgres.killPrimary();
    await postgres.promote();
    await primary.end();
    primary = openPool(postgres.standbyUrl, { maxConnections: 5 });
    await importMore(20);
    await expectSame([5, 40]);
    await expect.poll(async () => (await states())[0], { timeout: 10_000 }).toBe('primary');
  }, 60_000);
});

/** One address of several hosts, as an operator names them. */
function hostsOf(one: string, other: string): string {
  const { host } = new URL(one);
  return one.replace(host, `${host},${new URL(other).host}`);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
