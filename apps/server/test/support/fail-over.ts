import { execFileSync } from 'node:child_process';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Installation } from '../../src/platform/db/postgres/binaries.ts';
import { startCluster } from '../../src/platform/db/postgres/cluster.ts';
import { readPostmasterFile } from '../../src/platform/db/postgres/postmaster-file.ts';

/** Two hosts of one PostgreSQL of a test, of which one runs. */
export interface Hosts {
  readonly running: Host;
  readonly other: Host;
}

export interface Host {
  readonly folder: string;
  readonly url: string;
}

/**
 * Copies a running primary as it is now, without its slots, as pg_basebackup does. What the copy does when it is called:
 * the primary is killed, and the copy takes over as a standby that had received nothing since. Where nothing was
 * committed since, nothing is lost.
 */
export async function copyOfPrimary(
  installation: Installation,
  { running, other }: Hosts,
  settings: readonly string[],
): Promise<() => Promise<void>> {
  const [from, to] = [running.folder, other.folder];
  const client = new pg.Client({ connectionString: running.url });
  await client.connect();
  await client.query("SELECT pg_backup_start('standby', true)");
  await rm(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
  const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)');
  // The log up to the end of the copy.
  execFileSync('cp', ['-a', '-T', path.join(from, 'pg_wal'), path.join(to, 'pg_wal')]);
  await client.end();
  const slots = path.join(to, 'pg_replslot');
  for (const left of await readdir(slots)) await rm(path.join(slots, left), { recursive: true });
  await rm(path.join(to, 'postmaster.pid'));
  const { uid, gid } = await stat(to);
  for (const [name, content] of [
    ['backup_label', rows[0]?.label ?? ''],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(path.join(to, name), content);
    execFileSync('chown', [`${uid}:${gid}`, path.join(to, name)]);
  }
  return async () => {
    await killAll(from);
    const { port } = new URL(other.url);
    await startCluster(installation, to, { logFile: `${to}.log`, settings: [...settings, `port=${port}`] });
    const promoted = new pg.Client({ connectionString: other.url });
    await promoted.connect();
    await promoted.query('SELECT pg_promote(true, 30)');
    await promoted.end();
  };
}

/** SIGKILL for all processes of a cluster. */
export async function killAll(folder: string): Promise<void> {
  const pid = (await readPostmasterFile(folder))?.pid;
  if (pid === undefined) throw new Error(`PostgreSQL in ${folder} does not run`);
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
  for (const one of [pid, ...children]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch (error) {
      // Some end by themselves.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}
