import pg from 'pg';
import type { Pool } from '../../apps/server/src/platform/db/index.ts';
import { processorOfServer } from '../walk/postgres/processor.ts';

/** What was spent on both sides; times are seconds of processor time. */
export interface Spent {
  readonly own: number;
  readonly server: number;
  readonly statements: number;
  readonly walBytes: number;
  readonly temporaryBytes: number;
  /** Blocks of 8 KB that PostgreSQL found in its buffers, and those that it read into them. */
  readonly blocksHit: number;
  readonly blocksRead: number;
}

let statements = 0;
const query = Reflect.get(pg.Client.prototype, 'query') as (...parameters: unknown[]) => unknown;
Reflect.set(pg.Client.prototype, 'query', function counted(this: pg.Client, ...parameters: unknown[]) {
  statements += 1;
  return Reflect.apply(query, this, parameters);
});

/** Begins to measure what is done on these pools of one server; what is given back ends it. */
export async function meter(...pools: readonly [Pool, ...Pool[]]): Promise<() => Promise<Spent>> {
  const [pool] = pools;
  const counts = await countsOf(pools);
  const server = await processorOfServer(pool);
  const cpu = process.cpuUsage();
  const before = statements;
  return async () => {
    const { user, system } = process.cpuUsage(cpu);
    const made = statements - before;
    const processor = await processorOfServer(pool);
    const after = await countsOf(pools);
    return {
      own: (user + system) / 1e6,
      server: processor - server,
      statements: made,
      walBytes: after.wal - counts.wal,
      temporaryBytes: after.temporary - counts.temporary,
      blocksHit: after.hit - counts.hit,
      blocksRead: after.read - counts.read,
    };
  };
}

async function countsOf(pools: readonly [Pool, ...Pool[]]) {
  for (const pool of pools) await reportCounts(pool);
  const { rows } = await pools[0].query<{ wal: string; temporary: string; read: string; hit: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal, temp_bytes AS temporary, blks_read AS read, blks_hit AS hit
       FROM pg_stat_database WHERE datname = current_database()`,
  );
  const [row] = rows;
  return {
    wal: Number(row?.wal),
    temporary: Number(row?.temporary),
    read: Number(row?.read),
    hit: Number(row?.hit),
  };
}

/** Each connection counts by itself, and reports only now and then. */
async function reportCounts(pool: Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  for (const client of clients) {
    await client.query('SELECT pg_stat_force_next_flush()');
    client.release();
  }
}
