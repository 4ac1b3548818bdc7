import { parseArgs } from 'node:util';
import pg from 'pg';
import { databaseTroubleOf, type Pool } from '../../apps/server/src/db/index.ts';
import { followNetwork } from '../../apps/server/src/features/follow/index.ts';
import { print } from '../checks/product.ts';
import { figure } from '../figure.ts';
import { sized } from '../size.ts';
import { openBenchDatabase } from '../walk/postgres/database.ts';
import { processorOfServer } from '../walk/postgres/processor.ts';
import { coinNode } from './coin-chain.ts';

/**
 * The coins of a chain, from blocks as a node gives them to stored records: block by block, and all at once. The blocks
 * are made by this process; what that takes is measured apart and left out.
 */
const { values } = parseArgs({
  options: {
    /** Of 2,000 transactions and some 4,000 outputs each. */
    blocks: { type: 'string', default: sized('250', '3') },
    /** Of these, stored block by block. */
    single: { type: 'string', default: sized('25', '2') },
  },
});
const signal = AbortSignal.timeout(3_600_000);

interface Measured {
  readonly outputs: number;
  readonly seconds: number;
  readonly own: number;
  readonly server: number;
  readonly statements: number;
  readonly walBytes: number;
  readonly temporaryBytes: number;
  readonly readBytes: number;
  readonly peakBytes: number;
}

let statements = 0;
const query = Reflect.get(pg.Client.prototype, 'query') as (...parameters: unknown[]) => unknown;
Reflect.set(pg.Client.prototype, 'query', function counted(this: pg.Client, ...parameters: unknown[]) {
  statements += 1;
  return Reflect.apply(query, this, parameters);
});

/** Bytes that PostgreSQL has written to its log, to temporary files, and read into its buffers, so far. */
async function bytesOf(pool: Pool) {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ wal: string; temporary: string; read: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal, temp_bytes AS temporary,
            blks_read * current_setting('block_size')::bigint AS read
       FROM pg_stat_database WHERE datname = current_database()`,
  );
  const [row] = rows;
  return { wal: Number(row?.wal), temporary: Number(row?.temporary), read: Number(row?.read) };
}

async function measure(pool: Pool, blocks: number, firstLoadFrom: number): Promise<Measured> {
  await pool.query(
    `TRUNCATE followed_networks, followed_blocks, ledgers, accounts, transfers, coin_transactions, coin_outputs CASCADE`,
  );
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ '^(transfers|accounts)_[0-9]+$'`,
  );
  for (const { name } of rows) await pool.query(`DROP TABLE ${name}`);
  const making = await timeToMake(blocks);
  const node = coinNode(blocks);
  const bytes = await bytesOf(pool);
  const server = await processorOfServer(pool);
  const own = process.cpuUsage();
  const began = performance.now();
  statements = 0;
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 100);
  await followNetwork(
    { pool, node, databaseTroubleOf, say: () => undefined, progress: () => undefined },
    {
      network: 'BTC',
      assets: ['BTC'],
      from: 0,
      chain: await node.identity(signal),
      until: blocks - 1,
      owner: 'bench',
      firstLoadFrom,
    },
    signal,
  );
  clearInterval(watch);
  const { user, system } = process.cpuUsage(own);
  const after = await bytesOf(pool);
  return {
    outputs: node.outputs,
    seconds: (performance.now() - began) / 1000 - making.seconds,
    own: (user + system) / 1e6 - making.own,
    server: (await processorOfServer(pool)) - server,
    statements,
    walBytes: after.wal - bytes.wal,
    temporaryBytes: after.temporary - bytes.temporary,
    readBytes: after.read - bytes.read,
    peakBytes,
  };
}

/** What making the blocks takes, without storing them. */
async function timeToMake(blocks: number): Promise<{ readonly seconds: number; readonly own: number }> {
  const node = coinNode(blocks);
  const own = process.cpuUsage();
  const began = performance.now();
  for (let from = 0; from < blocks; from += node.blocksAtOnce) {
    await node.blocks(from, Math.min(blocks, from + node.blocksAtOnce) - 1, signal);
  }
  const { user, system } = process.cpuUsage(own);
  return { seconds: (performance.now() - began) / 1000, own: (user + system) / 1e6 };
}

/** Bytes of what is stored, with its indexes, by the name of the table. */
async function sizes(
  pool: Pool,
): Promise<
  readonly { readonly name: string; readonly rows: number; readonly bytes: number; readonly indexBytes: number }[]
> {
  const { rows } = await pool.query<{ name: string; rows: number; bytes: string; index_bytes: string }>(
    `SELECT regexp_replace(relname, '_[0-9]+$', '') AS name, reltuples AS rows, pg_total_relation_size(oid) AS bytes,
            pg_indexes_size(oid) AS index_bytes
       FROM pg_class WHERE relkind = 'r' AND (relname IN ('coin_transactions', 'coin_outputs') OR relname ~ '^accounts_[0-9]+$')
      ORDER BY 1`,
  );
  return rows.map(({ name, rows: count, bytes, index_bytes: indexBytes }) => ({
    name,
    rows: count,
    bytes: Number(bytes),
    indexBytes: Number(indexBytes),
  }));
}

const database = await openBenchDatabase('bench_first_load');
try {
  const { pool } = database;
  const [blocks, single] = [Number(values.blocks), Number(values.single)];
  const ways = [
    { name: 'block by block', count: single, firstLoadFrom: Number.MAX_SAFE_INTEGER },
    { name: 'at once', count: single, firstLoadFrom: 1 },
    { name: 'at once', count: blocks, firstLoadFrom: 1 },
  ];
  const runs: (Measured & { readonly name: string; readonly count: number })[] = [];
  for (const { name, count, firstLoadFrom } of ways) {
    runs.push({ name, count, ...(await measure(pool, count, firstLoadFrom)) });
  }
  print(
    '| | Outputs | Outputs/s | Our processor, µs an output | PostgreSQL, µs an output | Statements a block | Log, temporary, read: bytes an output | Our memory, MB |',
  );
  print('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const run of runs) {
    const { name, count, outputs, seconds, own, server, walBytes, temporaryBytes, readBytes, peakBytes } = run;
    const each = (bytes: number): string => Math.round(bytes / outputs).toString();
    const cells = [
      outputs,
      Math.round(outputs / seconds),
      ((own / outputs) * 1e6).toFixed(1),
      ((server / outputs) * 1e6).toFixed(1),
      (run.statements / count).toFixed(1),
      `${each(walBytes)}, ${each(temporaryBytes)}, ${each(readBytes)}`,
      Math.round(peakBytes / 1e6),
    ];
    print(`| ${name}, ${count} blocks | ${cells.join(' | ')} |`);
  }
  const [oneByOne, same, all] = runs;
  if (oneByOne === undefined || same === undefined || all === undefined) throw new Error('Nothing was measured');
  print('');
  print('| Table | Rows | Bytes an output, with indexes | of these indexes |');
  print('| --- | --- | --- | --- |');
  let total = 0;
  for (const { name, rows, bytes, indexBytes } of await sizes(pool)) {
    total += bytes;
    print(`| ${name} | ${rows} | ${(bytes / all.outputs).toFixed(1)} | ${(indexBytes / all.outputs).toFixed(1)} |`);
  }
  figure('outputs-per-second', all.outputs / all.seconds);
  figure('bytes-an-output', total / all.outputs);
  figure('of-block-by-block-processor', (same.own + same.server) / (oneByOne.own + oneByOne.server));
} finally {
  await database.close();
}
