import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { inTransaction, type PoolClient } from '../../apps/server/src/platform/db/index.ts';
import { print, quantile } from '../checks/product.ts';
import { figure } from '../figure.ts';
import { sized } from '../size.ts';
import { openBenchDatabase } from '../walk/postgres/database.ts';
import { costOfLate, type LateCost } from './late.ts';
import { ALL_STORED, type LoadTime, load, STORED, type Stored } from './loads.ts';
import { isMixName } from './mix.ts';
import { microsecondsOfNetting, netAll } from './netted.ts';
import { type Questions, questionsOf, type Reads, readsOf, timePages, WAYS } from './pages.ts';
import { timeProduct } from './product.ts';
import { buildIndexes, FLOWS_BESIDE, MARKED, TODAY, WHOLE_INDEXES } from './shapes.ts';
import { memoryOf, type Sizes, sizesOf } from './sizes.ts';
import { lateTransactions, pickWallets, SERVICES_ASKED } from './subjects.ts';
import { makeTransactions } from './transactions.ts';

/** Storing netted flows in PostgreSQL: in the table of the records, in one of their own, and beside what is stored today. */
const { values } = parseArgs({
  options: {
    records: { type: 'string', default: sized('10000000', '3000') },
    mix: { type: 'string', default: 'dollars' },
    loads: { type: 'string', default: '1' },
    wallets: { type: 'string', default: sized('200', '5') },
    rounds: { type: 'string', default: sized('5', '1') },
    late: { type: 'string', default: sized('20', '2') },
    product: { type: 'string', default: sized('300000', '1000') },
  },
});
const { mix } = values;
if (!isMixName(mix)) throw new RangeError(`--mix is dollars or swaps, not ${mix}`);
const SEED = 42;
/** Transactions that are all netted, to measure what netting takes. */
const NETTED_SAMPLE = sized(500_000, 500);

const table = (...cells: readonly (string | number)[]): void => print(`| ${cells.join(' | ')} |`);
const head = (...cells: readonly string[]): void => {
  print('');
  table(...cells);
  table(...cells.map(() => '---'));
};
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
const share = (part: number, of: number): string => `${((100 * part) / of).toFixed(1)}%`;
const busy = (): string => `load ${loadavg()[0]?.toFixed(1)}`;

const all = makeTransactions(Number(values.records), mix, SEED);
print(`Node ${process.version}; mix ${mix}; ${busy()}`);
const netted = netAll(all);

head('What was made', 'count', 'of records');
table('records', all.records, '');
table('transactions', all.transactions, '');
table('records of other assets', all.otherRecords, '');
for (const [kind, sums] of all.byKind) {
  table(`${kind}, transactions and records`, `${sums.transactions}, ${sums.records}`, share(sums.records, all.records));
}
for (const [what, count] of Object.entries(netted.parts)) table(`parts, ${what}`, count, '');
table('records alone', netted.recordsAlone, share(netted.recordsAlone, all.records));
table('flows alone', netted.flowsAlone, share(netted.flowsAlone, all.records));

head('Netting, processor time', 'µs');
table('a record, single records taken as they are', ((netted.seconds * 1e6) / all.records).toFixed(2));
table('a transaction, all of them netted', microsecondsOfNetting(all, NETTED_SAMPLE).toFixed(2));

const { pool, close } = await openBenchDatabase('flow_storage');
try {
  await loads();
  await inTransaction(pool, (client) => buildIndexes(client, MARKED.name, WHOLE_INDEXES));
  const client = await pool.connect();
  try {
    await printSizes(client);
    await pages(client);
    // Only one of the two ways to index is kept while rows are written.
    for (const word of Object.keys(WHOLE_INDEXES)) await client.query(`DROP INDEX ${MARKED.name}_${word}`);
    await lateRecords(client);
  } finally {
    client.release();
  }
  printMemory();
  const times = await timeProduct(pool, all, Number(values.product));
  head(`The product's own tables, µs a record; ${busy()}`, 'clock');
  table('records appended', times.appended.toFixed(1));
  table('flows built', times.built.toFixed(1));
  table('the next records appended, before flows were built', times.appendedWithout.toFixed(1));
  table('those after them, with flows', times.appendedWith.toFixed(1));
} finally {
  for (const way of ALL_STORED) for (const { name } of STORED[way]) await pool.query(`DROP TABLE IF EXISTS ${name}`);
  await close();
}

async function loads(): Promise<void> {
  const times = new Map<Stored, LoadTime[]>(ALL_STORED.map((way) => [way, []]));
  for (let round = 0; round < Number(values.loads); round += 1) {
    for (const way of ALL_STORED) times.get(way)?.push(await load(pool, way, all, netted));
  }
  head(`Loading, µs a record, median of ${values.loads}; ${busy()}`, ...ALL_STORED);
  for (const part of ['own', 'server', 'clock'] as const) {
    const name = { own: 'our processor', server: 'processor of PostgreSQL', clock: 'clock' }[part];
    const of = (way: Stored) => quantile((times.get(way) ?? []).map((time) => time[part]));
    table(name, ...ALL_STORED.map((way) => ((1e6 * of(way)) / all.records).toFixed(2)));
  }
}

