import { parseArgs } from 'node:util';
import { wirePrices } from '../../apps/server/src/modules/chains/open/prices.ts';
import type { PageQuery } from '../../apps/server/src/modules/checks/counterparties/counterparties.ports.ts';
import type { CounterpartiesService, ReadyList } from '../../apps/server/src/modules/checks/index.ts';
import { wireCounterparties } from '../../apps/server/src/modules/checks/open/beside-results.ts';
import { print, quantile } from '../checks/product.ts';
import { reaches, sized } from '../size.ts';
import { openBenchDatabase } from '../walk/postgres/database.ts';
import { aggregatedPage, makeRecords, SUBJECT } from './records.ts';

/** Who paid an address with millions of records: the list computed once, then its pages, beside sums at each request. */
const { values } = parseArgs({ options: { records: { type: 'string', default: sized('1000000', '5000') } } });
const RECORDS = Number(values.records);
const PAGES = sized(50, 3);
const PEER_PAGES = sized(3, 1);
/** A page of the list is to be so many times as fast as the sums at least. */
const LEAST_TIMES = 20;

const asset = { ticker: 'USDT', network: 'TRX', decimals: 6 } as const;
const { signal } = new AbortController();

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const from = performance.now();
  const value = await work();
  return { ms: performance.now() - from, value };
}

/** Computes the list as requests do, and how long the longest of these took. */
async function compute(service: CounterpartiesService) {
  let longest = 0;
  let requests = 0;
  const from = performance.now();
  for (;;) {
    const { ms, value: state } = await timed(() =>
      service.open({ asset, address: SUBJECT, until: null }, { withinMs: 1_500, signal }),
    );
    requests += 1;
    longest = Math.max(longest, ms);
    if (state.is === 'ready')
      return { list: state.list, seconds: (performance.now() - from) / 1_000, longest, requests };
    if (state.is !== 'building') throw new Error(`the list is: ${state.is}`);
  }
}

const ORDERS: readonly (readonly [string, Pick<PageQuery, 'sort' | 'order' | 'text' | 'category' | 'leastAmount'>])[] =
  [
    ['amount', { sort: 'amount', order: 'desc' }],
    ['records', { sort: 'records', order: 'desc' }],
    ['last record', { sort: 'last', order: 'desc' }],
    ['name', { sort: 'label', order: 'asc' }],
    ['beginning of an address', { sort: 'amount', order: 'desc', text: 'Tc4ca' }],
    ['without a label, least amount', { sort: 'last', order: 'desc', category: 'none', leastAmount: 1_000_000_000n }],
  ];

/** Time of a page anywhere in an order: pages follow one another by their cursors. */
async function measurePages(
  service: CounterpartiesService,
  list: ReadyList,
  query: Pick<PageQuery, 'sort' | 'order' | 'text' | 'category' | 'leastAmount'>,
): Promise<readonly number[]> {
  const times: number[] = [];
  let after: PageQuery['after'] = null;
  for (let page = 0; page < PAGES; page += 1) {
    const asked: PageQuery = { direction: 'bwd', limit: 25, after, ...query };
    const { ms, value } = await timed(() => service.page(list, asked));
    times.push(ms);
    after = value.next;
  }
  return times;
}

const { pool, close } = await openBenchDatabase('counterparties');
let isReached = false;
try {
  print(`Node ${process.version}; ${RECORDS} records received, ${Math.ceil(RECORDS / 10)} sent`);
  await makeRecords(pool, RECORDS);
  const service = wireCounterparties(pool, wirePrices(pool, { warn: () => undefined }));
  const { list, seconds, longest, requests } = await compute(service);
  const { rows } = await pool.query<{ bytes: string }>("SELECT pg_total_relation_size('counterparties') AS bytes");
  print('| Computing the list | |\n| --- | --- |');
  print(`| parties | ${list.totals.bwd.parties + list.totals.fwd.parties} |`);
  print(`| seconds | ${seconds.toFixed(1)} |`);
  print(`| requests | ${requests} |`);
  print(`| longest request, ms | ${longest.toFixed(0)} |`);
  print(`| stored, MB | ${(Number(rows[0]?.bytes ?? 0) / 1e6).toFixed(0)} |`);
  const peer: number[] = [];
  for (let page = 0; page < PEER_PAGES; page += 1) peer.push((await timed(() => aggregatedPage(pool))).ms);
  const plain = quantile(peer, 0.5);
  print('\n| A page of 25 by | p50, ms | p95, ms |\n| --- | --- | --- |');
  let slowest = 0;
  for (const [name, query] of ORDERS) {
    const times = await measurePages(service, list, query);
    slowest = Math.max(slowest, quantile(times, 0.5));
    print(`| ${name} | ${quantile(times, 0.5).toFixed(1)} | ${quantile(times, 0.95).toFixed(1)} |`);
  }
  print(`| peer: sums at each request | ${plain.toFixed(0)} | ${quantile(peer, 0.95).toFixed(0)} |`);
  isReached = reaches(plain / slowest >= LEAST_TIMES);
  print(`\nThe slowest page is ${(plain / slowest).toFixed(0)} times as fast as its peer; target ${LEAST_TIMES}`);
} finally {
  await close();
}
if (!isReached) process.exitCode = 1;
