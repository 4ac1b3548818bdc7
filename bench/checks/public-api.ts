import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { wireApiKeys } from '../../apps/server/src/modules/api/open/public-api.ts';
import { auditLedger, FLEX_TARIFF, ledger } from '../../apps/server/src/modules/money/index.ts';
import { importBenchLabels } from '../labels.ts';
import { reaches, sized } from '../size.ts';
import { fetchServed, openProduct, print, quantile } from './product.ts';

/** Requests under way at a time, each of an account of its own. */
const PARALLEL = [16, sized(200, 32)] as const;
const ACCOUNTS = Math.max(...PARALLEL);
const CHECKS_PER_ROUND = sized(300, 8);
const BATCH_ROWS = sized(600, 20);
const ROUNDS = sized(3, 1);
const GRANTED = 20_000;
/** A key has 600 requests a minute. */
const LOOK_MS = 200;
const BUSY_MS = 100;
/** Checks a second by key, compared with the site's, are at least so many times as many. */
const LEAST_RATIO = 0.5;

interface Client {
  readonly sub: string;
  /** Of a session on the site. */
  readonly session: string;
  /** Of an API key. */
  readonly key: string;
}

/** A way to check one address; returns whether a check credit was charged. */
type Check = (client: Client, address: string) => Promise<boolean>;

const product = await openProduct(4);
let visits = 0;

/** Each request from another network, as from so many people: limits per network are not what is measured. */
function from(): Record<string, string> {
  visits += 1;
  return { 'x-forwarded-for': `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${visits & 255}` };
}

