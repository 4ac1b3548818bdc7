import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { ColumnStore, exposureOf, METHOD_VERSIONS, type MethodVersion } from '@assay/exposure';
import { loadMemory } from '../../../apps/server/src/adapters/engine/screening/load-memory.ts';
import type { MemorySetting } from '../../../apps/server/src/adapters/engine/screening/screen-job.ts';
import { screenThreads } from '../../../apps/server/src/adapters/engine/screening/screen-threads.ts';
import type { Pool } from '../../../apps/server/src/db/index.ts';
import {
  accountRows,
  openResults,
  readAddresses,
  screenFile,
} from '../../../apps/server/src/features/screening/index.ts';
import { sized } from '../../size.ts';
import { meanOf } from '../figures.ts';
import { type BenchDatabase, openBenchDatabase } from '../postgres/database.ts';
import { BENCH_ASSET, fillDatabase } from '../postgres/fill.ts';
import { checkOver } from '../postgres/one-check.ts';
import type { Section } from '../results.ts';
import { snapshotsByVersion } from '../store/load-store.ts';
import { pickWallets } from '../store/wallets.ts';
import type { PartContext } from './context.ts';

const THREADS = availableParallelism();
/** Checks of one thread at a time over PostgreSQL, as `assay screen` has them. */
const AT_ONCE = 4;
/** Rows of the list, and those that warm the threads up before the clock runs. */
const ROWS = { memory: sized(30_000, 60), postgres: sized(1_500, 20) } as const;
const WARM_ROWS = { memory: sized(3_000, 20), postgres: sized(200, 10) } as const;
const WALLETS = sized(3_000, 20);

/**
 * `assay screen` by its own parts, from a list to a file, on all threads: in memory beside the walks alone on as many
 * threads, and over PostgreSQL beside as many walks at once.
 */
export async function screenPart({ graph, store, say }: PartContext): Promise<Section> {
  const snapshots = snapshotsByVersion(store, graph);
  const addresses = pickWallets(graph, store, WALLETS).map((account) => store.addresses.addressOf(account));
  const database = await openBenchDatabase(`bench_${graph.transfers}_${graph.seed}`);
  const rows: Section['rows'][number][] = [];
  try {
    say('filling PostgreSQL');
    await fillDatabase(database.pool, snapshots);
    for (const version of METHOD_VERSIONS) {
      say(`version ${version}: in memory`);
      const walkSeconds = await meanWalkSeconds(addresses, (address) =>
        exposureOf(snapshots[version], address, { evidence: false }),
      );
      const memory = await memoryOf(database.pool, version);
      rows.push(
        rowOf('memory', version, await screenRate(database, version, memory, addresses), THREADS / walkSeconds),
      );
      say(`version ${version}: every account`);
      rows.push({ store: 'every account, in memory', version, ...(await scoreAll(database, version, memory)) });
      say(`version ${version}: over PostgreSQL`);
      const few = addresses.slice(0, ROWS.postgres);
      const walked = await walkRate(database.pool, version, few);
      rows.push(rowOf('postgres', version, await screenRate(database, version, null, few), walked));
    }
    return { title: `assay screen, evidence off, ${THREADS} threads, addresses a second`, rows };
  } finally {
    await database.close();
  }
}

function rowOf(store: 'memory' | 'postgres', version: string, screened: number, walks: number) {
  return {
    store,
    version,
    screened: screened.toFixed(0),
    'walks alone': walks.toFixed(0),
    share: (screened / walks).toFixed(2),
    asked: store === 'memory' ? '0.60' : '0.80',
    note: '',
  };
}

/** Of one thread, after a round that warms up. */
async function meanWalkSeconds(addresses: readonly string[], walk: (address: string) => Promise<unknown>) {
  const times: number[] = [];
  for (const isTimed of [false, true]) {
    for (const address of addresses) {
      const began = performance.now();
      await walk(address);
      if (isTimed) times.push((performance.now() - began) / 1000);
    }
  }
  return meanOf(times);
}

