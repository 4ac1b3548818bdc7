import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@assay/testkit';
import pg from 'pg';
import { openLedgerServers } from '../../src/modules/warehouse/outside/open-ledger-servers.ts';
import type { MoveStep } from '../../src/modules/warehouse/placement/moves.store.ts';
import { type LedgerKey, migrate, openPool, type Pool } from '../../src/platform/db/index.ts';
import { findInstallation } from '../../src/platform/db/postgres/binaries.ts';
import { clusterUrl, initialiseCluster, startCluster, stopCluster } from '../../src/platform/db/postgres/cluster.ts';
import { readPostmasterFile } from '../../src/platform/db/postgres/postmaster-file.ts';
import { copyOfPrimary, type Hosts, killAll } from './fail-over.ts';

/** A main database and further servers, each a PostgreSQL of its own with logical replication. */
export interface LedgerServers {
  /** Of the main database, with the directory. */
  readonly pool: Pool;
  /** By name: `main`, `db2`, … */
  readonly urls: ReadonlyMap<string, string>;
  /** Connects again, as another process would. */
  readonly connect: () => Promise<{ readonly pool: Pool; readonly close: () => Promise<void> }>;
  /** Moves a ledger in a process of its own, which is killed when a step begins. */
  readonly killMoveAt: (step: MoveStep, ledger: LedgerKey, to: string) => Promise<void>;
  /** With two hosts for each server: copies one as it is now; what the copy does when called is described there. */
  readonly copyOf: (name: string) => Promise<() => Promise<void>>;
  /** SIGKILL for all processes of a server. */
  readonly kill: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const MOVER = fileURLToPath(new URL('./move-until.ts', import.meta.url));

/** How the connections of a process that moves name themselves. */
const MOVER_NAME = 'assay-test-mover';

const SETTINGS = [
  'wal_level=logical',
  'max_wal_senders=10',
  'max_replication_slots=10',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=32MB',
];

/** Who copies from a server of two hosts waits for neither of them for long, and finds the primary. */
const PRIMARY = 'target_session_attrs=read-write&connect_timeout=3';

/**
 * @param names of the servers beside the main database
 * @param hasTwoHosts each address names two hosts, so that a copy of a server can take over
 */
export async function openLedgerServersForTest(
  names: readonly string[] = ['db2'],
  { hasTwoHosts = false } = {},
): Promise<LedgerServers> {
  const home = await mkdtemp(path.join(tmpdir(), `assay-ledgers-${process.pid}-`));
  const installation = await findInstallation();
  const urls = new Map<string, string>();
  const hosts = new Map<string, Hosts>();
  for (const name of ['main', ...names]) {
    const dir = path.join(home, name);
    await mkdir(home, { recursive: true });
    await initialiseCluster(installation, dir, { durable: false });
    await startCluster(installation, dir, { logFile: path.join(home, `${name}.log`), settings: SETTINGS });
    const port = (await readPostmasterFile(dir))?.port ?? null;
    if (port === null) throw new Error('The test PostgreSQL does not say its port');
    const client = new pg.Client({ connectionString: await clusterUrl(dir, port, 'postgres') });
    await client.connect();
    await client.query('CREATE DATABASE assay');
    await client.end();
    const url = await clusterUrl(dir, port, 'assay');
    const other = await freePort();
    hosts.set(name, {
      running: { folder: dir, url },
      other: { folder: `${dir}-other`, url: await clusterUrl(dir, other, 'assay') },
    });
    urls.set(name, hasTwoHosts ? `${url.replace(`:${port}/`, `:${port},127.0.0.1:${other}/`)}?${PRIMARY}` : url);
    await migrate(url);
  }
  const servers = names.map((name) => ({ name, url: urls.get(name) ?? '' }));
  const connect = async () => {
    const main = openPool(urls.get('main') ?? '', { maxConnections: 8 });
    const opened = await openLedgerServers(main, servers, {});
    return {
      pool: opened.pool,
      close: async () => {
        await opened.close();
        await main.end();
      },
    };
  };
  const first = await connect();
  const hostsOf = (name: string): Hosts => {
    const pair = hosts.get(name);
    if (pair === undefined) throw new Error(`There is no server ${name}`);
    return pair;
  };
  return {
    pool: first.pool,
    urls,
    connect,
    killMoveAt: async (step, { network, ticker }, to) => {
      const named = [...urls].map(([name, url]) => `${name}=${moverUrl(url)}`);
      const child = spawn(process.execPath, [MOVER, step, network, ticker, to, ...named], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exited = once(child, 'exit');
      const [said] = await Promise.race([once(child.stdout, 'data'), exited]);
      if (String(said).trim() !== step) throw new Error(`The move ended before its step ${step}`);
      child.kill('SIGKILL');
      await exited;
      await moverEnded(first.pool);
    },
    kill: (name) => killAll(hostsOf(name).running.folder),
    copyOf: async (name) => {
      const pair = hostsOf(name);
      const takeOver = await copyOfPrimary(installation, pair, SETTINGS);
      return async () => {
        await takeOver();
        hosts.set(name, { running: pair.other, other: pair.running });
      };
    },
    close: async () => {
      await first.close();
      for (const { running, other } of hosts.values()) {
        for (const { folder } of [running, other]) await stopCluster(folder);
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}

function moverUrl(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}application_name=${MOVER_NAME}`;
}

/**
 * Waits until the main database has seen that the killed process is gone: its lock of the move ends with its connection,
 * and a busy machine takes a while to notice.
 */
async function moverEnded(main: Pool): Promise<void> {
  for (;;) {
    const open = 'SELECT 1 FROM pg_stat_activity WHERE application_name = $1';
    const { rowCount } = await main.query(open, [MOVER_NAME]);
    if (rowCount === 0) return;
    await sleep(20);
  }
}
