import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { findAsset } from '@assay/domain';
import { WORKERS } from '../../apps/server/src/app/workers/workers.ts';
import { openResults, readAddresses, screenFile } from '../../apps/server/src/modules/checks/index.ts';
import { loadMemory } from '../../apps/server/src/modules/checks/outside/engine/screening/load-memory.ts';
import { screenThreads } from '../../apps/server/src/modules/checks/outside/engine/screening/screen-threads.ts';
import { importTransfers } from '../../apps/server/src/modules/records/index.ts';
import type { Pool } from '../../apps/server/src/platform/db/index.ts';
import { Random } from '../../packages/testkit/src/index.ts';
import { figure } from '../figure.ts';
import { type BenchLabel, importBenchLabels } from '../labels.ts';
import { profiled } from '../processor-profile.ts';
import { sized } from '../size.ts';
import { openBenchDatabase } from '../walk/postgres/database.ts';
import { processorOfServer } from '../walk/postgres/processor.ts';
import { appendByNumber } from './append-by-number.ts';
import { copySeconds, dropTables, keepTables } from './copy-peer.ts';
import { PART_NAMES, type Part, sharesOf } from './shares.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: sized('1000000', '3000') },
    behind: { type: 'string' },
    addresses: { type: 'string', default: sized('100', '4') },
    threads: { type: 'string', default: '2' },
  },
});
const rows = Number(values.rows);
/** Rows of the second file; by default a quarter of the first. */
const behind = Number(values.behind ?? Math.ceil(rows / 4));
const addresses = Number(values.addresses);
const threads = Number(values.threads);
const signal = AbortSignal.timeout(3_600_000);

const account = (number: number): string => `0x${(number + 1).toString(16).padStart(40, 'a')}`;

/** Rows of the plain form: a third as many accounts as transfers, the low numbers far busier than the others. */
function* csv(random: Random, first: number, count: number): Generator<string> {
  yield 'network,asset,from,to,amount,time,transaction,sequence\n';
  for (let row = first; row < first + count; row += 1) {
    const from = random.below(Math.ceil(rows / 3), 3);
    const to = random.below(Math.ceil(rows / 3), 3);
    const time = 1_600_000_000 + Math.floor(row / 3);
    yield `ETH,USDT,${account(from)},${account(to)},${1 + random.below(1e9)},${time},0x${row.toString(16).padStart(64, '0')},${row}\n`;
  }
}

/** The busiest accounts and every hundredth of the others are known. */
function* labelled(accounts: number): Generator<BenchLabel> {
  for (let number = 0; number < accounts; number += number < 100 ? 1 : 100) {
    const category = number % 7 === 0 ? 'scam' : 'exchange_licensed';
    yield { address: account(number), entity: `Service ${number}`, category };
  }
}

async function timedImport(pool: Pool, file: string) {
  const began = performance.now();
  const cpu = process.cpuUsage();
  let readSeconds = 0;
  const onProgress = (text: string): void => {
    if (!text.startsWith('appended')) readSeconds = (performance.now() - began) / 1000;
  };
  const before = await processorOfServer(pool);
  const { result: summary, profile } = await profiled(
    () => importTransfers(pool, { format: 'csv', network: null, asset: null, files: [file], onProgress, signal }),
    1_000,
  );
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const { rows: count } = summary.counts;
  const [own, server] = [(user + system) / count, ((await processorOfServer(pool)) - before) * (1e6 / count)];
  return { seconds, readSeconds, own, server, rows: count, shares: sharesOf(profile) };
}

async function timedScreening(pool: Pool, url: string, store: 'postgres' | 'memory', list: string, dir: string) {
  const asset = findAsset('USDT', 'ETH');
  if (asset === undefined || asset.network === null) throw new Error('USDT is not listed on ETH');
  const name = { network: asset.network, ticker: asset.ticker };
  const version = '1';
  const options = { maxBytes: 8e9, version, signal, onProgress: () => undefined } as const;
  const loaded = store === 'memory' ? await loadMemory(pool, name, options) : null;
  const setting = {
    databaseUrl: url,
    ledgerServers: [],
    atOnce: store === 'memory' ? 1 : 4,
    memory: loaded?.memory ?? null,
    version,
  } as const;
  const port = screenThreads(WORKERS.screen, setting, threads);
  const results = await openResults(path.join(dir, `${store}.csv`), {
    request: store,
    layout: { extras: [] },
    again: true,
  });
  const summary = await screenFile(port, results, {
    list: readAddresses(list, signal),
    isDistinct: false,
    asset: 'USDT',
    parent: 'ETH',
    rows: addresses,
    only: null,
    signal,
    onProgress: () => undefined,
    now: () => performance.now(),
  });
  await results.close();
  await port.close();
  return summary;
}

