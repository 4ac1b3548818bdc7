import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, Random } from '@assay/testkit';
import { openPool, type Pool } from '../../apps/server/src/platform/db/index.ts';
import { openArchivedPostgres, PAGE_COMMANDS } from '../../apps/server/test/support/archived-postgres.ts';
import { startCaddy } from '../../apps/server/test/system/deploy/front.ts';
import { newAddress } from '../../bench/drills/client.ts';
import { openFormerClone } from '../../bench/drills/former-clone.ts';
import { signInAsFormer } from '../../bench/drills/former-users.ts';
import { buildImage, makeBase, removeBase } from '../image/build.ts';
import { keyIdOf, verdictOf } from './certificates.ts';
import { Findings } from './findings.ts';
import { placeServer, runCommand, startServer, Undo } from './installation.ts';
import { type Acknowledged, startLoad } from './load.ts';

// `npm run rehearse`: the installation of a company, from the image to a restored database, once through on this machine
// (bench/drills/README.md). Needs root, Debian 12, buildah and mmdebstrap.

const FOLDER = fileURLToPath(new URL('../../.tools/image/', import.meta.url));
const CHECKS = 1_000;
const USERS = 4;
const ADDRESSES = 2_000;

const findings = new Findings();
const undo = new Undo();
process.stdout.write(`Load ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}\n`);
try {
  await rehearse();
} finally {
  await undo.run();
}
process.stdout.write(`${findings.table()}\n`);
process.exitCode = findings.isEqual ? 0 : 1;

async function rehearse(): Promise<void> {
  const former = await openFormerClone();
  await makeBase(FOLDER);
  undo.add(() => removeBase(FOLDER));
  const [formerImage, image] = [await buildImage(former.dir), await buildImage()];
  for (const built of [formerImage, image]) undo.add(() => built.remove());
  findings.step(`Images of ${former.version} (${former.commit.slice(0, 8)}) and of this version are built`);

  const postgres = await openArchivedPostgres();
  undo.add(() => postgres.close());
  const ports = { first: await freePort(), second: await freePort(), next: await freePort() };
  const front = await startCaddy(ports.first, [ports.second, ports.next]);
  undo.add(() => front.close());
  const shared = { databaseUrl: postgres.url, publicUrl: `https://localhost:${front.https}` };
  const first = await placeServer(undo, formerImage, { ...shared, port: ports.first });
  await startServer(undo, first);
  const withKeys = { ...shared, data: first.data };
  const second = await startServer(undo, await placeServer(undo, formerImage, { ...withKeys, port: ports.second }));
  postgres.shell(PAGE_COMMANDS.setUp);
  findings.step('Two former servers run behind Caddy, PostgreSQL 15 archives its log, a full backup is made');

  const pool = openPool(postgres.url, { maxConnections: 2 });
  undo.add(() => pool.end());
  const random = new Random(1);
  const addresses = Array.from({ length: ADDRESSES }, () => newAddress(random));
  const users = await signInAsFormer(former, pool, { users: USERS, credits: 2 * CHECKS, addresses });
  const load = startLoad({ front, users, addresses });
  const certificateOfNext = async (): Promise<string> => {
    // One that began before may still be signed by the key of before.
    await load.until(load.acknowledged.length + 2 * USERS);
    return load.acknowledged.at(-1)?.certificate ?? '';
  };

  const beforeRotation = await certificateOfNext();
  await load.until(CHECKS / 4);
  await runCommand(first, 'report', 'keys', 'rotate');
  const afterRotation = await certificateOfNext();
  findings.step(`The key that signs results is rotated, after ${load.acknowledged.length} checks`);

  const next = await placeServer(undo, image, { ...withKeys, port: ports.next });
  const { url } = await startServer(undo, next);
  findings.expect('exit code of the server that is replaced', 0, await second.stop());
  findings.step(`A server of this version has replaced a former one, after ${load.acknowledged.length} checks`);

  await load.until(CHECKS * 0.8);
  const stolen = ['--from', new Date().toISOString()];
  await runCommand(next, 'report', 'keys', 'compromise', keyIdOf(afterRotation), ...stolen);
  const afterMark = await certificateOfNext();
  findings.step(`The key is marked as stolen, after ${load.acknowledged.length} checks`);
  await load.until(CHECKS);
  await load.end();

  const { acknowledged } = load;
  for (const fault of load.faults) findings.fault(fault);
  findings.expect('answers that no user must see', 0, load.faults.size);
  await compareChecks('in the database', pool, acknowledged);
  const published = async (server: string) => (await fetch(`${server}/.well-known/assay-keys.json`)).text();
  const keys = await published(url);
  findings.expect('certificate by the key before the rotation', 'genuine', await verdictOf(beforeRotation, keys));
  findings.expect('certificate by the key marked as stolen', 'not proven', await verdictOf(afterRotation, keys));
  findings.expect('certificate by the key that signs now', 'genuine', await verdictOf(afterMark, keys));
  await runCommand(next, 'admin', 'audit');
  findings.step(`The books are exact; limits made the users wait ${load.waits} times`);

  const moment = postgres.shell('psql -U assay -At -c "SELECT now()" assay');
  await sleep(1_000);
  const { rowCount } = await pool.query('DELETE FROM checks');
  postgres.shell('psql -U assay -At -c "SELECT pg_switch_wal()" assay');
  findings.step(`An operator deletes ${rowCount} checks by mistake, a second later`);

  const databaseUrl = await postgres.restoreBeside(moment);
  const data = mkdtempSync(path.join(tmpdir(), 'assay-restored-'));
  undo.add(() => rm(data, { recursive: true, force: true }));
  execFileSync('cp', ['-a', `${first.data}/.`, data]);
  const beside = await placeServer(undo, image, { ...shared, databaseUrl, data, port: await freePort() });
  await runCommand(beside, 'backup', 'restored', '--to', moment);
  await runCommand(beside, 'backup', 'resume');
  await runCommand(beside, 'admin', 'audit');
  const restored = await startServer(undo, beside);
  const restoredPool = openPool(databaseUrl, { maxConnections: 2 });
  undo.add(() => restoredPool.end());
  await compareChecks('in the database that is restored elsewhere', restoredPool, acknowledged);
  const restoredKeys = await published(restored.url);
  findings.expect('certificate by the keys beside it', 'genuine', await verdictOf(afterMark, restoredKeys));
  findings.step('A server runs on the database of the second before, and its books are exact');
}

async function compareChecks(where: string, pool: Pool, acknowledged: readonly Acknowledged[]): Promise<void> {
  const isDone = `SELECT count(*)::int AS checks, count(*) FILTER (WHERE charged)::int AS charged FROM checks
    WHERE status = 'done' AND sub_id = ANY($1)`;
  const ids = acknowledged.map(({ subId }) => subId);
  const { rows } = await pool.query<{ checks: number; charged: number }>(isDone, [ids]);
  const { rows: used } = await pool.query<{ n: number }>('SELECT sum(used_checks)::int AS n FROM ledger_tariffs');
  const charged = acknowledged.filter(({ isCharged }) => isCharged).length;
  findings.expect(`checks ${where}`, acknowledged.length, rows[0]?.checks ?? 0);
  findings.expect(`charged checks ${where}`, charged, rows[0]?.charged ?? 0);
  findings.expect(`check credits used ${where}`, charged, used[0]?.n ?? 0);
}
