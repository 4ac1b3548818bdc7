import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { importLabels } from '../../apps/server/src/modules/labels/index.ts';
import type { Pool } from '../../apps/server/src/platform/db/index.ts';
import { quantile } from '../checks/product.ts';
import { figure } from '../figure.ts';
import { reaches, sized } from '../size.ts';
import { benchFolder } from '../walk/folder.ts';
import { openBenchDatabase } from '../walk/postgres/database.ts';
import { addressOf, networkOf } from './addresses.ts';
import { measureCatalogue } from './catalogue.ts';
import { labelQuestions } from './questions.ts';

const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: sized('10000000', '6000') },
    checks: { type: 'string', default: sized('200', '4') },
  },
});
const SMALL = sized(30_000, 3_000);
const LARGE = Number(values.labels);
const CHECKS = Number(values.checks);
/** First checks of a process prepare its statements and fill the cache of the database. */
const WARM_UP = sized(20, 1);
const LEAST_ROWS_A_SECOND = 20_000;
const MOST_TIMES = 1.2;
const MOST_MEGABYTES = 300;
/** One of so many labels names the same entity. */
const LARGEST_EACH = 100;
const LARGEST = 'Large service';
const CATEGORIES = ['exchange', 'mixer', 'scam', 'liquidity_pools', 'bridge'];

interface ImportFigures {
  readonly seconds: number;
  /** Until the last row was staged. */
  readonly readSeconds: number;
  /** Processor time of this process alone: the database has its own. */
  readonly ownSeconds: number;
  /** Resident memory above that before the import. */
  readonly megabytes: number;
}

/** Rows as a publisher's list has them: half of them name a source, link and day. */
function* rowsOf(count: number): Generator<string> {
  yield 'address,network,entity,category,confidence,source_url,source_date\n';
  let chunk = '';
  for (let number = 0; number < count; number += 1) {
    const facts =
      number % 2 === 0 ? `https://example.org/reports/${number % 1_000},2026-08-${10 + (number % 20)}` : ',';
    const category = CATEGORIES[number % CATEGORIES.length];
    const entity = number % LARGEST_EACH === 0 ? LARGEST : `Service ${number % 5_000}`;
    chunk += `${addressOf('known', number)},${networkOf(number)},${entity},${category},70,${facts}\n`;
    if (chunk.length < 65_536) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

async function importList(pool: Pool, count: number): Promise<ImportFigures> {
  await pool.query('TRUNCATE label_set, label_import, staged_label, derived_label_set, entity_catalogue CASCADE');
  const file = path.join(benchFolder('label-scale'), `labels-${count}.csv`);
  await pipeline(Readable.from(rowsOf(count)), createWriteStream(file));
  const before = process.memoryUsage.rss();
  let most = before;
  let lastRowAt = 0;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 100);
  try {
    const from = performance.now();
    const cpu = process.cpuUsage();
    const report = await importLabels(
      pool,
      { format: 'csv', locations: [file], setName: 'scale', origin: 'import' },
      {
        progress: () => {
          lastRowAt = performance.now();
        },
      },
    );
    if (report.labels !== count) throw new Error(`${report.labels} of ${count} labels were taken`);
    const { user, system } = process.cpuUsage(cpu);
    return {
      ownSeconds: (user + system) / 1e6,
      seconds: (performance.now() - from) / 1_000,
      readSeconds: (lastRowAt - from) / 1_000,
      megabytes: (most - before) / 1e6,
    };
  } finally {
    clearInterval(watching);
    await rm(file, { force: true });
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

const small = await openBenchDatabase('label_scale_small');
const large = await openBenchDatabase('label_scale_large');
let isReached = false;
try {
  print(`Node ${process.version}; ${SMALL} and ${LARGE} labels`);
  await importList(small.pool, SMALL);
  const imported = await importList(large.pool, LARGE);
  const rate = LARGE / imported.seconds;
  await large.pool.query('VACUUM ANALYZE label');
  const sides = [
    { labels: SMALL, questions: labelQuestions(small.pool, SMALL), first: 0, times: [] as number[] },
    { labels: LARGE, questions: labelQuestions(large.pool, LARGE), first: 0, times: [] as number[] },
  ];
  for (const side of sides) side.first = await side.questions.check(0);
  const settling = performance.now();
  for (const { questions } of sides) await questions.settle();
  const settled = (performance.now() - settling) / 1_000;
  // In turn, so that a busy moment of the machine hits both.
  for (let number = 1; number <= WARM_UP + CHECKS; number += 1) {
    for (const { questions, times } of sides) {
      const milliseconds = await questions.check(number);
      if (number > WARM_UP) times.push(milliseconds);
    }
  }
  const [few, many] = sides.map(({ times }) => quantile(times));
  const ratio = Number(many) / Number(few);
  print(
    '\n| Import of labels | Rows/s | Seconds | of which reading and judging | Processor of the import, s | Memory, MB |\n| --- | --- | --- | --- | --- | --- |',
  );
  print(
    `| ${LARGE} | ${rate.toFixed(0)} | ${imported.seconds.toFixed(1)} | ${imported.readSeconds.toFixed(1)} | ${imported.ownSeconds.toFixed(1)} | ${imported.megabytes.toFixed(0)} |`,
  );
  print(
    '\n| Labels stored | Label questions of a check, median, ms | 95 of 100, ms | The first check, ms |\n| --- | --- | --- | --- |',
  );
  for (const { labels, times, first } of sides) {
    print(`| ${labels} | ${quantile(times).toFixed(2)} | ${quantile(times, 0.95).toFixed(2)} | ${first.toFixed(1)} |`);
  }
  print(
    `\n${ratio.toFixed(2)} times the time of ${SMALL} labels; known addresses were read in ${settled.toFixed(1)} s behind the first check.`,
  );
  print(
    '\n| Labels stored | Catalogue of entities computed, s | A search, ms | A page of an entity, ms | of the largest entity, ms |\n| --- | --- | --- | --- | --- |',
  );
  for (const [pool, labels] of [
    [small.pool, SMALL],
    [large.pool, LARGE],
  ] as const) {
    const { refreshSeconds, searchMs, pageMs, largePageMs } = await measureCatalogue(pool, LARGEST);
    print(
      `| ${labels} | ${refreshSeconds.toFixed(1)} | ${searchMs.toFixed(1)} | ${pageMs.toFixed(1)} | ${largePageMs.toFixed(1)} |`,
    );
  }
  figure('labels-per-second', rate);
  isReached =
    reaches(ratio <= MOST_TIMES) &&
    reaches(rate >= LEAST_ROWS_A_SECOND) &&
    reaches(imported.megabytes <= MOST_MEGABYTES);
  if (!isReached) print(`Targets: ${LEAST_ROWS_A_SECOND} rows/s, ${MOST_TIMES} times, ${MOST_MEGABYTES} MB.`);
} finally {
  await large.close();
  await small.close();
}
process.exitCode = isReached ? 0 : 1;
