/**
 * Runs the product under load long enough to detect a memory leak: `npm run -w @assay/e2e soak` starts the built product
 * and makes 20,000 checks while 20,000 pages and API calls are requested; a number after it chooses how many of each.
 * Memory is sampled all the time: a tenth counts with its lowest heap, which is what collections left, and with the
 * middle of its resident memory. Exit code 1 when an answer is an error, when not every check is answered, or when the
 * memory of the last three tenths is above that of the third to fifth by more than the bars below.
 */
import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchServed, openProduct, quantile, type RunningProduct } from '../../bench/checks/product.ts';
import { openVisitors, type Visitor } from '../../bench/checks/visitors.ts';
import { importBenchLabels } from '../../bench/labels.ts';
import { reaches, sized } from '../../bench/size.ts';
import { KNOWN } from '../harness/known-addresses.ts';
import { starterDataLoaded } from '../harness/starter-data.ts';

const REQUESTS = Number(process.argv[2] ?? sized(20_000, 100));
const TENTHS = 10;
const CHECKERS = 4;
const READERS = 4;
const SAMPLE_EVERY_MS = 250;
/** What the memory may grow by, whichever is more: a garbage collector is not to be hurried. */
const MAX_GROWTH_SHARE = 0.1;
const MAX_GROWTH_MB = 40;

/** A fifth of the checks walks over records; the others are of addresses with a label. */
const WALKED = Object.values(KNOWN);
const LABELLED = 2_000;

const PATHS = [
  '/',
  '/check/USDT',
  '/check/BTC?parent=',
  '/login',
  '/privacy-policy',
  '/method',
  '/scorecard',
  '/sources',
  '/no/such/page',
  '/sitemap.xml',
  '/api/site/build',
  '/api/site/showcase',
  '/api/auth/me',
  ...WALKED.map(({ address }) => `/api/wallet/suggest?address=${address}`),
];

interface Memory {
  readonly heap: number;
  readonly resident: number;
}

let requests = 0;

/** Each request comes from another network, as from so many visitors. */
async function ask(url: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
  requests += 1;
  const network = `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`;
  const headers = { 'the-timezone-iana': 'UTC', 'x-forwarded-for': network, ...init.headers };
  const answer = await fetchServed(url, { ...init, headers });
  return { status: answer.status, text: await answer.text() };
}

/** Runs `work` for every index up to a number, so many at a time. */
async function each(from: number, to: number, atOnce: number, work: (index: number, lane: number) => Promise<void>) {
  let next = from;
  await Promise.all(
    Array.from({ length: atOnce }, async (_, lane) => {
      for (let index = next++; index < to; index = next++) await work(index, lane);
    }),
  );
}

async function memoryOf(url: string): Promise<Memory> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const megabytes = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 2 ** 20;
  return {
    heap: megabytes('nodejs_heap_size_used_bytes') + megabytes('nodejs_external_memory_bytes'),
    resident: megabytes('process_resident_memory_bytes'),
  };
}

async function memoryWhile(url: string, work: Promise<unknown>): Promise<Memory> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  const samples: Memory[] = [];
  do {
    samples.push(await memoryOf(url));
    await sleep(SAMPLE_EVERY_MS);
  } while (!isDone);
  await ended;
  return {
    heap: Math.min(...samples.map(({ heap }) => heap)),
    resident: quantile(samples.map(({ resident }) => resident)),
  };
}

function isFlat(values: readonly number[]): boolean {
  const early = quantile(values.slice(2, 5));
  return quantile(values.slice(-3)) - early <= Math.max(MAX_GROWTH_MB, early * MAX_GROWTH_SHARE);
}

