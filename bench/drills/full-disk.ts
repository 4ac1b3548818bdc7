import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../apps/server/src/platform/db/index.ts';
import { findInstallation } from '../../apps/server/src/platform/db/postgres/binaries.ts';
import { sized } from '../size.ts';
import { assertStored, auditBooks } from './books.ts';
import { type CheckOutcome, Client, isReady, newAddress, postCheck, until } from './client.ts';
import { counted, type DrillRun } from './drill.ts';
import { type Installation, labelAll, openInstallation } from './installation.ts';
import { atExit } from './leftovers.ts';

/** The database of a new installation takes some 20 MB. */
const DISK_MB = 96;
const READS = sized(300, 30);
const AT_ONCE = 4;
const BUSY_TRIES = sized(1, 20);
/** Until a table must be extended, checks find space in its pages: no more than that many. */
const MOST_CHECKS = 20_000;
const RECOVERED_WITHIN_MS = 60_000;

interface Disk {
  readonly kind: string;
  readonly fill: (installation: Installation) => Promise<void>;
  readonly free: (installation: Installation) => Promise<void>;
  readonly close: () => void;
}

/**
 * The file system of the database's tables is full. Writes are refused with 503 and a clear answer, results are read,
 * `/readyz` says it, and all works again once there is space.
 */
export async function fullDisk(run: DrillRun): Promise<string> {
  const { disk, tablespace } = await openDisk(run.dir);
  const installation = await openInstallation(run.dir, tablespace);
  try {
    const server = await installation.start('server');
    const addresses = Array.from({ length: 200 }, () => newAddress(run.random));
    await labelAll(installation.pool, addresses);
    const [user] = await installation.signIn(1, MOST_CHECKS);
    if (user === undefined) throw new Error('Nobody is signed in');
    const client = new Client(run.fault);
    const done: { readonly subId: string; readonly isCharged: boolean }[] = [];
    const check = async (how: Parameters<typeof postCheck>[4] = {}): Promise<CheckOutcome> => {
      const outcome = await postCheck(client, () => server.url, user, run.random.pick(addresses), how);
      if (outcome.status === 200 && outcome.subId !== null) done.push({ ...outcome, subId: outcome.subId });
      return outcome;
    };
    await check();
    await disk.fill(installation);
    const wasFull = await checkUntil('StorageFull', check);
    if (!wasFull) run.fault('no check was refused on the full disk');
    const ready = await fetch(`${server.url}/readyz`);
    const said = await ready.text();
    if (ready.status !== 503 || !said.includes('storage full')) run.fault(`/readyz answers ${ready.status} ${said}`);
    const reads = new Client(run.fault);
    for (let at = 0; at < READS; at += 1) {
      const subId = run.random.pick(done).subId;
      const what = run.random.pick([`/api/monitor/check/${subId}`, `/riskcheck/${subId}`, '/api/auth/me', '/']);
      let answer = await reads.ask(server.url + what, { headers: { authorization: user.authorization } });
      // A busy machine, which is not what is drilled: it says so, and when to ask again.
      for (let tried = 1; answer.text.includes('"Overloaded"') && tried < BUSY_TRIES; tried += 1) {
        await sleep(Number(answer.retryAfter) * 1_000);
        answer = await reads.ask(server.url + what, { headers: { authorization: user.authorization } });
      }
      const { status } = answer;
      if (status !== 200) run.fault(`${what.replace(subId, '…')} answered ${status} on the full disk`);
    }
    // One may still find space in the pages of its tables.
    if (!(await checkUntil('StorageFull', check))) run.fault('no check was refused on the full disk any more');
    await disk.free(installation);
    if (!(await until(() => isReady(server.url), RECOVERED_WITHIN_MS))) run.fault('not ready with space again');
    const end = performance.now() + RECOVERED_WITHIN_MS;
    // One of this address may still run: it is asked for until it has ended.
    const again = await check({ key: 'with-space-again', isOver: () => performance.now() > end });
    if (again.status !== 200) run.fault(`a check with space again answered ${again.status}`);
    const books = await auditBooks(run, installation.cluster.databaseUrl);
    await assertStored(run, installation.cluster.databaseUrl, done);
    return `${disk.kind}; checks: ${counted(client.tally)}; reads meanwhile: ${counted(reads.tally)}; works again; ${books}`;
  } finally {
    await installation.close();
    disk.close();
  }

  async function checkUntil(errorName: string, check: () => Promise<CheckOutcome>): Promise<boolean> {
    let isSeen = false;
    let made = 0;
    const one = async () => {
      while (!isSeen && made < MOST_CHECKS) {
        made += 1;
        if ((await check()).errorName === errorName) isSeen = true;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    return isSeen;
  }
}

/** A small file system in memory where this account may mount one; else PostgreSQL is made to say what it says then. */
async function openDisk(dir: string): Promise<{ readonly disk: Disk; readonly tablespace?: string }> {
  const mount = path.join(dir, 'disk');
  await mkdir(mount);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'assay-drill', mount], { stdio: 'pipe' });
  } catch {
    // Not root, or not Linux.
    return { disk: standIn() };
  }
  const unmount = () => execFileSync('umount', ['--lazy', mount]);
  const forget = atExit(unmount);
  await chmod(mount, 0o711);
  const tablespace = path.join(mount, 'tables');
  await mkdir(tablespace, { mode: 0o700 });
  const { account } = await findInstallation();
  if (account !== null) await chown(tablespace, account.uid, account.gid);
  const ballast = path.join(mount, 'ballast');
  return {
    tablespace,
    disk: {
      kind: `a file system of ${DISK_MB} MB`,
      fill: () => fillWith(ballast),
      free: () => rm(ballast),
      close: () => {
        unmount();
        forget();
      },
    },
  };
}

async function fillWith(file: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (const size of [2 ** 20, 4_096]) {
      try {
        for (;;) await handle.appendFile(Buffer.alloc(size));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    }
  } finally {
    await handle.close();
  }
}

/** Every new check, and every new table, fails with the state of a full disk. */
function standIn(): Disk {
  const run = async ({ cluster }: Installation, statement: string) => {
    const pool = openPool(cluster.databaseUrl, { maxConnections: 1 });
    try {
      await pool.query(statement);
    } finally {
      await pool.end();
    }
  };
  return {
    kind: 'a stand-in, because no file system can be mounted here: PostgreSQL raises disk_full',
    fill: (installation) =>
      run(
        installation,
        `CREATE FUNCTION full_disk_of_row() RETURNS trigger LANGUAGE plpgsql
           AS $$ BEGIN RAISE SQLSTATE '53100' USING MESSAGE = 'could not extend file'; END $$;
         CREATE FUNCTION full_disk() RETURNS event_trigger LANGUAGE plpgsql
           AS $$ BEGIN RAISE SQLSTATE '53100' USING MESSAGE = 'could not extend file'; END $$;
         CREATE TRIGGER full_disk BEFORE INSERT ON checks EXECUTE FUNCTION full_disk_of_row();
         CREATE EVENT TRIGGER full_disk ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS')
           EXECUTE FUNCTION full_disk()`,
      ),
    free: (installation) => run(installation, 'DROP EVENT TRIGGER full_disk; DROP TRIGGER full_disk ON checks'),
    close: () => undefined,
  };
}
