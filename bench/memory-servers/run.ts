import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ASSETS } from '@assay/domain';
import type { MethodVersion } from '@assay/exposure';
import { accountGraph, bytesOf } from '@assay/testkit';
import { checkedBy } from '../../apps/server/src/app/composition/wiring.ts';
import { openMemory } from '../../apps/server/src/app/composition/wiring-memory.ts';
import { computeCheck } from '../../apps/server/src/modules/checks/checks/index.ts';
import { newestEngineOf } from '../../apps/server/src/modules/checks/outside/engine/exposure-engine.ts';
import { openWalkCalls } from '../../apps/server/src/modules/checks/outside/walk-calls/open-walk-calls.ts';
import { importLabels } from '../../apps/server/src/modules/labels/labels/index.ts';
import { appendTransfers, ensureLedger } from '../../apps/server/src/modules/records/transfers/index.ts';
import { inTransaction } from '../../apps/server/src/platform/db/index.ts';
import { openLedgerServersForTest } from '../../apps/server/test/support/ledger-servers.ts';
import { print, quantile } from '../checks/product.ts';
import { figure } from '../figure.ts';
import { sized } from '../size.ts';
import { processorOfServer } from '../walk/postgres/processor.ts';

/** A check walked in the memory of its own server, in that of a memory server, and over PostgreSQL. */
const RECORDS = sized(20_000, 1_000);
const ACCOUNTS = sized(2_000, 100);
const SUBJECTS = sized(60, 3);
/** Checks that one reading of the processor times is of: the kernel counts those of PostgreSQL in hundredths of a second. */
const AT_ONCE = sized(10, 3);
const PORT = 39_127;
const NOW = new Date('2026-01-01');
const VERSIONS: readonly MethodVersion[] = ['1', '2'];

const { signal } = new AbortController();
const folder = await mkdtemp(path.join(tmpdir(), 'assay-bench-memory-servers-'));
const servers = await openLedgerServersForTest([]);
const { pool } = servers;
const asset = ASSETS.find(({ ticker, network }) => ticker === 'USDT' && network === 'ETH');
if (asset === undefined) throw new Error('The catalogue has no USDT on ETH');
const usdt = asset;

async function prepare(): Promise<readonly string[]> {
  const graph = accountGraph({ seed: 4, accounts: ACCOUNTS, transfers: RECORDS });
  const numbers = new Map<string, string>();
  const addressOf = (name: string): string => {
    const known = numbers.get(name) ?? `0x${(numbers.size + 1).toString(16).padStart(40, '1')}`;
    numbers.set(name, known);
    return known;
  };
  const add = graph.transfers.map((one) => ({ ...one, from: addressOf(one.from), to: addressOf(one.to) }));
  const ledger = await ensureLedger(pool, 'ETH', 'USDT');
  await inTransaction(pool, (client) => appendTransfers(client, ledger, { add }));
  const addresses = [...numbers.values()];
  const file = path.join(folder, 'labels.jsonl');
  const rest = { category: 'exchange_licensed', confidence: 80, source_date: '2024-01-01' };
  const labels = addresses
    .filter((_, at) => at % 20 === 0)
    .map((address, at) => JSON.stringify({ network: 'ETH', address, entity: `Exchange ${at}`, ...rest }));
  await writeFile(file, labels.join('\n'));
  await importLabels(pool, { format: 'jsonl', locations: [file], setName: 'bench', origin: 'import' });
  return addresses.filter((_, at) => at % 20 === 7).slice(0, SUBJECTS);
}

/** Of some checks, in milliseconds. */
interface Cost {
  readonly bytes: string;
  readonly times: readonly number[];
  /** Of the processor of this process, which is both servers. */
  readonly product: number;
  readonly postgres: number;
}

