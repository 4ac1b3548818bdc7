import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { scratchFolder } from '@assay/testkit';
import pg from 'pg';
import { findInstallation } from '../../src/platform/db/postgres/binaries.ts';
import { clusterUrl, initialiseCluster, startCluster, stopCluster } from '../../src/platform/db/postgres/cluster.ts';
import { readPostmasterFile } from '../../src/platform/db/postgres/postmaster-file.ts';

/** A standby allows at least as many connections as the cluster that it was copied from. */
const SETTINGS = ['fsync=off', 'wal_level=replica', 'max_wal_senders=10', 'max_connections=100'] as const;

/** A primary and its hot standbys by streaming replication, all PostgreSQL of the product's own kind. */
export interface ReplicatedPostgres {
  /** Of the maintenance database. */
  readonly primaryUrl: string;
  /** Of the first standby. */
  readonly standbyUrl: string;
  readonly standbyUrls: readonly string[];
  /** SIGKILL for all processes of the primary. */
  readonly killPrimary: () => Promise<void>;
  /** A signal for all processes of a standby, by its number from 0. */
  readonly signalStandby: (number: number, signal: NodeJS.Signals) => Promise<void>;
  /** Starts a standby whose processes were killed. Its address stays. */
  readonly startStandby: (number: number) => Promise<void>;
  /** Makes the first standby the primary, as Patroni does after a failure. */
  readonly promote: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openReplicatedPostgres({ standbys: number = 1 } = {}): Promise<ReplicatedPostgres> {
  const installation = await findInstallation();
  const home = await mkdtemp(path.join(scratchFolder(), 'assay-replicated-'));
  // Under root, PostgreSQL runs under another account.
  await chmod(home, 0o711);
  const primary = path.join(home, 'primary');
  const standbys = Array.from({ length: number }, (_, at) => path.join(home, `standby-${at}`));
  await initialiseCluster(installation, primary, { durable: false });
  // A stopped cluster is copied as it is; its folder is its only difference.
  for (const standby of standbys) execFileSync('cp', ['-a', primary, standby]);
  const start = async (dir: string, own: readonly string[]): Promise<string> => {
    await startCluster(installation, dir, { logFile: `${dir}.log`, settings: [...SETTINGS, ...own] });
    return await clusterUrl(dir, await portOf(dir), 'postgres');
  };
  const primaryUrl = await start(primary, []);
  const { username, password, hostname, port } = new URL(primaryUrl);
  const follow = [`primary_conninfo=host=${hostname} port=${port} user=${username} password=${password}`];
  const standbyUrls: string[] = [];
  for (const standby of standbys) {
    const { uid, gid } = await stat(standby);
    const signal = path.join(standby, 'standby.signal');
    await writeFile(signal, '');
    await chown(signal, uid, gid);
    standbyUrls.push(await start(standby, follow));
  }
  const [standbyUrl = ''] = standbyUrls;
  const folderOf = (at: number): string => standbys[at] ?? '';
  return {
    primaryUrl,
    standbyUrl,
    standbyUrls,
    killPrimary: () => signalAll(primary, 'SIGKILL'),
    signalStandby: (at, signal) => signalAll(folderOf(at), signal),
    async startStandby(at) {
      const { port: former } = new URL(standbyUrls[at] ?? '');
      await start(folderOf(at), [...follow, `port=${former}`]);
    },
    async promote() {
      const client = new pg.Client({ connectionString: standbyUrl });
      await client.connect();
      try {
        await client.query('SELECT pg_promote(true, 30)');
      } finally {
        await client.end();
      }
    },
    async close() {
      for (const dir of [primary, ...standbys]) await stopCluster(dir);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function portOf(dir: string): Promise<number> {
  const port = (await readPostmasterFile(dir))?.port;
  if (port === null || port === undefined) throw new Error(`PostgreSQL in ${dir} does not say its port`);
  return port;
}

/** A signal for all processes of a cluster. */
async function signalAll(dir: string, signal: NodeJS.Signals): Promise<void> {
  const pid = (await readPostmasterFile(dir))?.pid;
  if (pid === undefined) throw new Error(`PostgreSQL in ${dir} does not run`);
  for (const one of [pid, ...childrenOf(pid)]) process.kill(one, signal);
}

function childrenOf(pid: number): readonly number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}
