import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Db } from '../../apps/server/src/platform/db/index.ts';
import { reaches, sized } from '../size.ts';
import { fetchServed, openProduct, print, quantile, type Visitor } from './product.ts';

const LONG = sized(100_000, 5_000);
const SHORT = 10;
/** Histories of others, so that nobody's checks are all there is. */
const OTHERS = sized(50, 2);
const OTHERS_CHECKS = sized(400, 10);
const ROUNDS = sized(40, 1);
const WARM_UP_ROUNDS = sized(5, 0);
/** As long as a result, and as hard to pack. */
const RESULT = randomBytes(2_500).toString('base64');
/** A page of the long history may take this many times as long as one of the short history. */
const MOST_TIMES = 1.5;

/** Finished checks over five years, of a few assets, with results as long as real ones. */
async function writeHistory(db: Db, owner: string, count: number): Promise<void> {
  await db.query(
    `INSERT INTO checks (sub_id, owner, ticker, parent, name, address, network, status, charged, created_at, finished_at,
                         lease_until, riskscore, result, position)
     SELECT md5($1 || ':' || n), $1, (ARRAY['BTC', 'ETH', 'USDT', 'USDT', 'USDC'])[n % 5 + 1],
            (ARRAY[NULL, NULL, 'TRX', 'ETH', 'ETH'])[n % 5 + 1],
            (ARRAY['Bitcoin', 'Ethereum', 'Tether', 'Tether', 'USD Coin'])[n % 5 + 1],
            '0x' || md5('a' || $1 || n) || substr(md5('b' || n), 1, 8), 'ETH', 'done', false, at, at, at, n % 6,
            $3, n
       FROM generate_series(1, $2::integer) n, LATERAL (SELECT now() - (($2 - n) * interval '26 minutes') AS at) t`,
    [owner, count, RESULT],
  );
  await db.query('INSERT INTO history_ranges (owner, last) VALUES ($1, $2)', [owner, count]);
}

const product = await openProduct(4);
let isFast = false;
try {
  const long = await product.signIn('long');
  const short = await product.signIn('short');
  // Written first and indexed then, which is faster; the index is the product's own.
  const { rows: indexes } = await product.pool.query<{ definition: string }>(
    "SELECT pg_get_indexdef('checks_by_search'::regclass) AS definition",
  );
  await product.pool.query('DROP INDEX checks_by_search');
  await writeHistory(product.pool, long.sub, LONG);
  await writeHistory(product.pool, short.sub, SHORT);
  for (let at = 0; at < OTHERS; at++) await writeHistory(product.pool, `other-${at}`, OTHERS_CHECKS);
  for (const { definition } of indexes) await product.pool.query(definition);
  await product.pool.query('VACUUM ANALYZE checks');

  let visits = 0;
  const ask = async ({ authorization }: Visitor, query: string) => {
    visits += 1;
    const headers = { authorization, 'x-forwarded-for': `10.1.${(visits >> 8) & 255}.${visits & 255}` };
    const from = performance.now();
    const answer = await fetchServed(`${product.url}/api/monitor/history/pagination${query}`, { headers });
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status} ${body}`);
    return { ms: performance.now() - from, total: /"total":(\d+)/.exec(body)?.[1] ?? '?' };
  };
  const { rows } = await product.pool.query<{ address: string; sub_id: string }>(
    'SELECT address, sub_id FROM checks WHERE owner = $1 AND position = 4321',
    [long.sub],
  );
  const one = rows[0];
  if (one === undefined) throw new Error('The long history was not written');
  const asked: readonly (readonly [string, Visitor, string])[] = [
    [`page 1 of ${SHORT}`, short, ''],
    [`page 1 of ${LONG}`, long, ''],
    [`page 3,000 of ${LONG}`, long, '?page=3000'],
    ['last page', long, `?page=${Math.ceil(LONG / 15)}`],
    ['200 on a page', long, '?offset=200&page=250'],
    ['search of 10: usdt', short, '?search=usdt'],
    ['search: a whole address', long, `?search=${one.address}`],
    ['search: six characters of an id', long, `?search=${one.sub_id.slice(3, 9)}`],
    ['search: nothing found', long, '?search=nothing-like-this'],
    ['search: one day', long, '?search=12%20Mar%202025'],
    ['search: usdt and a month', long, '?search=usdt%20mar%202025'],
    ['search: usdt, 40,000 found', long, '?search=usdt'],
    ['search: two letters', long, '?search=0x'],
  ];
  const times = asked.map((): number[] => []);
  const totals: string[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [index, [, visitor, query]] of asked.entries()) {
      const { ms, total } = await ask(visitor, query);
      totals[index] = total;
      if (round >= 0) times[index]?.push(ms);
    }
  }
  print(
    `Node ${process.versions.node}, ${availableParallelism()} cores; ${LONG + SHORT + OTHERS * OTHERS_CHECKS} checks in all; ${ROUNDS} rounds, every question once a round, over HTTP`,
  );
  print('');
  print('| GET /monitor/history/pagination | Found | Median, ms | 95 of 100, ms |');
  print('|---|---|---|---|');
  for (const [index, [name]] of asked.entries()) {
    const measured = times[index] ?? [];
    print(`| ${name} | ${totals[index]} | ${quantile(measured).toFixed(1)} | ${quantile(measured, 0.95).toFixed(1)} |`);
  }
  const base = quantile(times[0] ?? []);
  const worst = Math.max(...times.slice(1, 4).map((measured) => quantile(measured))) / base;
  isFast = reaches(worst <= MOST_TIMES);
  print('');
  print(`A page of ${LONG} takes at most ${worst.toFixed(2)} times as long as one of ${SHORT} (target ${MOST_TIMES}).`);
} finally {
  await product.stop();
}
if (!isFast) process.exitCode = 1;
