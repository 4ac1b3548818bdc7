import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@assay/testkit';
import { recordsHeld } from '../../apps/server/src/modules/records/index.ts';
import { migrate, openPool } from '../../apps/server/src/platform/db/index.ts';
import { openVisitors, type Visitor } from '../checks/visitors.ts';
import { assertStored, auditBooks } from '../drills/books.ts';
import { Client } from '../drills/client.ts';
import type { DrillRun } from '../drills/drill.ts';
import { labelAll, openInstallation, openServer, SERVER_SETTINGS, type Server } from '../drills/installation.ts';
import { check, saidBy } from './answers.ts';
import { assay } from './assay.ts';
import { assertInstalled } from './debian.ts';
import { startEtcd } from './etcd.ts';
import { type FollowedChain, startFollowedChain } from './followed-chain.ts';
import { startHaProxy } from './haproxy.ts';
import { startLoad } from './load.ts';
import { type PatroniPair, startPatroniPair } from './patroni.ts';
import { AnsweredReads } from './reads.ts';
import { type WalkedLedger, writeWalkedLedger } from './records.ts';

/** How long checks and imports run while parts are killed and moved; `CLUSTER_MINUTES`. */
export const CLUSTER_MINUTES = Number(process.env['CLUSTER_MINUTES'] ?? 4);
const USERS = 8;
const TRANSFERS = 20_000;
const WALLETS = 60;
/** Between one fault and the next. */
const CALM_MS = 5_000;
const LAG_MS = 15_000;
/** The first server has the ledger in memory too, and walks it there where it is at the state of a check. */
const IN_MEMORY = { MEMORY_MB: '200', MEMORY_ASSETS: 'ETH-ETH' };
/** By which db2 receives labels of the main database. */
const LABEL_SLOT = 'assay_labels_db2';
/** A server that starts while the primary is away waits for the next one. */
const OPEN_MS = 180_000;

/**
 * Two pairs of PostgreSQL under Patroni, three servers behind HAProxy, one of which has the ledger in memory. Checks, imports and a follower go on
 * while primaries and the follower are killed, a ledger moves to the other pair, a server is replaced and a standby lags. Nothing that was acknowledged is
 * lost, every check is charged once, and no answer differs from that of a single server with the same records.
 */
export async function cluster(run: DrillRun): Promise<string> {
  assertInstalled();
  const ledger = await writeWalkedLedger(run.dir, run.random, TRANSFERS);
  const wallets = ledger.wallets.slice(0, WALLETS);
  const expected = await answersOfOneServer(run, ledger, wallets);
  const home = path.join(run.dir, 'cluster');
  await mkdir(home, { mode: 0o711 });
  const etcd = await startEtcd(home);
  const [main, db2] = await Promise.all([
    startPatroniPair(home, 'main', etcd.address),
    startPatroniPair(home, 'db2', etcd.address),
  ]);
  const env = {
    ...SERVER_SETTINGS,
    DATABASE_URL: main.databaseUrl,
    LEDGER_SERVERS: `db2=${db2.databaseUrl}`,
    // Every host of both pairs: which of them is a standby changes.
    READ_STANDBYS: `main=${main.databaseUrl} db2=${db2.databaseUrl}`,
    REPORT_KEYS_DIR: path.join(run.dir, 'keys'),
  };
  await migrate(main.databaseUrl);
  const pool = openPool(main.databaseUrl, { maxConnections: 2 });
  const ports = [await freePort(), await freePort(), await freePort()];
  const settings = ports.map((port) => ({ ...env, PORT: String(port) }));
  Object.assign(settings[0] ?? {}, IN_MEMORY);
  const servers: Server[] = [];
  const reads = new AnsweredReads();
  try {
    await labelAll(pool, ledger.services);
    await assay(run, ['transfers', 'import', '--format', 'csv', ledger.file], env, path.join(run.dir, 'command'));
    await assay(run, ['placement', 'prepare', 'db2'], env, path.join(run.dir, 'command'));
    await main.keepSlot(LABEL_SLOT);
    const visitors = openVisitors(pool);
    const users: Visitor[] = [];
    for (let at = 0; at < USERS; at += 1) users.push(await visitors.signInWith(`cluster-${at}`, 1_000_000));
    for (const [at, own] of settings.entries()) servers.push(await startServer(run, own, at));
    const front = await startHaProxy(home, ports);
    const load = startLoad(run, { url: front.url, visitors, users, wallets, expected, env });
    const chain = await startFollowedChain(run, env);
    await disturb(run, {
      main,
      db2,
      env,
      servers,
      settings,
      chain,
      reads,
      until: Date.now() + CLUSTER_MINUTES * 60_000,
    });
    const figures = await load.end();
    const followed = await chain.end(main.databaseUrl);
    const books = await auditBooks(run, main.databaseUrl);
    await assertStored(run, main.databaseUrl, load.checked);
    await assertImported(run, load.importedRows() + TRANSFERS, [main, db2]);
    for (const { url } of servers) await reads.add(url);
    if (reads.byStandbys === 0) run.fault('no standby answered a check');
    await front.stop();
    return `${figures}; reads answered: ${reads.describe()}; ${followed}; ${books}`;
  } finally {
    await pool.end();
    for (const server of servers) await server.stop();
    await Promise.all([main.stop(), db2.stop()]);
    await etcd.stop();
  }
}

