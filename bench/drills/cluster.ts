import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { findInstallation } from '../../apps/server/src/platform/db/postgres/binaries.ts';
import {
  clusterUrl,
  initialiseCluster,
  startCluster,
  stopCluster,
} from '../../apps/server/src/platform/db/postgres/cluster.ts';
import { isPostmasterAlive, readPostmasterFile } from '../../apps/server/src/platform/db/postgres/postmaster-file.ts';
import { atExit, killQuietly } from './leftovers.ts';

/** A PostgreSQL of the drill's own, which several servers use by DATABASE_URL. */
export interface Cluster {
  readonly databaseUrl: string;
  /** Runs statements as the superuser, outside of any database of the product. */
  readonly admin: (statement: string) => Promise<void>;
  /** The postmaster and all its processes. */
  readonly processes: () => Promise<readonly number[]>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const DATABASE = 'drill';

/** `tablespace` is a folder on another file system that holds the product's tables. */
export async function openCluster(home: string, tablespace?: string): Promise<Cluster> {
  const dir = path.join(home, 'postgres');
  await mkdir(home, { recursive: true });
  await chmod(home, 0o711);
  const installation = await findInstallation();
  await initialiseCluster(installation, dir);
  const logFile = path.join(home, 'postgres.log');
  await startCluster(installation, dir, { logFile });
  const forget = atExit(() => {
    for (const pid of processesOf(dir)) killQuietly(pid);
  });
  const port = (await readPostmasterFile(dir))?.port ?? null;
  if (port === null) throw new Error('The PostgreSQL of the drill does not say its port');
  const adminUrl = await clusterUrl(dir, port, 'postgres');
  const admin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  if (tablespace !== undefined) await admin(`CREATE TABLESPACE small LOCATION '${tablespace}'`);
  await admin(`CREATE DATABASE ${DATABASE}${tablespace === undefined ? '' : ' TABLESPACE small'}`);
  const stop = () => stopCluster(dir);
  return {
    databaseUrl: await clusterUrl(dir, port, DATABASE),
    admin,
    processes: async () => processesOf(dir),
    // The same port as before: servers know only that one.
    start: async () => {
      await startCluster(installation, dir, { logFile, settings: [`port=${port}`] });
    },
    stop,
    close: async () => {
      await stop();
      forget();
    },
  };
}

/** The postmaster of a data folder, the first, and its processes; none where it does not run. */
export function processesOf(dir: string): readonly number[] {
  // Data folders of a drill differ, and the command line of a postmaster does not name them under root.
  const pid = postmasterOf(dir);
  if (pid === null) return [];
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
  return [pid, ...children];
}

function postmasterOf(dir: string): number | null {
  try {
    const [line = ''] = readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(line);
    return isPostmasterAlive(pid) ? pid : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
