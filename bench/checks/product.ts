import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, type Pool } from '../../apps/server/src/platform/db/index.ts';
import { clusterUrl } from '../../apps/server/src/platform/db/postgres/cluster.ts';
import { readPostmasterFile } from '../../apps/server/src/platform/db/postgres/postmaster-file.ts';
import { type Product, startProduct, temporaryDataDir } from '../../apps/server/test/support/product.ts';
import { takeFilledData } from '../filled-data.ts';
import { BENCH_SECRET, openVisitors, type Visitor } from './visitors.ts';

export type { Visitor } from './visitors.ts';

const DATABASE = 'assay';

export interface RunningProduct {
  readonly url: string;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly pool: Pool;
  signIn(name: string): Promise<Visitor>;
  /** Starts another server, or a program that serves in another way, over the same database and data folder; answers where. */
  serveBeside(program?: string): Promise<string>;
  stop(): Promise<void>;
}

/** The real server in a process of its own, with its own PostgreSQL on a durable disk, and a connection beside it. `preload` is loaded before it. */
export async function openProduct(
  connections: number,
  settings: Readonly<Record<string, string>> = {},
  preload?: URL,
): Promise<RunningProduct> {
  const { dataDir, remove } = await temporaryDataDir();
  const env = {
    AUTH_SECRET: BENCH_SECRET,
    TRUST_PROXY: '1',
    NODE_ENV: 'test',
    PATH: process.env['PATH'] ?? '',
    ...settings,
  };
  if (settings['STARTER_DATA'] === 'on') await takeFilledData(dataDir);
  const product = startProduct({ dataDir, env, ...(preload && { preload }) });
  const beside: Product[] = [];
  const close = async () => {
    // The owner of the database last.
    for (const { child, exited } of [...beside, product]) {
      child.kill('SIGTERM');
      await exited;
    }
    await remove();
  };
  const url = await product.opened.catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const cluster = path.join(dataDir, 'postgres');
  const port = (await readPostmasterFile(cluster))?.port ?? null;
  if (port === null) throw new Error('The PostgreSQL of the benchmark does not say its port');
  const database = await clusterUrl(cluster, port, DATABASE);
  const pool = openPool(database, { maxConnections: connections });
  const visitors = openVisitors(pool);
  return {
    url,
    pid: product.child.pid ?? 0,
    child: product.child,
    pool,
    signIn: (name) => visitors.signIn(name),
    async serveBeside(program) {
      const other = startProduct({
        dataDir,
        env: { ...env, DATABASE_URL: database },
        ...(program === undefined ? {} : { program }),
      });
      beside.push(other);
      return other.opened;
    },
    async stop() {
      await pool.end();
      await close();
    },
  };
}

const TRIES = 20;

/**
 * Asks, and asks again where the product is too busy to answer (503), as its `Retry-After` says. Nothing was done and
 * nothing spent then; the wait counts as part of the answer's time.
 */
export async function fetchServed(url: string, init: RequestInit): Promise<Response> {
  for (let tried = 1; ; tried += 1) {
    const answer = await fetch(url, init);
    const seconds = Number(answer.headers.get('retry-after'));
    if (answer.status !== 503 || !(seconds > 0) || tried === TRIES) return answer;
    await answer.arrayBuffer();
    await sleep(seconds * 1_000);
  }
}

/** The value in the middle, or at another fraction of the sorted values. */
export function quantile(values: readonly number[], fraction = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