async function soak(product: RunningProduct): Promise<boolean> {
  await starterDataLoaded(product.url);
  const labelled = Array.from({ length: LABELLED }, () => `0x${randomBytes(20).toString('hex')}`);
  await importBenchLabels(
    product.pool,
    labelled.map((address) => ({ address, entity: 'Example Exchange', category: 'exchange_licensed' })),
  );
  const failures = new Map<string, number>();
  const results: string[] = [];
  const note = (failure: string) => failures.set(failure, (failures.get(failure) ?? 0) + 1);
  const check = async (index: number, { authorization }: Visitor) => {
    const walked = index % 5 === 0 ? WALKED[(index / 5) % WALKED.length] : undefined;
    const subject = walked ?? { address: labelled[index % LABELLED] ?? '', ticker: 'ETH' };
    const { status, text } = await ask(`${product.url}/api/monitor/check`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ parent: null, ...subject }),
    });
    const subId = /"sub_id":"([0-9a-f]{32})"/.exec(text)?.[1];
    if (status === 200 && subId !== undefined) results.push(subId);
    else note(`check ${status} ${text.slice(0, 120)}`);
  };
  const read = async (index: number) => {
    // A third are results, most of them new: what is kept of shared pages must stay bounded.
    const result = index % 3 === 0 ? results.at(-1 - (index % 50)) : undefined;
    const path = result === undefined ? (PATHS[index % PATHS.length] ?? '/') : `/riskcheck/${result}`;
    const { status } = await ask(product.url + path);
    if (status >= 500) note(`${path.replace(/[0-9a-f]{32}/, '…')} ${status}`);
  };
  const visitors = openVisitors(product.pool);
  const tenths: Memory[] = [];
  for (let tenth = 0; tenth < TENTHS; tenth += 1) {
    // A session lasts a quarter of an hour.
    const users: Visitor[] = [];
    for (let lane = 0; lane < CHECKERS; lane += 1) {
      users.push(await visitors.signInWith(`soak-${tenth}-${lane}`, REQUESTS));
    }
    const [from, to] = [Math.floor((REQUESTS * tenth) / TENTHS), Math.floor((REQUESTS * (tenth + 1)) / TENTHS)];
    const work = Promise.all([
      each(from, to, CHECKERS, (index, lane) => {
        const user = users[lane];
        if (user === undefined) throw new Error(`Nobody checks in lane ${lane}`);
        return check(index, user);
      }),
      each(from, to, READERS, read),
    ]);
    tenths.push(await memoryWhile(product.url, work));
  }
  process.stdout.write('| Checks and pages | Heap, MB | Resident, MB |\n| --- | --- | --- |\n');
  for (const [tenth, { heap, resident }] of tenths.entries()) {
    const made = Math.floor((REQUESTS * (tenth + 1)) / TENTHS).toLocaleString('en-US');
    process.stdout.write(`| ${made} | ${heap.toFixed(1)} | ${resident.toFixed(0)} |\n`);
  }
  const isHeapFlat = isFlat(tenths.map(({ heap }) => heap));
  const isResidentFlat = isFlat(tenths.map(({ resident }) => resident));
  for (const [failure, times] of failures) process.stdout.write(`${times} times: ${failure}\n`);
  process.stdout.write(
    `Heap ${isHeapFlat ? 'flat' : 'GROWS'}, resident memory ${isResidentFlat ? 'flat' : 'GROWS'}; ${results.length} of ${REQUESTS} checks answered\n`,
  );
  return reaches(isHeapFlat && isResidentFlat) && failures.size === 0 && results.length === REQUESTS;
}

if (!(REQUESTS >= TENTHS)) throw new RangeError(`A number of requests expected, got ${process.argv[2]}`);
process.stdout.write(`${REQUESTS} checks, ${REQUESTS} pages, load ${loadavg()[0]?.toFixed(1)}\n\n`);
const product = await openProduct(4, { STARTER_DATA: 'on' });
const startedAt = performance.now();
try {
  process.exitCode = (await soak(product)) ? 0 : 1;
  process.stdout.write(`${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes\n`);
} finally {
  await product.stop();
}
