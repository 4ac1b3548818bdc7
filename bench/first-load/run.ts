import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Pool } from '../../apps/server/src/platform/db/index.ts';
import { stopCluster } from '../../apps/server/src/platform/db/postgres/cluster.ts';
import { print } from '../checks/product.ts';
import { figure } from '../figure.ts';
import { sized } from '../size.ts';
import { FIXED } from '../walk/figures.ts';
import { benchFolder } from '../walk/folder.ts';
import { QUERY_TIMEOUT_SECONDS } from '../walk/peers/timed-queries.ts';
import { type BenchDatabase, openBenchDatabase } from '../walk/postgres/database.ts';
import type { Times } from '../walk/statistics.ts';
import { paymentsFor } from './chain/coin-chain.ts';
import {
  AS_A_CHECK,
  type Checked,
  checkCoins,
  countLabels,
  labelCoins,
  pickAddresses,
  queryCoins,
} from './check-coins.ts';
import { type Loaded, loadBlocks } from './load.ts';
import type { Spent } from './meter.ts';

/**
 * The coins of a chain, from blocks as a node gives them to stored records: block by block, and all at once. The blocks
 * are made by this process; what that takes is measured apart and left out. Then addresses are checked over them.
 */
const { values } = parseArgs({
  options: {
    /** Of 2,000 transactions and some 4,800 outputs each. */
    blocks: { type: 'string', default: sized('250', '3') },
    /** Of these, stored block by block. */
    single: { type: 'string', default: sized('25', '2') },
    /** Addresses that are checked, and how often. */
    addresses: { type: 'string', default: sized('300', '6') },
    rounds: { type: 'string', default: sized('3', '1') },
  },
});
const NAME = 'bench_first_load';
/** Addresses of the recursive query, and of the checks after a restart. */
const FEW = sized(60, 3);
/** Of these, checked first after a restart. */
const FIRST = sized(10, 2);
const signal = AbortSignal.timeout(3_600_000);

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
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

