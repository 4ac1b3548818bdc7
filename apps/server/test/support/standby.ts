import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { scratchFolder } from '@assay/testkit';
import pg from 'pg';
import { findInstallation } from '../../src/adapters/postgres/binaries.ts';
import { clusterUrl, initialiseCluster, startCluster, stopCluster } from '../../src/adapters/postgres/cluster.ts';
import { readPostmasterFile } from '../../src/adapters/postgres/postmaster-file.ts';

/** A standby allows at least as many connections as the cluster that it was copied from. */
const SETTINGS = ['fsync=off', 'wal_level=replica', 'max_wal_senders=10', 'max_connections=100'] as const;

/** A primary and its hot standby by streaming replication, both PostgreSQL of the product's own kind. */
export interface ReplicatedPostgres {
  /** Of the maintenance database. */
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** SIGKILL for all processes of the primary. */
  readonly killPrimary: () => Promise<void>;
  /** Makes the standby the primary, as Patroni does after a failure. */
  readonly promote: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const installation = await findInstallation();
  const home = await mkdtemp(path.join(scratchFolder(), 'assay-replicated-'));
  // Under root, PostgreSQL runs under another account.
  await chmod(home, 0o711);
  const [primary, standby] = [path.join(home, 'primary'), path.join(home, 'standby')];
  await initialiseCluster(installation, primary, { durable: false });
  // A stopped cluster is copied as it is; its place is its only difference.
  execFileSync('cp', ['-a', primary, standby]);
  const start = async (dir: string, settings: readonly string[]): Promise<string> => {
    await startCluster(installation, dir, { logFile: `${dir}.log`, settings: [...SETTINGS, ...settings] });
    const port = (await readPostmasterFile(dir))?.port;
    if (port === null || port === undefined) throw new Error(`PostgreSQL in ${dir} does not say its port`);
    return await clusterUrl(dir, port, 'postgres');
  };
  const primaryUrl = await start(primary, []);
  const { uid, gid } = await stat(standby);
  const signal = path.join(standby, 'standby.signal');
  await writeFile(signal, '');
  await chown(signal, uid, gid);
  const { username, password, hostname, port } = new URL(primaryUrl);
  const standbyUrl = await start(standby, [
    `primary_conninfo=host=${hostname} port=${port} user=${username} password=${password}`,
  ]);
  return {
    primaryUrl,
    standbyUrl,
    async killPrimary() {
      const pid = (await readPostmasterFile(primary))?.pid;
      if (pid === undefined) throw new Error('The primary does not run');
      for (const one of [pid, ...childrenOf(pid)]) process.kill(one, 'SIGKILL');
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
      await stopCluster(primary);
      await stopCluster(standby);
      await rm(home, { recursive: true, force: true });
    },
  };
}

function childrenOf(pid: number): readonly number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}