/** Which part of an import takes which share of the processor time of this process. */
function shareTable(
  imports: readonly { readonly what: string; readonly own: number; readonly shares: ReadonlyMap<Part, number> }[],
): string {
  const lines = imports.map(({ what, own, shares }) => {
    const cells = PART_NAMES.map((part) => {
      const share = shares.get(part) ?? 0;
      return `${(100 * share).toFixed(0)}%, ${(own * share).toFixed(1)}`;
    });
    return `| ${[what, ...cells].join(' | ')} |\n`;
  });
  const head = ['own processor time, microseconds a row', ...PART_NAMES];
  return `\n| ${head.join(' | ')} |\n|${head.map(() => ' --- |').join('')}\n${lines.join('')}`;
}

const dir = await mkdtemp(path.join(tmpdir(), 'assay-bulk-'));
const database = await openBenchDatabase(`bulk_${process.pid}`);
try {
  const random = new Random(42);
  const files = [path.join(dir, 'first.csv'), path.join(dir, 'second.csv')] as const;
  await pipeline(Readable.from(csv(random, 0, rows)), createWriteStream(files[0]));
  await pipeline(Readable.from(csv(random, rows, behind)), createWriteStream(files[1]));
  await importBenchLabels(database.pool, labelled(Math.ceil(rows / 3)));
  const list = path.join(dir, 'list.csv');
  const wanted = Array.from({ length: addresses }, () => `${account(random.below(Math.ceil(rows / 3), 3))}\n`);
  await pipeline(Readable.from(['address\n', ...wanted]), createWriteStream(list));
  process.stdout.write(
    '| what | rows | rows a second | of which read | own microseconds a row | times plain COPY |\n| --- | --- | --- | --- | --- | --- |\n',
  );
  const imports: { readonly what: string; readonly made: Awaited<ReturnType<typeof timedImport>> }[] = [];
  const timesCopy: number[] = [];
  for (const [what, file] of [
    ['CSV into an empty asset', files[0]],
    ['CSV after what is stored', files[1]],
  ] as const) {
    await keepTables(database.pool);
    const made = await timedImport(database.pool, file);
    imports.push({ what, made });
    const { seconds, readSeconds, own, server, rows: count } = made;
    const rate = (over: number): string => Math.round(count / over).toLocaleString('en-US');
    const shown = count.toLocaleString('en-US');
    const copied = await copySeconds(database.pool, dir);
    await dropTables(database.pool);
    timesCopy.push(seconds / copied);
    const processor = `${own.toFixed(1)}, the connections' ${server.toFixed(1)}`;
    process.stdout.write(
      `| ${what} | ${shown} | ${rate(seconds)} | ${rate(readSeconds)} | ${processor} | ${(seconds / copied).toFixed(1)} |\n`,
    );
    process.stdout.write(`| plain COPY of the same rows | ${shown} | ${rate(copied)} |  |  |  |\n`);
  }
  const sizes = sized(
    [
      { batch: 1_000, batches: 50 },
      { batch: 10_000, batches: 10 },
    ],
    [{ batch: 100, batches: 2 }],
  );
  for (const { batch, records, seconds, ...own } of await appendByNumber(database.pool, random, rows, sizes)) {
    const rate = Math.round(records / seconds).toLocaleString('en-US');
    const processor = `${own.ownMicroseconds.toFixed(1)}, the connection's ${own.serverMicroseconds.toFixed(1)}`;
    process.stdout.write(
      `| records by number, ${batch} at once | ${records.toLocaleString('en-US')} | ${rate} |  | ${processor} |  |\n`,
    );
  }
  const sections = shareTable(imports.map(({ what, made: { own, shares } }) => ({ what, own, shares })));
  for (const store of addresses === 0 ? [] : (['postgres', 'memory'] as const)) {
    const { screened, seconds } = await timedScreening(database.pool, database.url, store, list, dir);
    process.stdout.write(`| screening, ${store} | ${screened} | ${(screened / seconds).toFixed(1)} |  |  |  |\n`);
  }
  process.stdout.write(sections);
  const [empty = Number.NaN, after = Number.NaN] = timesCopy;
  figure('empty-to-copy-ratio', empty);
  figure('behind-to-copy-ratio', after);
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(`\nLargest memory of the process: ${peak} MB; Node ${process.versions.node}.\n`);
} finally {
  await database.close();
  await rm(dir, { recursive: true, force: true });
}