async function printSizes(client: PoolClient): Promise<void> {
  const sizes: [string, Sizes][] = [];
  for (const way of ALL_STORED) {
    for (const one of STORED[way]) sizes.push([one.name, await sizesOf(client, one, Object.keys(one.indexes))]);
  }
  sizes.push([
    'marked, whole indexes',
    await sizesOf(client, MARKED, ['key', ...Object.keys(WHOLE_INDEXES), 'transaction']),
  ]);
  head('Stored', 'rows', 'heap, MB', 'indexes, MB', 'all, MB', 'bytes a record', 'indexes one by one, MB');
  const totals = new Map<string, number>();
  for (const [name, { rows, heap, indexes }] of sizes) {
    const ofIndexes = [...indexes.values()].reduce((sum, bytes) => sum + bytes, 0);
    totals.set(name, heap + ofIndexes);
    const each = [...indexes].map(([word, bytes]) => `${word} ${megabytes(bytes)}`).join(', ');
    const perRecord = ((heap + ofIndexes) / all.records).toFixed(1);
    table(name, rows, megabytes(heap), megabytes(ofIndexes), megabytes(heap + ofIndexes), perRecord, each);
  }
  const today = totals.get(TODAY.name) ?? Number.NaN;
  figure('marked-to-today-bytes-ratio', (totals.get(MARKED.name) ?? Number.NaN) / today);
  figure('beside-to-today-bytes-ratio', 1 + (totals.get(FLOWS_BESIDE.name) ?? Number.NaN) / today);
}

async function pages(client: PoolClient): Promise<void> {
  const groups: [string, readonly number[]][] = [
    [`${values.wallets} wallets`, pickWallets(all, Number(values.wallets))],
    ...SERVICES_ASKED.map(([name, nodes]): [string, readonly number[]] => [name, nodes]),
  ];
  for (const [name, nodes] of groups) {
    const questions: Questions[] = [];
    for (const node of nodes) questions.push(await questionsOf(client, node));
    const times = new Map(WAYS.map((way) => [way, questions.map((): number[] => [])]));
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const [index, one] of questions.entries()) {
        for (const way of WAYS) times.get(way)?.[index]?.push(await timePages(client, way, one));
      }
    }
    head(
      `Two rounds of a walk, ${name}; ${busy()}`,
      'rows',
      'rows left out',
      'buffers',
      'most buffers',
      'p50, ms',
      'p95, ms',
    );
    for (const way of WAYS) {
      const reads: Reads[] = [];
      for (const one of questions) reads.push(await readsOf(client, way, one));
      const sum = (of: (read: Reads) => number) => reads.reduce((total, read) => total + of(read), 0);
      const medians = (times.get(way) ?? []).map((own) => quantile(own));
      table(
        way,
        sum(({ rows }) => rows),
        sum(({ leftOut }) => leftOut),
        sum(({ buffers }) => buffers),
        Math.max(...reads.map(({ buffers }) => buffers)),
        quantile(medians).toFixed(2),
        quantile(medians, 0.95).toFixed(2),
      );
    }
  }
}

async function lateRecords(client: PoolClient): Promise<void> {
  for (const [name, picked] of Object.entries(lateTransactions(all, netted, Number(values.late)))) {
    const costs = { today: [] as LateCost[], marked: [] as LateCost[] };
    for (const late of picked) {
      costs.today.push(await costOfLate(client, TODAY, late));
      costs.marked.push(await costOfLate(client, MARKED, late));
    }
    head(
      `A late record, ${name}, median of ${picked.length}; ${busy()}`,
      'deleted',
      'inserted',
      'replayed',
      'updated',
      'kB of log',
      'ms',
    );
    for (const [way, own] of Object.entries(costs)) {
      const median = (of: (cost: LateCost) => number) => quantile(own.map(of));
      table(
        way,
        ...[median((c) => c.deleted), median((c) => c.inserted), median((c) => c.replayed), median((c) => c.updated)],
        (median((c) => c.logBytes) / 1e3).toFixed(1),
        median((c) => c.milliseconds).toFixed(1),
      );
    }
  }
}

function printMemory(): void {
  const { today, everyRow, flowsOnly } = memoryOf(all, netted);
  head('Columns in memory, computed', 'bytes a record');
  table('today, a line a record', today);
  table('a line for each record and each flow alone', everyRow.toFixed(1));
  table('a line for each flow, records alone by their ends and amount', flowsOnly.toFixed(1));
}
