import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { openPool } from '../../apps/server/src/platform/db/index.ts';
import { clusterUrl, stopCluster } from '../../apps/server/src/platform/db/postgres/cluster.ts';
import { readPostmasterFile } from '../../apps/server/src/platform/db/postgres/postmaster-file.ts';
import { openVisitors, type Visitor } from '../checks/visitors.ts';
import { isReady, until } from './client.ts';
import { processesOf } from './cluster.ts';
import type { DrillRun } from './drill.ts';
import { labelAll, openServer, SERVER_SETTINGS, type Server } from './installation.ts';
import { atExit, killQuietly } from './leftovers.ts';

const READY_WITHIN_MS = 60_000;

/** The product on the PostgreSQL that it brings along, for killing parts of it or all. */
export interface KillableProduct {
  readonly dataDir: string;
  /** Changes with every start. */
  readonly url: () => string;
  readonly databaseUrl: () => Promise<string>;
  readonly start: (settings: Readonly<Record<string, string>>) => Promise<void>;
  /** Labels addresses and signs users in. */
  readonly prepare: (addresses: readonly string[], users: number, checks: number) => Promise<readonly Visitor[]>;
  /** SIGKILL for one process that PostgreSQL runs for a connection. */
  readonly killOneOfDatabase: () => Promise<void>;
  /** SIGKILL for the server, with PostgreSQL or without; milliseconds from the new start to its first answer. */
  readonly killAndStart: (withDatabase: boolean) => Promise<number>;
  readonly waitUntilReady: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function killableProduct(run: DrillRun, dataDir: string): KillableProduct {
  const dir = path.join(dataDir, 'postgres');
  let settings: Readonly<Record<string, string>> = {};
  let server: Server | undefined;
  const forget = atExit(() => {
    for (const pid of processesOf(dir)) killQuietly(pid);
  });
  const running = (): Server => {
    if (server === undefined) throw new Error('The product was not started');
    return server;
  };
  const open = async () => {
    server = await openServer({ dataDir, env: { ...SERVER_SETTINGS, ...settings } });
  };
  const databaseUrl = async () => {
    const port = (await readPostmasterFile(dir))?.port ?? null;
    if (port === null) throw new Error('PostgreSQL does not say its port');
    return await clusterUrl(dir, port, 'assay');
  };
  return {
    dataDir,
    url: () => running().url,
    databaseUrl,
    async start(given) {
      settings = given;
      await open();
    },
    async prepare(addresses, users, checks) {
      const pool = openPool(await databaseUrl(), { maxConnections: 2 });
      try {
        await labelAll(pool, addresses);
        const visitors = openVisitors(pool);
        const signedIn: Visitor[] = [];
        for (let at = 0; at < users; at += 1) signedIn.push(await visitors.signInWith(`kills-${at}`, checks));
        return signedIn;
      } finally {
        await pool.end();
      }
    },
    async killOneOfDatabase() {
      const names = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' });
      const [, ...children] = processesOf(dir);
      // As PostgreSQL titles them: `postgres: role database address(port) state`.
      const backends = children.filter((pid) => new RegExp(`^\\s*${pid} .*\\d+\\(\\d+\\)`, 'm').test(names));
      if (backends.length === 0) run.fault('PostgreSQL has no process of a connection');
      else killQuietly(run.random.pick(backends));
    },
    async killAndStart(withDatabase) {
      const database = withDatabase ? processesOf(dir) : [];
      await running().kill();
      for (const pid of database) killQuietly(pid);
      const startedAt = performance.now();
      await open();
      const answer = await fetch(`${running().url}/healthz`);
      if (answer.status !== 200) run.fault(`/healthz answers ${answer.status} after a start`);
      return performance.now() - startedAt;
    },
    async waitUntilReady() {
      const isEnded = () => running().product.child.exitCode !== null;
      const isSettled = await until(async () => isEnded() || (await isReady(running().url)), READY_WITHIN_MS);
      if (!isSettled) run.fault(`not ready ${READY_WITHIN_MS / 1_000} s after a kill`);
      if (!isEnded()) return;
      run.fault(`the server ended by itself: ${running().product.stderr().slice(-500)}`);
      await open();
    },
    async close() {
      await server?.stop();
      await stopCluster(dir);
      forget();
    },
  };
}
