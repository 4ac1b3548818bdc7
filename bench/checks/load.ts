import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { auditLedger, FLEX_TARIFF, ledger, measureLedger } from '../../apps/server/src/modules/money/index.ts';
import { openPool } from '../../apps/server/src/platform/db/index.ts';
import { figure } from '../figure.ts';
import { importBenchLabels } from '../labels.ts';
import { reaches, sized } from '../size.ts';
import { type ProcessorTimes, processorTimes, timesSince, totalOf } from './processor-times.ts';
import { openProduct, print, quantile, type Visitor } from './product.ts';
import { openSender } from './sender.ts';
import { sampleOf, writeCheck } from './statements.ts';

/** Accounts, each with requests of its own under way at any time. */
const ACCOUNTS = sized(16, 2);
const CHECKS_PER_ROUND = sized(320, 8);
const ROUNDS = sized(4, 1);
const GRANTED = 2_000;
/** Of the rate of the same statements alone, one after another: what is wanted, and below what the benchmark fails. */
const WANTED_SHARE = 0.45;
const LEAST_SHARE = 0.35;
/** The 99th of 100 answers takes so many times as long as the one in the middle. */
const MOST_SPREAD = 4;

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

interface Round {
  readonly rate: number;
  readonly eachMs: readonly number[];
  readonly processor: ProcessorTimes;
}

let visits = 0;

/** 1 where a check credit was charged. */
async function postCheck(url: string, { authorization }: Visitor, address: string): Promise<number> {
  visits += 1;
  const answer = await sender.post(
    `${url}/api/monitor/check`,
    {
      authorization,
      'content-type': 'application/json',
      'the-timezone-iana': 'UTC',
      // Each request from another network, as from so many people: the limits per network are not what is measured.
      'x-forwarded-for': `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${visits & 255}`,
    },
    JSON.stringify({ address, ticker: 'ETH', parent: null }),
  );
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
  return answer.body.includes('"charged":true') ? 1 : 0;
}

const sender = openSender(ACCOUNTS);
const product = await openProduct(ACCOUNTS, profiled());
const pipelined = openPool(product.pool.options.connectionString ?? '', { maxConnections: ACCOUNTS, pipeline: true });