async function measure(version: MethodVersion, subjects: readonly string[]): Promise<void> {
  const config = { memory: { bytes: 1e9, assets: null }, dataDir: path.join(folder, version), methodVersion: version };
  const memory = openMemory(pool, config, { info: () => undefined });
  await memory?.look(signal);
  const outcomes: string[] = [];
  const calls = openWalkCalls(
    {
      keys: [new Uint8Array(32).fill(1)],
      walkCalls: { url: `http://127.0.0.1:${PORT}`, host: '127.0.0.1', port: PORT },
    },
    {
      ...{ db: pool, memory, version },
      counted: { countAsked: () => undefined, countAnswered: () => undefined },
      log: { info: () => undefined, warn: () => undefined, error: ({ err }) => print(String(err)) },
    },
  );
  await calls.answer(signal);
  const asking = openWalkCalls(
    { keys: [new Uint8Array(32).fill(1)], walkCalls: null },
    {
      ...{ db: pool, memory: null, version },
      counted: { countAsked: (outcome) => outcomes.push(outcome), countAnswered: () => undefined },
      log: { info: () => undefined, warn: (_facts, message) => print(message), error: () => undefined },
    },
  );
  while ((await pool.query('SELECT FROM memory_servers')).rowCount === 0) await new Promise((go) => setTimeout(go, 10));
  const engine = newestEngineOf(version);
  const ways = {
    own: checkedBy(version, pool, memory).withSnapshot,
    called: checkedBy(version, pool, null, asking.elsewhere).withSnapshot,
    postgres: checkedBy(version, pool).withSnapshot,
  };
  type Way = keyof typeof ways;
  const names: readonly Way[] = ['own', 'called', 'postgres'];
  const costOf = async (way: Way, addresses: readonly string[]): Promise<Cost> => {
    const [postgres, cpu] = [await processorOfServer(pool), process.cpuUsage()];
    const found: unknown[] = [];
    const times: number[] = [];
    for (const address of addresses) {
      const from = performance.now();
      found.push(await computeCheck({ withSnapshot: ways[way], engine }, usdt, address, NOW, signal, () => undefined));
      times.push(performance.now() - from);
    }
    const { user, system } = process.cpuUsage(cpu);
    const after = await processorOfServer(pool);
    return { bytes: bytesOf(found), times, product: (user + system) / 1_000, postgres: (after - postgres) * 1_000 };
  };
  for (const way of names) await costOf(way, subjects.slice(0, AT_ONCE));
  outcomes.length = 0;
  const costs: Record<Way, Cost[]> = { own: [], called: [], postgres: [] };
  for (let first = 0; first < subjects.length; first += AT_ONCE) {
    const some = subjects.slice(first, first + AT_ONCE);
    const bytes = new Set<string>();
    // In alternation: the second finds pages that the first has read.
    for (let turn = 0; turn < names.length; turn += 1) {
      const way = names[(first / AT_ONCE + turn) % names.length] ?? 'own';
      const cost = await costOf(way, some);
      bytes.add(cost.bytes);
      costs[way].push(cost);
    }
    if (bytes.size > 1) throw new Error(`A check by method ${version} has other bytes where it is walked elsewhere`);
  }
  await calls.stop();
  for (const one of [calls, asking]) await one.close();
  const answered = outcomes.filter((outcome) => outcome === 'answered').length;
  if (answered < subjects.length) throw new Error(`Only ${answered} of ${subjects.length} calls were answered`);
  const mean = (way: Way, read: (cost: Cost) => number) =>
    costs[way].reduce((sum, cost) => sum + read(cost), 0) / subjects.length;
  const all = (cost: Cost) => cost.product + cost.postgres;
  for (const [way, words] of [
    ['own', 'in the memory of its own server'],
    ['called', 'by a memory server'],
    ['postgres', 'over PostgreSQL'],
  ] as const) {
    const cells = [
      mean(way, ({ product }) => product).toFixed(1),
      mean(way, ({ postgres }) => postgres).toFixed(1),
      (mean(way, all) / mean('own', all)).toFixed(2),
      quantile(costs[way].flatMap(({ times }) => times)).toFixed(1),
    ];
    print(`| ${version} | ${words} | ${cells.join(' | ')} |`);
  }
  figure(`method-${version}-called-to-own-ratio`, mean('called', all) / mean('own', all));
  figure(`method-${version}-postgres-to-called-ratio`, mean('postgres', all) / mean('called', all));
}

try {
  const subjects = await prepare();
  print('| Method | Walked | Processor of the product, ms | Of PostgreSQL, ms | Ratio of both | Time, usual, ms |');
  print('| --- | --- | --- | --- | --- | --- |');
  for (const version of VERSIONS) await measure(version, subjects);
} finally {
  await servers.close();
  await rm(folder, { recursive: true, force: true });
}
