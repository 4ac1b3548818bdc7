import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { scratchFolder } from '@assay/testkit';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/platform/db/index.ts';
import { findInstallation } from '../../src/platform/db/postgres/binaries.ts';
import { clusterUrl, initialiseCluster, startCluster, stopCluster } from '../../src/platform/db/postgres/cluster.ts';
import { readPostmasterFile } from '../../src/platform/db/postgres/postmaster-file.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's own PostgreSQL, its maintenance database. */
    readonly postgresUrl: string;
    /** A folder that is removed at the end of the run. */
    readonly runFolder: string;
  }
}

export const TEMPLATE_DATABASE = 'assay_template';
const PREFIX = 'assay-test-';

/** One PostgreSQL per run, in a folder of its own, with a migrated template that test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const home = await mkdtemp(path.join(scratchFolder(), `${PREFIX}${process.pid}-`));
  const dir = path.join(home, 'postgres');
  const installation = await findInstallation();
  await mkdir(home, { recursive: true });
  await initialiseCluster(installation, dir, { durable: false });
  await startCluster(installation, dir, {
    logFile: path.join(home, 'postgres.log'),
    settings: [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'shared_buffers=64MB',
      'max_connections=200',
    ],
  });
  const port = (await readPostmasterFile(dir))?.port;
  if (port === null || port === undefined) throw new Error('The test PostgreSQL does not say its port');
  const postgresUrl = await clusterUrl(dir, port, 'postgres');
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await easePassword(client, postgresUrl);
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  await migrate(await clusterUrl(dir, port, TEMPLATE_DATABASE));
  project.provide('postgresUrl', postgresUrl);
  project.provide('runFolder', home);
  return async () => {
    await stopCluster(dir);
    await rm(home, { recursive: true, force: true });
  };
}

/**
 * Thousands of connections log in during a run, and proving a password takes longer by its number of iterations. One is
 * enough for a password that is random and gone with the run.
 */
async function easePassword(client: pg.Client, postgresUrl: string): Promise<void> {
  const { username, password } = new URL(postgresUrl);
  await client.query('SET scram_iterations = 1');
  const words = client.escapeLiteral(decodeURIComponent(password));
  await client.query(`ALTER ROLE ${client.escapeIdentifier(username)} PASSWORD ${words}`);
}

/** A run that was killed leaves its PostgreSQL behind. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(scratchFolder())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    const home = path.join(scratchFolder(), name);
    try {
      await stopCluster(path.join(home, 'postgres'));
      await rm(home, { recursive: true, force: true });
    } catch {
      // Another account's leftovers are not ours to remove.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