async function walkRate(pool: Pool, version: MethodVersion, addresses: readonly string[]): Promise<number> {
  const began = performance.now();
  const left = [...addresses];
  const walker = async () => {
    for (let address = left.pop(); address !== undefined; address = left.pop()) {
      await checkOver(pool, address, version, { evidence: false });
    }
  };
  await Promise.all(Array.from({ length: THREADS * AT_ONCE }, walker));
  return addresses.length / ((performance.now() - began) / 1000);
}

async function memoryOf(pool: Pool, version: MethodVersion): Promise<MemorySetting> {
  const signal = new AbortController().signal;
  const options = { maxBytes: 8e9, version, signal, onProgress: () => undefined };
  const loaded = await loadMemory(pool, BENCH_ASSET, options);
  if (loaded === null) throw new Error('the database holds no records');
  return loaded.memory;
}

async function screenRate(
  database: BenchDatabase,
  version: MethodVersion,
  memory: MemorySetting | null,
  addresses: readonly string[],
): Promise<number> {
  const atOnce = memory === null ? AT_ONCE : 1;
  const store = memory === null ? 'postgres' : 'memory';
  const port = screenThreads({ databaseUrl: database.url, atOnce, memory, version }, THREADS);
  const dir = await mkdtemp(path.join(tmpdir(), 'assay-screen-'));
  try {
    await screenOnce(port, dir, addresses, WARM_ROWS[store]);
    return await screenOnce(port, dir, addresses, ROWS[store]);
  } finally {
    await port.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/** `assay exposure all --score`: minutes for every account of the records, and the memory of the whole process. */
async function scoreAll(database: BenchDatabase, version: MethodVersion, memory: MemorySetting) {
  const snapshot = ColumnStore.from(memory.parts).snapshot();
  const port = screenThreads({ databaseUrl: database.url, atOnce: 1, memory, version }, THREADS);
  const dir = await mkdtemp(path.join(tmpdir(), 'assay-screen-'));
  try {
    const results = await openResults(path.join(dir, 'all.csv'), {
      request: 'all',
      layout: { extras: [] },
      again: true,
    });
    const { signal } = new AbortController();
    const { screened, seconds } = await screenFile(port, results, {
      ...{ list: accountRows(snapshot), isDistinct: true, asset: BENCH_ASSET.ticker, parent: BENCH_ASSET.network },
      ...{ only: null, rows: snapshot.tables.accounts.count, signal, onProgress: () => undefined },
      now: () => performance.now(),
    });
    await results.close();
    const gigabytes = (process.resourceUsage().maxRSS / 1024 ** 2).toFixed(1);
    const note = `${screened} accounts in ${(seconds / 60).toFixed(1)} minutes, ${gigabytes} GB with the graph and the database's client`;
    return { screened: (screened / seconds).toFixed(0), 'walks alone': '', share: '', asked: '', note };
  } finally {
    await port.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/** Addresses a second; the list names each as often as its rows ask for. */
async function screenOnce(
  port: ReturnType<typeof screenThreads>,
  dir: string,
  addresses: readonly string[],
  rows: number,
): Promise<number> {
  const input = path.join(dir, `list-${rows}.csv`);
  const lines = Array.from({ length: rows }, (_, row) => `${addresses[row % addresses.length]}\n`);
  await writeFile(input, `address\n${lines.join('')}`);
  const request = { request: String(rows), layout: { extras: [] }, again: true };
  const { signal } = new AbortController();
  const results = await openResults(path.join(dir, `results-${rows}.csv`), request);
  const { screened, seconds } = await screenFile(port, results, {
    ...{
      list: readAddresses(input, signal),
      isDistinct: false,
      asset: BENCH_ASSET.ticker,
      parent: BENCH_ASSET.network,
      rows,
      only: null,
    },
    ...{ signal, onProgress: () => undefined, now: () => performance.now() },
  });
  await results.close();
  if (screened !== rows) throw new Error(`${screened} of ${rows} rows were screened`);
  return rows / seconds;
}
