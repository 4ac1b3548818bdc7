import { setTimeout as sleep } from 'node:timers/promises';
import { sized } from '../size.ts';
import { assertStored, auditBooks } from './books.ts';
import { Client, isReady, newAddress, postCheck, until } from './client.ts';
import { counted, type DrillRun, seconds } from './drill.ts';
import { type Installation, labelAll, openInstallation, type Server } from './installation.ts';
import { killQuietly } from './leftovers.ts';

const USERS = sized(8, 3);
const ADDRESSES = 400;
const CREDITS = 100_000;
const LOST_MS = sized(8_000, 500);
const UP_MS = sized(2_000, 0);
/** How long a user waits who was refused. */
const REFUSED_PAUSE_MS = sized(20, 40);
/** Only what hangs takes so long. */
const BACK_WITHIN_MS = 90_000;
const PROBE_WITHIN_MS = 15_000;

/**
 * PostgreSQL is stopped, frozen and killed while users check. The server lives, says that it is not ready, refuses with
 * 503, and works again once PostgreSQL does.
 */
export async function lostDatabase(run: DrillRun): Promise<string> {
  const installation = await openInstallation(run.dir);
  try {
    const server = await installation.start('server');
    const addresses = Array.from({ length: ADDRESSES }, () => newAddress(run.random));
    await labelAll(installation.pool, addresses);
    const users = await installation.signIn(USERS, CREDITS);
    const client = new Client(run.fault);
    const answered: { subId: string; isCharged: boolean }[] = [];
    let isOver = false;
    const checking = users.map(async (user) => {
      while (!isOver) {
        const { status, subId, isCharged } = await postCheck(
          client,
          () => server.url,
          user,
          run.random.pick(addresses),
        );
        if (status === 200 && subId !== null) answered.push({ subId, isCharged });
        else await sleep(REFUSED_PAUSE_MS);
      }
    });
    /** Users are answered, and a while more. */
    const works = async () => {
      const before = answered.length;
      if (!(await until(async () => answered.length > before, BACK_WITHIN_MS))) run.fault('no check is answered');
      await sleep(UP_MS);
    };
    const { cluster } = installation;
    const losses: readonly (readonly [string, () => Promise<void>, () => Promise<void>])[] = [
      ['stopped', cluster.stop, cluster.start],
      ['frozen', () => signalAll(installation, 'SIGSTOP'), () => signalAll(installation, 'SIGCONT')],
      ['killed', () => killAll(installation), cluster.start],
    ];
    const figures: string[] = [];
    for (const [name, lose, giveBack] of losses) {
      await works();
      await lose();
      figures.push(`${name} ${await watch(run, name, server, giveBack)}`);
    }
    await works();
    isOver = true;
    await Promise.all(checking);
    const { child, stderr } = server.product;
    // It starts nothing else, so its last lines say why it ended.
    if (child.exitCode !== null) run.fault(`the server ended with ${child.exitCode}: ${stderr().slice(-4_000)}`);
    const books = await auditBooks(run, cluster.databaseUrl);
    await assertStored(run, cluster.databaseUrl, answered);
    return `${figures.join(', ')}; checks: ${counted(client.tally)}; ${books}`;
  } finally {
    // A frozen process cannot be stopped.
    await signalAll(installation, 'SIGCONT');
    await installation.close();
  }
}

/** How long until `/readyz` says it, and until the server is ready again once PostgreSQL is back. */
async function watch(run: DrillRun, name: string, { url }: Server, giveBack: () => Promise<void>): Promise<string> {
  const lostAt = performance.now();
  const isSaid = await until(async () => !(await isReady(url)), PROBE_WITHIN_MS);
  const said = performance.now() - lostAt;
  if (!isSaid) run.fault(`${name}: /readyz says ready`);
  const alive = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(PROBE_WITHIN_MS) });
  if (alive.status !== 200) run.fault(`${name}: /healthz answers ${alive.status}`);
  await sleep(Math.max(0, LOST_MS - said));
  await giveBack();
  const backAt = performance.now();
  if (!(await until(() => isReady(url), BACK_WITHIN_MS)))
    run.fault(`${name}: not ready ${seconds(BACK_WITHIN_MS)} later`);
  return `(seen after ${seconds(said)}, ready ${seconds(performance.now() - backAt)} after it is back)`;
}

async function signalAll({ cluster }: Installation, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await cluster.processes()) killQuietly(pid, signal);
}

async function killAll(installation: Installation): Promise<void> {
  await signalAll(installation, 'SIGKILL');
  await until(async () => (await installation.cluster.processes()).length === 0, BACK_WITHIN_MS);
}
