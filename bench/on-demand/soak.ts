import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findAsset } from '@assay/domain';
import type { Label } from '@assay/exposure';
import { wireChecks } from '../../apps/server/src/app/composition/checks.ts';
import { etherscanSource } from '../../apps/server/src/modules/chains/outside/chains/etherscan/etherscan.ts';
import { EXCHANGE_LIMITS, httpExchange } from '../../apps/server/src/modules/chains/outside/providers/http-exchange.ts';
import { memoryQuotaLedger } from '../../apps/server/src/modules/chains/outside/providers/memory-quota-ledger.ts';
import { openProvider } from '../../apps/server/src/modules/chains/outside/providers/open-provider.ts';
import { OPERATOR } from '../../apps/server/src/modules/checks/index.ts';
import { wireOnDemandReader } from '../../apps/server/src/modules/checks/open/reading.ts';
import { AppError } from '../../apps/server/src/platform/kernel/app-error.ts';
import { print, quantile } from '../checks/product.ts';
import { importBenchLabels } from '../labels.ts';
import { reaches, sized } from '../size.ts';
import { openBenchDatabase } from '../walk/postgres/database.ts';

/**
 * Checks of wallets nobody imported, each with a neighbourhood of its own, several at once, against a provider that
 * fails now and then. The provider keeps no pace, so that the processor is the limit. Memory is read after each tenth.
 * Red when it grows, when a check is not finished, or at once when one is on its way for a minute.
 */
const CHECKS = Number(process.env['BENCH_CHECKS'] ?? sized(10_000, 40));
const AT_ONCE = 12;
const TENTHS = 10;
/** The first tenths fill caches of fixed size. */
const SETTLED_AFTER = 3;
const MAY_GROW_BY = 1.25;
const REPORT_EVERY_MS = 10_000;
/** A check may work for 15 s on its chain; one that takes so much longer hangs. */
const STALLED_AFTER_MS = 60_000;

interface Api {
  readonly port: number;
  readonly wallets: readonly string[];
  readonly labels: readonly (readonly [string, Label])[];
}

const asset = findAsset('USDT', 'ETH');
if (asset === undefined) throw new Error('There is no USDT');
const api = fork(fileURLToPath(new URL('./api.ts', import.meta.url)), [String(CHECKS), '42']);
const [{ port, wallets, labels }] = (await once(api, 'message')) as [Api];
const database = await openBenchDatabase('live_soak');
const { pool } = database;
await pool.query('TRUNCATE live_tips, live_accounts, live_cuts, checks, label, label_set CASCADE');
await importBenchLabels(
  pool,
  labels.map(([address, { entity, category }]) => ({ address, entity, category })),
);

const answers = new Map<string, number>();
const provider = openProvider(
  {
    name: 'bench',
    baseUrl: `http://127.0.0.1:${port}`,
    key: null,
    limits: { perSecond: 1e6, burst: 1e6, perDay: null, atOnce: 16 },
    isOperatorsHost: true,
  },
  {
    exchange: httpExchange({ ...EXCHANGE_LIMITS, allowsPrivate: true }),
    ledger: memoryQuotaLedger(),
    watch: {
      ended: (_name, outcome) => count(answers, outcome),
      breaker: () => undefined,
      quotaLeft: () => undefined,
    },
  },
);
const source = etherscanSource('ETH', { provider, chainId: 1, pageSize: 6 });
const live = wireOnDemandReader(pool, { sourceOf: () => source }, { calls: 60, milliseconds: 15_000 });
const log = {
  // A source that did not answer is part of the exercise.
  warn: () => undefined,
  error: ({ err }: { readonly err: unknown }, message: string) => process.stderr.write(`${message}: ${String(err)}\n`),
};
const { checks } = wireChecks(pool, log, { live, slots: { running: 2, waiting: 60 } });

interface Memory {
  readonly heap: number;
  readonly resident: number;
}
const tenths: Memory[] = [];
const took: number[] = [];
const outcomes = new Map<string, number>();
/** When each check on its way began. */
const onTheirWay = new Map<string, number>();
const startedAt = performance.now();
let last = { checks: 0, at: startedAt, cpu: process.cpuUsage() };
const reporting = setInterval(() => {
  report();
  const oldest = Math.min(...onTheirWay.values());
  if (performance.now() - oldest < STALLED_AFTER_MS) return;
  process.stderr.write(`Checks that hang: ${[...onTheirWay.keys()].join(', ')}\n`);
  api.kill();
  process.exit(1);
}, REPORT_EVERY_MS);

