import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { auditLedger, FLEX_TARIFF, ledger } from '../../apps/server/src/modules/money/index.ts';
import { importBenchLabels } from '../labels.ts';
import { reaches, sized } from '../size.ts';
import { fetchServed, openProduct, print, quantile, type Visitor } from './product.ts';

/** Accounts, each with one request under way. */
const ACCOUNTS = sized(4, 2);
/** Checks that one side makes at a time, before the other side makes as many. */
const BATCH = sized(8, 2);
const PAIRS = sized(800, 2);
const WARM_UP = sized(20, 1);
const MOST_TIMES = 1.05;
/** Two standard errors of a rank. */
const BOUND = 1.96;

const UNSCOPED = fileURLToPath(new URL('./unscoped-server.ts', import.meta.url));

let visits = 0;

async function postCheck(url: string, { authorization }: Visitor, address: string): Promise<void> {
  visits += 1;
  const answer = await fetchServed(`${url}/api/monitor/check`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      'the-timezone-iana': 'UTC',
      'x-forwarded-for': `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${visits & 255}`,
    },
    body: JSON.stringify({ address, ticker: 'ETH', parent: null }),
  });
  const body = await answer.text();
  if (answer.status !== 200 || !body.includes('"charged":true')) throw new Error(`${answer.status} ${body}`);
}

/** Milliseconds of one batch at one server. */
async function batch(url: string, visitors: readonly Visitor[], addresses: readonly string[]): Promise<number> {
  const queue = addresses.values();
  const startedAt = performance.now();
  await Promise.all(
    visitors.map(async (visitor) => {
      for (const address of queue) await postCheck(url, visitor, address);
    }),
  );
  return performance.now() - startedAt;
}

/** The median, and the values between which it lies 95 times of 100: by rank, whatever the values are distributed like. */
function medianOf(values: readonly number[]): { readonly median: number; readonly low: number; readonly high: number } {
  const half = (BOUND / 2) * Math.sqrt(values.length);
  const rankOf = (rank: number) => Math.min(1, Math.max(0, (values.length / 2 + rank) / values.length));
  return { median: quantile(values), low: quantile(values, rankOf(-half)), high: quantile(values, rankOf(half)) };
}

const product = await openProduct(ACCOUNTS);
let isSound = false;
try {
  // Both beside the server that runs PostgreSQL: it has other work.
  const unscoped = await product.serveBeside(UNSCOPED);
  const scoped = await product.serveBeside();
  const visitors: Visitor[] = [];
  const made = (PAIRS + WARM_UP) * 2 * BATCH;
  for (let at = 0; at < ACCOUNTS; at++) {
    const visitor = await product.signIn(`visitor-${at}`);
    const grant = { sub: visitor.sub, tariff: FLEX_TARIFF, checks: made, expiresAt: null } as const;
    await ledger.grant(product.pool, { ...grant, reason: 'operator', key: `bench:${visitor.sub}` });
    visitors.push(visitor);
  }
  // Labelled addresses without records: such a check is charged and writes all a check writes, without a walk.
  const addresses = Array.from({ length: made }, () => `0x${randomBytes(20).toString('hex')}`);
  await importBenchLabels(
    product.pool,
    addresses.map((address) => ({ address, entity: 'Example Exchange', category: 'exchange_licensed' })),
  );
  const take = () => addresses.splice(0, BATCH);

  const scopedMs: number[] = [];
  const unscopedMs: number[] = [];
  const ratios: number[] = [];
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    // In turn first and second: what changes with time hits both alike.
    const order = pair % 2 === 0 ? ['scoped', 'unscoped'] : ['unscoped', 'scoped'];
    const ms = { scoped: 0, unscoped: 0 };
    for (const side of order) {
      if (side === 'scoped') ms.scoped = await batch(scoped, visitors, take());
      else ms.unscoped = await batch(unscoped, visitors, take());
    }
    if (pair < 0) continue;
    scopedMs.push(ms.scoped / BATCH);
    unscopedMs.push(ms.unscoped / BATCH);
    ratios.push(ms.scoped / ms.unscoped);
  }

  const { rows } = await product.pool.query<{ checks: number }>(
    "SELECT count(*)::integer AS checks FROM checks WHERE status = 'done' AND charged",
  );
  const faults = await auditLedger(product.pool);
  const checks = rows[0]?.checks ?? 0;
  const { median, low, high } = medianOf(ratios);
  print(
    `Node ${process.versions.node}, ${availableParallelism()} cores; ${PAIRS} pairs of ${BATCH} checks, ${ACCOUNTS} at once, the sides in turn first`,
  );
  print('');
  print('| POST /monitor/check | Median, ms a check | 95 of 100 |');
  print('|---|---|---|');
  print(`| rows isolated | ${quantile(scopedMs).toFixed(2)} | ${quantile(scopedMs, 0.95).toFixed(2)} |`);
  print(
    `| the same as the owner of the tables | ${quantile(unscopedMs).toFixed(2)} | ${quantile(unscopedMs, 0.95).toFixed(2)} |`,
  );
  print('');
  print(
    `Median ratio of a pair: ${median.toFixed(3)} (95 of 100: ${low.toFixed(3)} to ${high.toFixed(3)}); target ${MOST_TIMES}.`,
  );
  print(`${checks} checks stored, ${faults.length} faults in the books.`);
  isSound = faults.length === 0 && checks === made && reaches(median <= MOST_TIMES);
} finally {
  await product.stop();
}
if (!isSound) process.exitCode = 1;
