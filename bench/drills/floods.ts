import { quantile } from '../checks/product.ts';
import { Visitors } from '../pages/flood.ts';
import { openPeer } from '../pages/peer.ts';
import { reaches, sized } from '../size.ts';
import { Client, newAddress, postCheck } from './client.ts';
import { counted, type DrillRun } from './drill.ts';
import { labelAll, openInstallation } from './installation.ts';
import { type FloodResult, floodPages } from './page-flood.ts';

const REQUESTS = sized(600, 60);
const ROUNDS = sized(3, 1);
/** What others may wait at the 99th percentile, in milliseconds. */
const OTHERS_P99_MS = 250;

const network = (at: number) => `10.1.${(at >> 8) & 255}.${at & 255}`;
const FLOODS = [
  { connections: 1, networkOf: () => '203.0.113.5' },
  { connections: 10, networkOf: () => '203.0.113.5' },
  { connections: 1, networkOf: network },
  { connections: 10, networkOf: network },
];

/**
 * Hundreds of pages at once on one connection and on ten, from one network and from as many networks, of pages that are
 * shared and of pages that are rendered for each visit. Everything is answered or refused; others go on.
 */
export async function floods(run: DrillRun): Promise<string> {
  const installation = await openInstallation(run.dir);
  const others = new Visitors();
  try {
    const { url } = await installation.start('server', { LIVE_CHAINS: 'off' });
    const address = newAddress(run.random);
    await labelAll(installation.pool, [address]);
    const [user] = await installation.signIn(1, 1);
    if (user === undefined) throw new Error('Nobody is signed in');
    const client = new Client(run.fault);
    const { subId } = await postCheck(client, () => url, user, address, { key: 'floods' });
    if (subId === null) throw new Error(`There is no result to show: ${counted(client.tally)}`);
    const waits = { '/healthz': [] as number[], '/api/auth/me': [] as number[] };
    const statuses = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const page of [`${url}/`, `${url}/riskcheck/${subId}`, `${url}/riskcheck/${subId}?visit=${round}-{n}`]) {
        for (const flood of FLOODS) {
          const work = floodPages(page, { ...flood, requests: REQUESTS });
          const measured = Object.entries(waits).map(async ([path, times]) => {
            times.push(...(await timesWhile(others, url + path, work)));
          });
          add(run, statuses, await work);
          await Promise.all(measured);
        }
      }
    }
    const figures = Object.entries(waits).map(([path, times]) => {
      const p99 = quantile(times, 0.99);
      if (!reaches(p99 <= OTHERS_P99_MS)) run.fault(`${path} took ${p99.toFixed(0)} ms at the 99th percentile`);
      return `${path} p99 ${p99.toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms of ${times.length}`;
    });
    const landing = await others.get(`${url}/`, '198.51.100.7');
    const peer = await openPeer(run.dir, landing.bytes);
    try {
      const bare = await floodTimes(others, `${peer.url}/`, peer.url);
      const ours = await floodTimes(others, `${url}/`, `${url}/healthz`);
      figures.push(`one flood of the landing: ${ours}; of the same bytes from bare Fastify: ${bare}`);
    } finally {
      peer.close();
    }
    return `${ROUNDS * 3 * FLOODS.length} floods of ${REQUESTS} pages: ${counted(statuses)}; ${figures.join('; ')}`;
  } finally {
    others.close();
    await installation.close();
  }
}

/** How long a flood of a page takes until all of it is answered or refused, and how long another visitor waits. */
async function floodTimes(others: Visitors, page: string, other: string): Promise<string> {
  const [took, waited]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const flood of FLOODS) {
      const work = floodPages(page, { ...flood, requests: REQUESTS });
      const measured = timesWhile(others, other, work);
      took.push((await work).ms);
      waited.push(...(await measured));
    }
  }
  return `${quantile(took).toFixed(0)} ms at the median, others wait ${quantile(waited, 0.99).toFixed(0)} ms at p99`;
}

/** Milliseconds of every answer of `url`, asked one after the other until `work` is done. */
async function timesWhile(others: Visitors, url: string, work: Promise<unknown>): Promise<readonly number[]> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  do times.push((await others.get(url, '198.51.100.7')).ms);
  while (!isDone);
  await ended;
  return times;
}

function add(run: DrillRun, statuses: Map<string, number>, result: FloodResult): void {
  for (const [status, times] of result.statuses) {
    statuses.set(status, (statuses.get(status) ?? 0) + times);
    if (!['200', '429', '503'].includes(status)) run.fault(`${times} pages: ${status}`);
  }
  if (result.withoutRetryAfter > 0) run.fault('pages were refused without Retry-After');
}