let next = 0;
for (let tenth = 1; tenth <= TENTHS; tenth += 1) {
  const until = Math.floor((CHECKS * tenth) / TENTHS);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < until) {
        const address = wallets[next] ?? '';
        next += 1;
        await checkOnce(address);
      }
    }),
  );
  tenths.push(report());
}
clearInterval(reporting);
const seconds = (performance.now() - startedAt) / 1000;
const stored = await pool.query<{ status: string; count: number }>(
  'SELECT status, count(*)::int AS count FROM checks GROUP BY status ORDER BY status',
);
await checks.close(1_000, 'fail');
await provider.close();
await database.close();
api.kill();

print(`${CHECKS} checks in ${seconds.toFixed(0)} s, ${(CHECKS / seconds).toFixed(1)} a second`);
print(
  `Median ${quantile(took).toFixed(0)} ms, p90 ${quantile(took, 0.9).toFixed(0)} ms, at most ${quantile(took, 1).toFixed(0)} ms`,
);
print(
  `Checks: ${words(outcomes)}; in the database: ${stored.rows.map(({ status, count }) => `${count} ${status}`).join(', ')}`,
);
print(`Questions: ${words(answers)}`);
print('');
print('| Checks | Heap, MB | Resident, MB |');
print('| --- | --- | --- |');
for (const [tenth, { heap, resident }] of tenths.entries()) {
  print(`| ${Math.floor((CHECKS * (tenth + 1)) / TENTHS)} | ${heap.toFixed(1)} | ${resident.toFixed(0)} |`);
}

const isFlat = reaches(isSteady(tenths.map(({ heap }) => heap)) && isSteady(tenths.map(({ resident }) => resident)));
if (!isFlat) process.stderr.write('The memory in use grows\n');
const done = stored.rows.find(({ status }) => status === 'done')?.count ?? 0;
if (done !== CHECKS) process.stderr.write(`${CHECKS - done} checks were not finished\n`);
process.exitCode = isFlat && done === CHECKS ? 0 : 1;

async function checkOnce(address: string): Promise<void> {
  const from = performance.now();
  onTheirWay.set(address, from);
  try {
    const request = { address, ticker: 'USDT', parent: 'ETH' };
    const check = await checks.runCheck(OPERATOR, request, { answerWithinMs: Number.POSITIVE_INFINITY });
    count(outcomes, check.riskscore === 0 ? 'not rated' : 'rated');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    count(outcomes, 'failed');
  }
  onTheirWay.delete(address);
  took.push(performance.now() - from);
}

/** One line on how far the run is, and what it holds after a collection. */
function report(): Memory {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const memory = { heap: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 };
  const now = { checks: took.length, at: performance.now(), cpu: process.cpuUsage() };
  const ms = now.at - last.at;
  const cpu = (now.cpu.user + now.cpu.system - last.cpu.user - last.cpu.system) / 1_000 / ms;
  const oldest = onTheirWay.size === 0 ? 0 : now.at - Math.min(...onTheirWay.values());
  print(
    [
      `${((now.at - startedAt) / 1000).toFixed(0)} s`,
      `${now.checks} checks`,
      `${(((now.checks - last.checks) * 1000) / ms).toFixed(1)} a second`,
      `${[...answers.values()].reduce((sum, one) => sum + one, 0)} questions`,
      `heap ${memory.heap.toFixed(1)} MB`,
      `resident ${memory.resident.toFixed(0)} MB`,
      `processor ${(cpu * 100).toFixed(0)}%`,
      `connections ${pool.totalCount - pool.idleCount} of ${pool.totalCount}, ${pool.waitingCount} waiting`,
      `${onTheirWay.size} on their way, the oldest for ${(oldest / 1000).toFixed(1)} s`,
    ].join(', '),
  );
  last = now;
  return memory;
}

/** Whether no later tenth holds much more than the one after which nothing should grow. */
function isSteady(samples: readonly number[]): boolean {
  return Math.max(...samples.slice(SETTLED_AFTER)) <= (samples[SETTLED_AFTER - 1] ?? 0) * MAY_GROW_BY;
}

function count(into: Map<string, number>, word: string): void {
  into.set(word, (into.get(word) ?? 0) + 1);
}

function words(counted: ReadonlyMap<string, number>): string {
  return [...counted].map(([word, times]) => `${times} ${word}`).join(', ');
}
