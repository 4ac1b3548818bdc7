/**
 * The product under load for as long as it takes to see whether it keeps what it should let go:
 * `npm run -w @assay/e2e soak` starts the built product and asks it for pages and the API for ten
 * minutes; a number after it chooses the minutes. Exit code 1 when an answer is an error, or when the memory of the
 * process at the end is above that of the second quarter by more than the bars below. The first quarter warms up.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { starterDataLoaded } from '../harness/global-setup.ts';
import { KNOWN } from '../harness/known-addresses.ts';
import { startProduct } from '../harness/start-product.ts';

const run = promisify(execFile);

const MINUTES = Number(process.argv[2] ?? 10);
/** Asked at the same time, each with a pause between. */
const VISITORS = 4;
const PAUSE_MS = 250;
const SAMPLES = 40;
/** What the memory may grow by, whichever is more: a garbage collector is not to be hurried. */
const MAX_GROWTH_SHARE = 0.1;
const MAX_GROWTH_MB = 40;
const TOO_MANY_REQUESTS = 429;

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

/** One visitor, from page to page until the time is over. Its way begins somewhere else than the others'. */
async function visitOn(siteUrl: string, begin: number, endsAt: number, tally: Tally): Promise<void> {
  for (let turn = begin; Date.now() < endsAt; turn += 1) {
    const path = PATHS[turn % PATHS.length] ?? '/';
    const answer = await fetch(siteUrl + path);
    await answer.arrayBuffer();
    tally.answers += 1;
    if (answer.status === TOO_MANY_REQUESTS) tally.refused += 1;
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
  process.stdout.write(`${answers} answers, ${refused} refused for their number, ${failures.size} kinds of errors\n`);
  for (const [failure, times] of failures) process.stdout.write(`  ${failure}: ${times} times\n`);
  process.stdout.write(
    `${isFlat ? 'ok ' : 'LOW'} memory: ${early.toFixed(0)} MB in the second quarter, ${late.toFixed(0)} MB in the last, ${peak.toFixed(0)} MB at most\n`,
  );
  return isFlat && failures.size === 0 && answers > refused;
}

if (!(MINUTES > 0)) throw new RangeError(`Minutes expected, got ${process.argv[2]}`);
const product = await startProduct();
try {
  await starterDataLoaded(product.url);
  const endsAt = Date.now() + MINUTES * 60_000;
  const tally: Tally = { answers: 0, refused: 0, failures: new Map() };
  const visitors = Array.from({ length: VISITORS }, (_, place) => visitOn(product.url, place * 5, endsAt, tally));
  const [samples] = await Promise.all([sampleMemory(product.pid, endsAt), ...visitors]);
  process.exitCode = judge(samples, tally) ? 0 : 1;
} finally {
  await product.stop();
}
