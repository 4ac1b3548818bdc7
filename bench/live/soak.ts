import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findAsset } from '@assay/domain';
import type { Label } from '@assay/exposure';
import { etherscanSource } from '../../apps/server/src/adapters/chains/etherscan.ts';
import { EXCHANGE_LIMITS, httpExchange } from '../../apps/server/src/adapters/providers/http-exchange.ts';
import { memoryQuotaLedger } from '../../apps/server/src/adapters/providers/memory-quota-ledger.ts';
import { openProvider } from '../../apps/server/src/adapters/providers/open-provider.ts';
import { AppError } from '../../apps/server/src/app-error.ts';
import { OPERATOR } from '../../apps/server/src/features/checks/index.ts';
import { wireChecks } from '../../apps/server/src/wiring.ts';
import { wireLive } from '../../apps/server/src/wiring-live.ts';
import { quantile } from '../checks/product.ts';
import { openBenchDatabase } from '../walk/postgres/database.ts';

/**
 * Checks of wallets nobody imported, one after the other and several at once, against a provider that fails now and
 * then; memory in use after each tenth. Red when it grows, or when a check is not finished.
 */
const CHECKS = Number(process.env['BENCH_CHECKS'] ?? 10_000);
const AT_ONCE = 6;
const TENTHS = 10;
/** The first tenths fill caches of fixed size. */
const SETTLED_AFTER = 3;
const MAY_GROW_BY = 1.25;
const TRANSFERS = '120000';

interface Api {
  readonly port: number;
  readonly wallets: readonly string[];
  readonly labels: readonly (readonly [string, Label])[];
}

const asset = findAsset('USDT', 'ETH');
if (asset === undefined) throw new Error('There is no USDT');
const api = fork(fileURLToPath(new URL('./api.ts', import.meta.url)), [TRANSFERS, '42']);
const [{ port, wallets, labels }] = (await once(api, 'message')) as [Api];
const database = await openBenchDatabase('live_soak');
const { pool } = database;
await pool.query('TRUNCATE live_tips, live_accounts, live_cuts, checks, label, label_set CASCADE');
await pool.query(
  `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
   VALUES ('bench', 'import', 'bench', 'bench', repeat('a', 64), $1, 0)`,
  [labels.length],
);
await pool.query(
  `INSERT INTO label (network, address, set_name, source, entity, category, confidence)
   SELECT 'ETH', address, 'bench', 'bench', entity, category, 70
     FROM unnest($1::text[], $2::text[], $3::text[]) AS given (address, entity, category)`,
  [
    labels.map(([address]) => address),
    labels.map(([, { entity }]) => entity),
    labels.map(([, { category }]) => category),
  ],
);

let questions = 0;
const provider = openProvider(
  {
    name: 'bench',
    baseUrl: `http://127.0.0.1:${port}`,
    key: null,
    limits: { perSecond: 5_000, burst: 5_000, perDay: null, atOnce: 8 },
    isOperatorsHost: true,
  },
  {
    exchange: httpExchange({ ...EXCHANGE_LIMITS, allowsPrivate: true }),
    ledger: memoryQuotaLedger(),
    watch: {
      ended: () => {
        questions += 1;
      },
      breaker: () => undefined,
      quotaLeft: () => undefined,
    },
  },
);
const source = etherscanSource('ETH', { provider, chainId: 1, pageSize: 1_000 });
const live = wireLive(pool, { sourceOf: () => source }, { calls: 60, milliseconds: 15_000 });
const log = {
  // A source that did not answer is part of the exercise.
  warn: () => undefined,
  error: ({ err }: { readonly err: unknown }, message: string) => process.stderr.write(`${message}: ${String(err)}\n`),
};
const { checks } = wireChecks(pool, log, { live, slots: { running: 2, waiting: 60 } });

const memory: number[] = [];
const took: number[] = [];
const outcomes = new Map<string, number>();
const startedAt = performance.now();
let next = 0;
for (let tenth = 1; tenth <= TENTHS; tenth += 1) {
  const until = Math.floor((CHECKS * tenth) / TENTHS);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < until) {
        const address = wallets[next % wallets.length] ?? '';
        next += 1;
        await checkOnce(address);
      }
    }),
  );
  globalThis.gc?.();
  memory.push(process.memoryUsage().heapUsed / 2 ** 20);
  const [heap = 0] = memory.slice(-1);
  process.stdout.write(`${until} checks, ${questions} questions, ${heap.toFixed(0)} MB in use\n`);
}
const seconds = (performance.now() - startedAt) / 1000;
await checks.close(1_000);
await provider.close();
await database.close();
api.kill();

const settled = memory[SETTLED_AFTER - 1] ?? 0;
const most = Math.max(...memory.slice(SETTLED_AFTER));
const results = [...outcomes].map(([word, count]) => `${count} ${word}`).join(', ');
process.stdout.write(
  `${CHECKS} checks in ${seconds.toFixed(0)} s (median ${quantile(took).toFixed(0)} ms, p90 ${quantile(took, 0.9).toFixed(0)} ms), ${results}; ` +
    `${settled.toFixed(0)} MB in use after ${SETTLED_AFTER} tenths, ${most.toFixed(0)} MB at most afterwards\n`,
);
const isFlat = most <= settled * MAY_GROW_BY;
if (!isFlat) process.stderr.write('The memory in use grows\n');
const failed = outcomes.get('failed') ?? 0;
if (failed > 0) process.stderr.write(`${failed} checks were not finished\n`);
process.exitCode = isFlat && failed === 0 ? 0 : 1;

async function checkOnce(address: string): Promise<void> {
  const from = performance.now();
  try {
    const request = { address, ticker: 'USDT', parent: 'ETH' };
    const check = await checks.runCheck(OPERATOR, request, { answerWithinMs: Number.POSITIVE_INFINITY });
    const word = check.riskscore === 0 ? 'not rated' : 'rated';
    outcomes.set(word, (outcomes.get(word) ?? 0) + 1);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcomes.set('failed', (outcomes.get('failed') ?? 0) + 1);
  }
  took.push(performance.now() - from);
}