/** What a server of its own, with an embedded PostgreSQL, says of each wallet. */
async function answersOfOneServer(
  run: DrillRun,
  ledger: WalkedLedger,
  wallets: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const installation = await openInstallation(path.join(run.dir, 'single'));
  try {
    await labelAll(installation.pool, ledger.services);
    const env = { ...SERVER_SETTINGS, DATABASE_URL: installation.cluster.databaseUrl };
    await assay(
      run,
      ['transfers', 'import', '--format', 'csv', ledger.file],
      env,
      path.join(run.dir, 'single-command'),
    );
    const [user] = await installation.signIn(1, wallets.length);
    if (user === undefined) throw new Error('Nobody signed in');
    const server = await installation.start('single');
    const client = new Client(run.fault);
    const said = new Map<string, string>();
    for (const wallet of wallets) {
      const result = await check(client, () => server.url, user, wallet, `single-${wallet}`);
      if (result === null) throw new Error(`The single server gives no result for ${wallet}`);
      said.set(wallet, await saidBy(client, server.url, user, result.subId));
    }
    return said;
  } finally {
    await installation.close();
  }
}

function startServer(run: DrillRun, env: Readonly<Record<string, string>>, at: number): Promise<Server> {
  return openServer({
    dataDir: path.join(run.dir, `server-${at}`),
    env,
    openWithinMs: OPEN_MS,
  });
}

interface Disturbed {
  readonly main: PatroniPair;
  readonly db2: PatroniPair;
  readonly env: Readonly<Record<string, string>>;
  readonly servers: Server[];
  /** Of each server. */
  readonly settings: readonly Readonly<Record<string, string>>[];
  readonly chain: FollowedChain;
  readonly reads: AnsweredReads;
  readonly until: number;
}

/** One fault after the other, from the beginning again while there is time; each at least once. */
async function disturb(
  run: DrillRun,
  { main, db2, env, servers, settings, chain, reads, until }: Disturbed,
): Promise<void> {
  const dataDir = path.join(run.dir, 'mover');
  const move = async (to: string) => {
    await assay(run, ['placement', 'move', 'ETH', '--network', 'ETH', '--to', to], env, dataDir, 60);
  };
  const failOver = async (pair: PatroniPair) => {
    await pair.killPrimary();
    await sleep(CALM_MS);
    await pair.startKilled();
  };
  for (let round = 0; round === 0 || Date.now() < until; round += 1) {
    const faults: readonly (() => Promise<void>)[] = [
      () => failOver(main),
      () => move('db2'),
      () => replaceServer(run, { servers, settings, reads }, round % servers.length),
      async () => {
        await db2.pauseReplay(true);
        await sleep(LAG_MS);
        await db2.pauseReplay(false);
      },
      () => failOver(db2),
      async () => chain.kill(),
      () => move('main'),
    ];
    for (const fault of faults) {
      await sleep(CALM_MS);
      await fault();
    }
  }
}

async function replaceServer(
  run: DrillRun,
  { servers, settings, reads }: Pick<Disturbed, 'servers' | 'settings' | 'reads'>,
  at: number,
): Promise<void> {
  const { url } = servers[at] ?? { url: '' };
  await reads.add(url);
  await servers[at]?.stop();
  servers[at] = await startServer(run, settings[at] ?? {}, at);
}

async function assertImported(run: DrillRun, rows: number, pairs: readonly PatroniPair[]): Promise<void> {
  let held = 0;
  for (const { databaseUrl } of pairs) {
    const pool = openPool(databaseUrl, { maxConnections: 1 });
    for (const { network, records } of await recordsHeld(pool)) if (network === 'ETH') held += records;
    await pool.end();
  }
  if (held !== rows) run.fault(`${held} records are held of ${rows}`);
}