/** With `ASSAY_PROFILE=<folder>`, the server writes its processor profile there when it stops. */
function profiled(): Record<string, string> {
  const { ASSAY_PROFILE: dir } = process.env;
  return dir === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=500 --cpu-prof-dir=${dir}` };
}

/** Runs `work` on every address, `ACCOUNTS` at a time. */
async function timed(addresses: readonly string[], work: (address: string, lane: number) => Promise<void>) {
  const queue = addresses.values();
  const eachMs: number[] = [];
  const before = await processorTimes(product);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, lane) => {
      for (const address of queue) {
        const from = performance.now();
        await work(address, lane);
        eachMs.push(performance.now() - from);
      }
    }),
  );
  const rate = (addresses.length * 1000) / (performance.now() - startedAt);
  return { rate, eachMs, processor: timesSince(before, await processorTimes(product)) };
}

function rowOf(what: string, rounds: readonly Round[], limits: readonly Round[]): string {
  const share = quantile(rounds.map(({ rate }, at) => rate / (limits[at]?.rate ?? Number.NaN)));
  const checks = rounds.length * CHECKS_PER_ROUND;
  const msOf = (part: (times: ProcessorTimes) => number) =>
    ((1000 * rounds.reduce((sum, { processor }) => sum + part(processor), 0)) / checks).toFixed(2);
  const parts = [
    totalOf,
    ...(['server', 'postgres', 'client'] as const).map((name) => (of: ProcessorTimes) => of[name]),
  ];
  return `| ${[what, Math.round(quantile(rounds.map(({ rate }) => rate))), share.toFixed(2), ...parts.map(msOf)].join(' | ')} |`;
}

let isSound = false;
try {
  const visitors: Visitor[] = [];
  for (let at = 0; at < ACCOUNTS; at++) {
    const visitor = await product.signIn(`visitor-${at}`);
    const grant = { sub: visitor.sub, tariff: FLEX_TARIFF, checks: GRANTED, expiresAt: null } as const;
    await ledger.grant(product.pool, { ...grant, reason: 'operator', key: `bench:${visitor.sub}` });
    visitors.push(visitor);
  }
  const visitorAt = (lane: number): Visitor => {
    const visitor = visitors[lane];
    if (visitor === undefined) throw new Error(`No visitor ${lane}`);
    return visitor;
  };
  let charged = 0;
  const through = (addresses: readonly string[]) =>
    timed(addresses, async (address, lane) => {
      const taken = await postCheck(product.url, visitorAt(lane), address);
      charged += taken;
    });
  // Addresses whose owner is known: such a check is rated without a walk, is charged, and writes all a check writes.
  const labelled = Array.from({ length: CHECKS_PER_ROUND * (ROUNDS + 1) }, newAddress);
  await importBenchLabels(
    product.pool,
    labelled.map((address) => ({ address, entity: 'Example Exchange', category: 'exchange_licensed' })),
  );
  const addressesOf = (round: number) => labelled.slice(round * CHECKS_PER_ROUND, (round + 1) * CHECKS_PER_ROUND);
  await through(addressesOf(0));
  const sample = await sampleOf(product.pool);
  const alone = (pool: typeof product.pool) =>
    timed(Array.from({ length: CHECKS_PER_ROUND }, newAddress), (address, lane) =>
      writeCheck(pool, visitorAt(lane).sub, address, sample),
    );
  const ours: Round[] = [];
  const oneByOne: Round[] = [];
  const together: Round[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    ours.push(await through(addressesOf(round)));
    oneByOne.push(await alone(product.pool));
    together.push(await alone(pipelined));
  }
  const made = CHECKS_PER_ROUND * (ROUNDS + 1);
  const { rows } = await product.pool.query<{ checks: number; used: number; left: number; held: number }>(
    `SELECT (SELECT count(*)::integer FROM checks WHERE status = 'done' AND charged) AS checks,
            sum(used_checks)::integer AS used, sum(left_checks)::integer AS left, sum(held_checks)::integer AS held
       FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = ANY($1)`,
    [visitors.map(({ sub }) => sub)],
  );
  const [books] = rows;
  const faults = await auditLedger(product.pool);
  const { entries } = await measureLedger(product.pool);
  const written = made + 2 * CHECKS_PER_ROUND * ROUNDS;
  isSound =
    faults.length === 0 &&
    charged === made &&
    books?.checks === written &&
    books.used === written &&
    books.held === 0 &&
    books.left === ACCOUNTS * GRANTED - written;
  const share = quantile(ours.map(({ rate }, at) => rate / (oneByOne[at]?.rate ?? Number.NaN)));
  print(
    `Node ${process.versions.node}, ${availableParallelism()} cores; ${ACCOUNTS} accounts at once, medians of ${ROUNDS} rounds of ${CHECKS_PER_ROUND} checks, in turn`,
  );
  print('');
  print('| | Checks/s | Share of the limit | Processor, ms a check | server | PostgreSQL | client |');
  print('|---|---|---|---|---|---|---|');
  print(rowOf('POST /monitor/check, whole', ours, oneByOne));
  print(rowOf('the same statements alone, one after another (the limit)', oneByOne, oneByOne));
  print(rowOf('the same statements alone, sent together as a check sends them', together, oneByOne));
  print('');
  const waits = ours.flatMap(({ eachMs }) => eachMs);
  const [p50, p95, p99] = [quantile(waits), quantile(waits, 0.95), quantile(waits, 0.99)];
  const spread = p99 / p50;
  print('| Answer, ms: p50 | p95 | p99 | p99 / p50 |');
  print('|---|---|---|---|');
  print(`| ${p50.toFixed(0)} | ${p95.toFixed(0)} | ${p99.toFixed(0)} | ${spread.toFixed(2)} |`);
  print('');
  print(
    `${made} checks were answered, ${charged} of them charged; ${entries} entries, ${faults.length} faults: ${isSound ? 'nothing lost' : 'THE BOOKS ARE WRONG'}.`,
  );
  for (const { fault, subject, expected, found } of faults.slice(0, 10))
    print(`${subject}: ${fault}; ${expected}, ${found}`);
  figure('share-of-statements', share);
  figure('p99-to-p50-ratio', spread);
  const isFast = share >= LEAST_SHARE && spread <= MOST_SPREAD;
  print(
    `Wanted: a share of ${WANTED_SHARE}, which is ${share >= WANTED_SHARE ? '' : 'not '}reached. Fails below ${LEAST_SHARE}, or with a p99 above ${MOST_SPREAD} times p50.`,
  );
  if (!reaches(isFast)) isSound = false;
} finally {
  sender.close();
  await pipelined.end();
  await product.stop();
}
if (!isSound) process.exitCode = 1;
