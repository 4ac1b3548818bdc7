import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Db } from '../../apps/server/src/db/index.ts';
import { inTransaction } from '../../apps/server/src/db/transactions.ts';
import { checksStore } from '../../apps/server/src/features/checks/index.ts';
import { auditLedger, FLEX_TARIFF, ledger, measureLedger } from '../../apps/server/src/features/ledger/index.ts';
import { importBenchLabels } from '../labels.ts';
import { reaches, sized } from '../size.ts';
import { fetchServed, openProduct, print, quantile, type RunningProduct, type Visitor } from './product.ts';

/** Accounts, each with requests of its own under way at any time. */
const ACCOUNTS = sized(16, 2);
const CHECKS_PER_ROUND = sized(320, 8);
const ROUNDS = sized(4, 1);
const GRANTED = 1_000;
const LEAST_SHARE = 0.1;

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const newId = () => randomBytes(16).toString('hex');

/** Runs `work` on every item, `ACCOUNTS` at a time; milliseconds of all of it, and of each. */
async function timed<T>(items: readonly T[], work: (item: T, lane: number) => Promise<void>) {
  const queue = items.entries();
  const each: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, lane) => {
      for (const [, item] of queue) {
        const from = performance.now();
        await work(item, lane);
        each.push(performance.now() - from);
      }
    }),
  );
  return { allMs: performance.now() - startedAt, each };
}

let visits = 0;

async function postCheck(url: string, { authorization }: Visitor, address: string): Promise<number> {
  visits += 1;
  const answer = await fetchServed(`${url}/api/monitor/check`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      'the-timezone-iana': 'UTC',
      // Each request from another network, as from so many people: the limits per network are not what is measured.
      'x-forwarded-for': `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${visits & 255}`,
    },
    body: JSON.stringify({ address, ticker: 'ETH', parent: null }),
  });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status} ${body}`);
  return body.includes('"charged":true') ? 1 : 0;
}

/** What one check writes and asks of the database, and nothing else: the same statements, no HTTP, no label, no score. */
async function writeCheck({ pool }: RunningProduct, { sub }: Visitor, address: string, sample: Sample): Promise<void> {
  const subId = newId();
  const subject = { owner: sub, ticker: 'ETH', parent: null, address, transactionId: null, paymentDirection: null };
  const now = new Date();
  await inTransaction(pool, async (tx) => {
    await checksStore.lockOwner(tx, sub);
    await checksStore.hasExpired(tx, sub);
    await checksStore.findRunning(tx, subject);
    await checksStore.findChargedSince(tx, subject, new Date(now.getTime() - 86_400_000));
    if (!(await ledger.reserve(tx, sub, subId, now))) throw new Error('No check is left');
    await checksStore.countRunning(tx, sub);
    await checksStore.insert(tx, {
      ...subject,
      subId,
      subticker: null,
      name: 'Ethereum',
      network: 'ETH',
      charged: true,
      createdAt: now,
      leaseMs: 60_000,
      ofBatch: false,
      runBy: 'load',
    });
  });
  await inTransaction(pool, async (tx) => {
    await checksStore.find(tx, subId);
    const isStored = await checksStore.finish(
      tx,
      subId,
      {
        ...sample,
        riskscore: 5,
        keepsCharge: true,
        tipBlock: null,
        tipTime: null,
        finishedAt: now,
      },
      'load',
    );
    if (!isStored || !(await ledger.take(tx, subId, now))) throw new Error(`Check ${subId} was given up`);
  });
}

interface Sample {
  readonly result: string;
  readonly basis: string;
  readonly methodVersion: string;
  readonly labelSetVersion: string;
}

async function sampleOf(db: Db): Promise<Sample> {
  const { rows } = await db.query<Sample>(
    `SELECT result, certificate_basis AS basis, method_version AS "methodVersion", label_set_version AS "labelSetVersion"
       FROM checks WHERE status = 'done' LIMIT 1`,
  );
  const [sample] = rows;
  if (sample === undefined) throw new Error('No check was made');
  return sample;
}

const product = await openProduct(ACCOUNTS);
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
  const ours: number[] = [];
  const limits: number[] = [];
  const waits: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const addresses = addressesOf(round);
    const run = await through(addresses);
    ours.push((CHECKS_PER_ROUND * 1000) / run.allMs);
    waits.push(...run.each);
    const limit = await timed(addresses.map(newAddress), (address, lane) =>
      writeCheck(product, visitorAt(lane), address, sample),
    );
    limits.push((CHECKS_PER_ROUND * 1000) / limit.allMs);
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
  const written = made + CHECKS_PER_ROUND * ROUNDS;
  isSound =
    faults.length === 0 &&
    charged === made &&
    books?.checks === written &&
    books.used === written &&
    books.held === 0 &&
    books.left === ACCOUNTS * GRANTED - written;
  const share = quantile(ours) / quantile(limits);
  print(
    `Node ${process.versions.node}, ${availableParallelism()} cores; ${ACCOUNTS} accounts at once, medians of ${ROUNDS} rounds of ${CHECKS_PER_ROUND} checks, ours and the limit in turn`,
  );
  print('');
  print('| | Checks/s | Share of the limit |');
  print('|---|---|---|');
  print(`| POST /monitor/check, whole | ${Math.round(quantile(ours))} | ${share.toFixed(2)} |`);
  print(`| the same statements alone | ${Math.round(quantile(limits))} | 1 |`);
  print('');
  print(
    `An answer took ${Math.round(quantile(waits))} ms in the middle, ${Math.round(quantile(waits, 0.95))} ms at 95 of 100.`,
  );
  print(
    `${made} checks were answered, ${charged} of them charged; ${entries} entries, ${faults.length} faults: ${isSound ? 'nothing lost' : 'THE BOOKS ARE WRONG'}.`,
  );
  for (const { fault, subject, expected, found } of faults.slice(0, 10))
    print(`${subject}: ${fault}; ${expected}, ${found}`);
  if (!reaches(share >= LEAST_SHARE)) isSound = false;
} finally {
  await product.stop();
}
if (!isSound) process.exitCode = 1;