async function load(pool: Pool): Promise<Loaded> {
  const [blocks, single] = [Number(values.blocks), Number(values.single)];
  const payments = paymentsFor(blocks);
  const ways = [
    { name: 'block by block', count: single, firstLoadFrom: Number.MAX_SAFE_INTEGER },
    { name: 'at once', count: single, firstLoadFrom: 1 },
    { name: 'at once', count: blocks, firstLoadFrom: 1 },
  ];
  const runs: (Loaded & { readonly name: string; readonly count: number })[] = [];
  for (const { name, count, firstLoadFrom } of ways) {
    say(`${count} blocks, ${name}`);
    runs.push({ name, count, ...(await loadBlocks(pool, payments, { blocks: count, firstLoadFrom }, signal)) });
  }
  print(
    '| | Outputs | Outputs/s | Our processor, µs an output | PostgreSQL, µs an output | Statements a block | Log, temporary, read: bytes an output | Our memory, MB |',
  );
  print('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const run of runs) {
    const { name, count, outputs, seconds, spent, peakBytes } = run;
    const each = (bytes: number): string => Math.round(bytes / outputs).toString();
    const cells = [
      outputs,
      Math.round(outputs / seconds),
      ((spent.own / outputs) * 1e6).toFixed(1),
      ((spent.server / outputs) * 1e6).toFixed(1),
      (spent.statements / count).toFixed(1),
      `${each(spent.walBytes)}, ${each(spent.temporaryBytes)}, ${each(spent.blocksRead * 8_192)}`,
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
  const processor = ({ spent: { own, server } }: Loaded): number => own + server;
  figure('of-block-by-block-processor', processor(same) / processor(oneByOne));
  return all;
}

async function check(database: BenchDatabase, { outputs, node }: Loaded): Promise<readonly string[]> {
  const rounds = Number(values.rounds);
  say('labels');
  await labelCoins(database.pool, node.labels(), signal);
  const { given, derived, addresses: known } = await countLabels(database.pool);
  const addresses = await pickAddresses(database.pool, Number(values.addresses));
  const few = addresses.slice(0, FEW);
  await checkCoins(database, few, FIXED, 1);
  say('checks');
  const fixed = await checkCoins(database, addresses, FIXED, rounds);
  const full = await checkCoins(database, addresses, AS_A_CHECK, 1);
  const same = await checkCoins(database, few, FIXED, rounds);
  say('the recursive query');
  const query = await queryCoins(database.pool, few);
  print('');
  print(
    `Checks of ${addresses.length} addresses over ${outputs} outputs and ${known} addresses, ${given} of them labelled, ${derived} by derivation:`,
  );
  print('');
  print(
    '| | p50, p99, mean: ms | Checks/s | Processor, ours and PostgreSQL: ms | Statements | Pages, of these read | States a direction | R, mean and p99 |',
  );
  print('| --- | --- | --- | --- | --- | --- | --- | --- |');
  const row = (name: string, { times, spent, checks }: Pick<Checked, 'times' | 'spent' | 'checks'>, more: string[]) =>
    print(`| ${[name, timesOf(times), rate(times), ...spentOf(spent, checks), ...more].join(' | ')} |`);
  const followed = (checked: Checked): string[] => [
    checked.states.toFixed(0),
    `${checked.meanR.toFixed(4)}, ${checked.p99R.toFixed(3)}`,
  ];
  row('threshold 1e-4', fixed, followed(fixed));
  row('as a check asks, R to 1%', full, followed(full));
  row(`threshold 1e-4, ${few.length} addresses`, same, followed(same));
  row(`recursive query, the same, ${query.stopped} stopped after ${QUERY_TIMEOUT_SECONDS} s`, query, ['', '']);
  figure('coin-checks-per-second', 1_000 / fixed.times.mean);
  figure('coin-query-to-check-p50', query.times.p50 / same.times.p50);
  return addresses;
}

/** Pages that checks read after a restart, of the first addresses; one address before has the catalogue read. */
async function checkCold(database: BenchDatabase, addresses: readonly string[]): Promise<void> {
  const last = addresses.slice(-1);
  await checkCoins(database, last, FIXED, 1);
  const first = addresses.slice(0, FIRST);
  const cold = await checkCoins(database, first, FIXED, 1);
  const next = await checkCoins(database, addresses.slice(FIRST, FEW), FIXED, 1);
  const warm = await checkCoins(database, first, FIXED, 1);
  print('');
  print('| After a restart of PostgreSQL | Pages a check | of these read |');
  print('| --- | --- | --- |');
  for (const [name, { spent, checks }] of Object.entries({
    [`the first ${first.length} addresses`]: cold,
    [`the next ${FEW - FIRST}`]: next,
    [`the first ${first.length} again`]: warm,
  })) {
    const [hit, read] = [spent.blocksHit / checks, spent.blocksRead / checks];
    print(`| ${name} | ${(hit + read).toFixed(0)} | ${read.toFixed(1)} |`);
  }
}

const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
const timesOf = ({ p50, p99, mean }: Times): string => [p50, p99, mean].map(ms).join(', ');
const rate = ({ mean }: Times): string => (1_000 / mean).toFixed(0);

function spentOf({ own, server, statements, blocksHit, blocksRead }: Spent, checks: number): string[] {
  return [
    `${ms((own * 1_000) / checks)}, ${ms((server * 1_000) / checks)}`,
    (statements / checks).toFixed(1),
    `${((blocksHit + blocksRead) / checks).toFixed(0)}, ${(blocksRead / checks).toFixed(1)}`,
  ];
}

let database = await openBenchDatabase(NAME);
try {
  const addresses = await check(database, await load(database.pool));
  if (process.env['DATABASE_URL'] === undefined) {
    await database.close();
    // It may run on for others of its folder.
    await stopCluster(path.join(benchFolder('postgres'), 'postgres'));
    database = await openBenchDatabase(NAME);
    await checkCold(database, addresses);
  }
} finally {
  await database.close();
}
