import path from 'node:path';
import { migrate, openPool, type Pool } from '../../apps/server/src/platform/db/index.ts';
import { type Product, type ProductOptions, startProduct } from '../../apps/server/test/support/product.ts';
import { BENCH_SECRET, openVisitors, type Visitor } from '../checks/visitors.ts';
import { importBenchLabels } from '../labels.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { atExit, killQuietly } from './leftovers.ts';

export const SERVER_SETTINGS = {
  AUTH_SECRET: BENCH_SECRET,
  MAILBOX_SECRET: BENCH_SECRET,
  BOT_API_SECRET: BENCH_SECRET.replaceAll(' ', '-'),
  TRUST_PROXY: '1',
  NODE_ENV: 'test',
  PATH: process.env['PATH'] ?? '',
} as const;

export interface Server {
  readonly url: string;
  readonly product: Product;
  /** As an operator stops it; its exit code. */
  readonly stop: () => Promise<number | NodeJS.Signals>;
  /** By SIGKILL. */
  readonly kill: () => Promise<void>;
}

/** A PostgreSQL of the drill's own, and servers that share it. */
export interface Installation {
  readonly cluster: Cluster;
  readonly pool: Pool;
  readonly start: (name: string, settings?: Readonly<Record<string, string>>, preload?: URL) => Promise<Server>;
  /** Users with check credits that never lapse. */
  readonly signIn: (users: number, checks: number) => Promise<readonly Visitor[]>;
  readonly close: () => Promise<void>;
}

export async function openInstallation(dir: string, tablespace?: string): Promise<Installation> {
  const cluster = await openCluster(path.join(dir, 'cluster'), tablespace);
  await migrate(cluster.databaseUrl);
  const pool = openPool(cluster.databaseUrl, { maxConnections: 4 });
  const servers: Server[] = [];
  return {
    cluster,
    pool,
    async start(name, settings = {}, preload) {
      const server = await openServer({
        dataDir: path.join(dir, name),
        env: {
          ...SERVER_SETTINGS,
          DATABASE_URL: cluster.databaseUrl,
          REPORT_KEYS_DIR: path.join(dir, 'keys'),
          ...settings,
        },
        ...(preload === undefined ? {} : { preload }),
      });
      servers.push(server);
      return server;
    },
    async signIn(users, checks) {
      const visitors = openVisitors(pool);
      const signedIn: Visitor[] = [];
      for (let at = 0; at < users; at += 1) signedIn.push(await visitors.signInWith(`drill-${at}`, checks));
      return signedIn;
    },
    async close() {
      await pool.end();
      for (const server of servers) await server.stop();
      await cluster.close();
    },
  };
}

/** The real server in a process of its own, once it answers. */
export async function openServer(options: ProductOptions): Promise<Server> {
  const product = startProduct(options);
  const { pid } = product.child;
  const forget = atExit(() => {
    if (pid !== undefined) killQuietly(pid);
  });
  const end = async (signal: NodeJS.Signals) => {
    product.child.kill(signal);
    const code = await product.exited;
    forget();
    return code;
  };
  const url = await product.opened.catch(async (error: unknown) => {
    await end('SIGKILL');
    throw error;
  });
  return {
    url,
    product,
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL');
    },
  };
}

/** Labels addresses: a check of one is rated and charged without a walk, and writes all a check writes. */
export async function labelAll(pool: Pool, addresses: readonly string[]): Promise<void> {
  await importBenchLabels(
    pool,
    addresses.map((address) => ({ address, entity: 'Example Exchange', category: 'exchange_licensed' })),
  );
}
