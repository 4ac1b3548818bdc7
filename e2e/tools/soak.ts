/**
 * Runs the product under load long enough to detect a memory leak:
 * `npm run -w @assay/e2e soak` starts the built product and requests pages and the API for ten
 * minutes; a number after it chooses the minutes. Exit code 1 when an answer is an error, or when the memory of the
 * process at the end is above that of the second quarter by more than the bars below. The first quarter warms up.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { reaches, sized } from '../../bench/size.ts';
import { starterDataLoaded } from '../harness/global-setup.ts';
import { KNOWN } from '../harness/known-addresses.ts';
import { startProduct } from '../harness/start-product.ts';

const run = promisify(execFile);

const MINUTES = Number(process.argv[2] ?? sized(10, 0.1));
/** Concurrent visitors, each with a pause between requests. */
const VISITORS = 4;
const PAUSE_MS = 250;
const SAMPLES = sized(40, 8);
/** What the memory may grow by, whichever is more: a garbage collector is not to be hurried. */
const MAX_GROWTH_SHARE = 0.1;
const MAX_GROWTH_MB = 40;
const TOO_MANY_REQUESTS = 429;
/** A tiny run shares its machine with other tests: there the service may say that it is too busy. */
const REFUSALS = sized([TOO_MANY_REQUESTS], [TOO_MANY_REQUESTS, 503]);

const PATHS = [
  '/',
  '/check/USDT',
  '/check/BTC?parent=',
  '/login',
  '/privacy-policy',
  '/method',
  '/sources',
  '/no/such/page',
  '/sitemap.xml',
  '/api/site/build',
  '/api/site/showcase',
  '/api/auth/me',
  ...Object.values(KNOWN).map(({ address }) => `/api/wallet/suggest?address=${address}`),
];

interface Tally {
  answers: number;
  refused: number;
  readonly failures: Map<string, number>;
}

/** One visitor, from page to page until the time is over. Each visitor starts at another page. */
async function visitOn(siteUrl: string, begin: number, endsAt: number, tally: Tally): Promise<void> {
  for (let index = begin; Date.now() < endsAt; index += 1) {
    const path = PATHS[index % PATHS.length] ?? '/';
    const answer = await fetch(siteUrl + path);
    await answer.arrayBuffer();
    tally.answers += 1;
    if (REFUSALS.includes(answer.status)) tally.refused += 1;
    else if (answer.status >= 500) {
      const failure = `${answer.status} ${path}`;
      tally.failures.set(failure, (tally.failures.get(failure) ?? 0) + 1);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Resident memory of a process, in MB. */
async function memoryOf(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) / 1024;
}

async function sampleMemory(pid: number, endsAt: number): Promise<readonly number[]> {
  const everyMs = (endsAt - Date.now()) / SAMPLES;
  const samples: number[] = [];
  while (samples.length < SAMPLES) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    samples.push(await memoryOf(pid));
  }
  return samples;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function judge(samples: readonly number[], { answers, refused, failures }: Tally): boolean {
  const quarter = SAMPLES / 4;
  const early = middle(samples.slice(quarter, 2 * quarter));
  const late = middle(samples.slice(-quarter));
  const isFlat = late - early <= Math.max(MAX_GROWTH_MB, early * MAX_GROWTH_SHARE);
  const peak = Math.max(...samples);
  process.stdout.write(`${answers} answers, ${refused} refused, ${failures.size} kinds of errors\n`);
  for (const [failure, times] of failures) process.stdout.write(`  ${failure}: ${times} times\n`);
  process.stdout.write(
    `| Memory | Second quarter, MB | Last quarter, MB | Most, MB |\n| --- | --- | --- | --- |\n| ${isFlat ? 'flat' : 'GROWS'} | ${early.toFixed(0)} | ${late.toFixed(0)} | ${peak.toFixed(0)} |\n`,
  );
  return reaches(isFlat) && failures.size === 0 && answers > refused;
}

if (!(MINUTES > 0)) throw new RangeError(`Minutes expected, got ${process.argv[2]}`);
const product = await startProduct();
try {
  await starterDataLoaded(product.url);
  const endsAt = Date.now() + MINUTES * 60_000;
  const tally: Tally = { answers: 0, refused: 0, failures: new Map() };
  const visitors = Array.from({ length: VISITORS }, (_, index) => visitOn(product.url, index * 5, endsAt, tally));
  const [samples] = await Promise.all([sampleMemory(product.pid, endsAt), ...visitors]);
  process.exitCode = judge(samples, tally) ? 0 : 1;
} finally {
  await product.stop();
}