/** Sends a request until it is taken: one that finds all slots taken (503) cost nothing, and comes again at once. */
async function post(path: string, headers: Record<string, string>, body: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${product.url}${path}`, { method: 'POST', headers: { ...from(), ...headers }, body });
    const text = await answer.text();
    if (answer.ok) return text;
    if (answer.status !== 503) throw new Error(`${path}: ${answer.status} ${text}`);
    await sleep(BUSY_MS);
  }
}

const bySite: Check = async ({ session }, address) => {
  const headers = { authorization: session, 'content-type': 'application/json', 'the-timezone-iana': 'UTC' };
  const text = await post('/api/monitor/check', headers, JSON.stringify({ address, ticker: 'ETH', parent: null }));
  return text.includes('"charged":true');
};

const byKey: Check = async ({ key }, address) => {
  const headers = { authorization: key, 'content-type': 'application/json' };
  const text = await post('/api/v1/checks', headers, JSON.stringify({ address, asset: 'ETH' }));
  return text.includes('"charged":true');
};

/** Seconds from the upload of rows until all of them have ended. */
async function batchSeconds({ key }: Client, addresses: readonly string[]): Promise<number> {
  const rows = addresses.map((address) => `${JSON.stringify({ address, asset: 'ETH' })}\n`).join('');
  const startedAt = performance.now();
  const headers = { authorization: key, 'content-type': 'application/x-ndjson' };
  const { id } = JSON.parse(await post('/api/v1/batches', headers, rows)) as { id: string };
  for (;;) {
    const answer = await fetchServed(`${product.url}/api/v1/batches/${id}`, { headers: { authorization: key } });
    const batch = (await answer.json()) as { status: string; checks_charged: number };
    if (batch.status === 'completed') {
      charged += batch.checks_charged;
      return (performance.now() - startedAt) / 1_000;
    }
    if (batch.status !== 'running') throw new Error(`The batch is ${batch.status}`);
    await sleep(LOOK_MS);
  }
}

let charged = 0;

/** Checks a second, with so many requests under way. */
async function rateOf(check: Check, clients: readonly Client[], addresses: readonly string[]): Promise<number> {
  const queue = addresses.values();
  const startedAt = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (const address of queue) if (await check(client, address)) charged += 1;
    }),
  );
  return (addresses.length * 1_000) / (performance.now() - startedAt);
}

async function newClient(at: number): Promise<Client> {
  const { sub, authorization } = await product.signIn(`client-${at}`);
  const grant = { sub, tariff: FLEX_TARIFF, checks: GRANTED, expiresAt: null } as const;
  await ledger.grant(product.pool, { ...grant, reason: 'operator', key: `bench:${sub}` });
  const wish = { name: 'bench', mode: 'live', addressRanges: [], monthlyLimit: null, expiresInDays: null } as const;
  const made = await wireApiKeys(product.pool).create(
    { workspace: sub, sub: null },
    { ...wish, scopes: ['checks:write', 'checks:read', 'batches'] },
  );
  return { sub, session: authorization, key: `Bearer ${made.secret}` };
}

let isSound = false;
try {
  const clients: Client[] = [];
  for (let at = 0; at < ACCOUNTS; at++) clients.push(await newClient(at));
  const batcher = await newClient(ACCOUNTS);
  // Labelled addresses without records: such a check is charged and writes all a check writes, without a walk.
  const made = (ROUNDS + 1) * (PARALLEL.length * 2 * CHECKS_PER_ROUND + BATCH_ROWS);
  const addresses = Array.from({ length: made }, () => `0x${randomBytes(20).toString('hex')}`);
  await importBenchLabels(
    product.pool,
    addresses.map((address) => ({ address, entity: 'Example Exchange', category: 'exchange_licensed' })),
  );
  const take = (count: number) => addresses.splice(0, count);

  const site = PARALLEL.map((): number[] => []);
  const api = PARALLEL.map((): number[] => []);
  const batch: number[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, parallel] of PARALLEL.entries()) {
      const some = clients.slice(0, parallel);
      // In turn first and second: what changes with time hits both alike.
      const order = round % 2 === 0 ? ([bySite, byKey] as const) : ([byKey, bySite] as const);
      for (const check of order) {
        const rate = await rateOf(check, some, take(CHECKS_PER_ROUND));
        if (round > 0) (check === bySite ? site : api)[index]?.push(rate);
      }
    }
    const seconds = await batchSeconds(batcher, take(BATCH_ROWS));
    if (round > 0) batch.push(BATCH_ROWS / seconds);
  }

  const { rows } = await product.pool.query<{ checks: number; used: number; left: number; held: number }>(
    `SELECT (SELECT count(*)::integer FROM checks WHERE status = 'done' AND charged) AS checks,
            sum(used_checks)::integer AS used, sum(left_checks)::integer AS left, sum(held_checks)::integer AS held
       FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = ANY($1)`,
    [[...clients, batcher].map(({ sub }) => sub)],
  );
  const [books] = rows;
  const faults = await auditLedger(product.pool);
  isSound =
    faults.length === 0 &&
    charged === made &&
    books?.checks === made &&
    books.used === made &&
    books.held === 0 &&
    books.left === (ACCOUNTS + 1) * GRANTED - made;
  print(
    `Node ${process.versions.node}, ${availableParallelism()} cores; medians of ${ROUNDS} rounds of ${CHECKS_PER_ROUND} checks each way, in turn, and of ${ROUNDS} batches of ${BATCH_ROWS} rows between them`,
  );
  print('');
  print('| Requests at a time | POST /monitor/check, checks/s | POST /api/v1/checks, checks/s | Ratio |');
  print('| --- | --- | --- | --- |');
  let least = Number.POSITIVE_INFINITY;
  for (const [index, parallel] of PARALLEL.entries()) {
    const [ours, theirs] = [quantile(api[index] ?? []), quantile(site[index] ?? [])];
    const ratio = quantile((api[index] ?? []).map((rate, at) => rate / (site[index]?.[at] ?? Number.NaN)));
    least = Math.min(least, ratio);
    print(`| ${parallel} | ${theirs.toFixed(0)} | ${ours.toFixed(0)} | ${ratio.toFixed(2)} |`);
  }
  const bySingle = quantile(batch.map((rate, at) => rate / (site[0]?.[at] ?? Number.NaN)));
  print('');
  print(
    `One batch: ${quantile(batch).toFixed(0)} rows/s, ${bySingle.toFixed(2)} times as many as single checks of the site at ${PARALLEL[0]} at a time.`,
  );
  print(
    `${made} checks, ${charged} charged; ${faults.length} faults: ${isSound ? 'the books are right' : 'THE BOOKS ARE WRONG'}.`,
  );
  for (const { fault, subject, expected, found } of faults.slice(0, 10))
    print(`${subject}: ${fault}; ${expected}, ${found}`);
  if (!reaches(least >= LEAST_RATIO)) isSound = false;
} finally {
  await product.stop();
}
if (!isSound) process.exitCode = 1;
