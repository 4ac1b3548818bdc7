import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { type ColumnSnapshot, ColumnStore, METHOD_VERSIONS, type MethodVersion } from '@assay/exposure';
import { exposureOf } from '@assay/exposure/reference';
import { WORKERS } from '../../../apps/server/src/app/workers/workers.ts';
import { accountRows, openResults, readAddresses, screenFile } from '../../../apps/server/src/modules/checks/index.ts';
import {
  loadMemory,
  recordsToLoad,
} from '../../../apps/server/src/modules/checks/outside/engine/screening/load-memory.ts';
import { screenAuto } from '../../../apps/server/src/modules/checks/outside/engine/screening/screen-auto.ts';
import type { MemorySetting } from '../../../apps/server/src/modules/checks/outside/engine/screening/screen-jobs.ts';
import {
  openThreads,
  screenThreads,
} from '../../../apps/server/src/modules/checks/outside/engine/screening/screen-threads.ts';
import type { Pool } from '../../../apps/server/src/platform/db/index.ts';
import { sized } from '../../size.ts';
import { meanOf } from '../figures.ts';
import { type BenchDatabase, openBenchDatabase } from '../postgres/database.ts';
import { BENCH_ASSET, type ByVersion, fillDatabase } from '../postgres/fill.ts';
import { checkOver } from '../postgres/one-check.ts';
import type { Section } from '../results.ts';
import { snapshotsByVersion } from '../store/load-store.ts';
import { pickWallets } from '../store/wallets.ts';
import type { PartContext } from './context.ts';

const THREADS = availableParallelism();
/** Checks of one thread at a time over PostgreSQL, as `assay screen` has them. */
const AT_ONCE = 4;
/** Rows of the list, and those that warm the threads up before the clock runs. */
const ROWS = { memory: sized(30_000, 60), postgres: sized(1_500, 20), auto: sized(5_000, 20) } as const;
const WARM_ROWS = { memory: sized(3_000, 20), postgres: sized(200, 10) } as const;
const WALLETS = sized(3_000, 20);

/** `assay screen` in memory by its own parts, from a list to a file, on all threads, beside the walks alone on as many. */
export function screenPart(context: PartContext): Promise<Section> {
  return eachVersion('assay screen in memory', context, async ({ version, snapshot, addresses, database }) => {
    const walkSeconds = await meanWalkSeconds(addresses, (address) =>
      exposureOf(snapshot, address, { evidence: false }),
    );
    const memory = memoryOf(context.store, snapshot);
    return rateOf('memory', version, await screenRate(database, version, memory, addresses), THREADS / walkSeconds);
  });
}

/** `assay screen` over PostgreSQL, and with `--store auto`, beside as many walks at once, each on a connection of its own. */
export async function screenPostgresPart(context: PartContext): Promise<Section> {
  return eachVersion('assay screen over PostgreSQL', context, async ({ version, addresses, database, snapshots }) => {
    await fillDatabase(database.pool, snapshots);
    const few = addresses.slice(0, ROWS.postgres);
    const walked = await walkRate(database.pipelined, version, few);
    const overPostgres = rateOf('postgres', version, await screenRate(database, version, null, few), walked);
    const byAuto = rateOf('auto', version, await autoRate(database, version, addresses), walked);
    return {
      rows: [...overPostgres.rows, ...byAuto.rows],
      figures: { ...overPostgres.figures, ...byAuto.figures },
    };
  });
}

/** `assay exposure all --score`: every account of the records, in memory. */
export function accountsPart(context: PartContext): Promise<Section> {
  return eachVersion('assay exposure all --score', context, ({ version, snapshot, database }) =>
    scoreAll(database, version, memoryOf(context.store, snapshot)),
  );
}

interface Measured {
  readonly rows: Section['rows'];
  /** By name, to which the version of the method is added. */
  readonly figures: Readonly<Record<string, number>>;
}

interface VersionContext {
  readonly version: MethodVersion;
  readonly snapshots: ByVersion;
  readonly snapshot: ColumnSnapshot;
  readonly addresses: readonly string[];
  readonly database: BenchDatabase;
}

async function eachVersion(
  title: string,
  { graph, store, say }: PartContext,
  measure: (context: VersionContext) => Promise<Measured>,
): Promise<Section> {
  const snapshots = snapshotsByVersion(store, graph);
  const addresses = pickWallets(graph, store, WALLETS).map((account) => store.addresses.addressOf(account));
  const database = await openBenchDatabase(`bench_${graph.transfers}_${graph.seed}`);
  try {
    const rows: Section['rows'][number][] = [];
    const figures: Record<string, number> = {};
    for (const version of METHOD_VERSIONS) {
      say(`version ${version}`);
      const measured = await measure({ version, snapshots, snapshot: snapshots[version], addresses, database });
      rows.push(...measured.rows);
      for (const [name, value] of Object.entries(measured.figures)) figures[`${name}-version-${version}`] = value;
    }
    return { title: `${title}, evidence off, ${THREADS} threads, addresses a second`, rows, figures };
  } finally {
    await database.close();
  }
}

type Store = 'memory' | 'postgres' | 'auto';

function rateOf(store: Store, version: string, screened: number, walks: number): Measured {
  const share = screened / walks;
  return {
    rows: [
      {
        store,
        version,
        screened: screened.toFixed(0),
        'walks alone': walks.toFixed(0),
        share: share.toFixed(2),
        asked: { memory: '0.60', postgres: '0.80', auto: '' }[store],
      },
    ],
    figures: { [`screened-${store}-share`]: share, [`screened-${store}-per-second`]: screened },
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

/** As `assay screen` brings an asset into memory; what only texts say of records and label sets is made up. */
function memoryOf(store: ColumnStore, { labels, tables, lastRecord: count }: ColumnSnapshot): MemorySetting {
  return {
    parts: store.parts(),
    labels: Array.from({ length: tables.accounts.count }, (_, account) => account)
      .filter((account) => labels.isLabelled(account))
      .map((account) => [account, labels.labelsOf(account)] as const),
    tip: { block: '1', time: new Date(1_700_000_000_000) },
    recordsHeld: '',
    labelSetVersion: '0',
    hasDerivedLabels: true,
    origin: {
      labelSet: { digest: '0', sets: [] },
      records: { count, firstTime: 1_600_000_000, lastTime: 1_700_000_000, fromBeginning: true },
    },
  };
}

async function screenRate(
  database: BenchDatabase,
  version: MethodVersion,
  memory: MemorySetting | null,
  addresses: readonly string[],
): Promise<number> {
  const atOnce = memory === null ? AT_ONCE : 1;
  const store = memory === null ? 'postgres' : 'memory';
  const port = screenThreads(
    WORKERS.screen,
    { databaseUrl: database.url, ledgerServers: [], atOnce, memory, version },
    THREADS,
  );
  const dir = await mkdtemp(path.join(tmpdir(), 'assay-screen-'));
  try {
    await screenOnce(port, dir, addresses, WARM_ROWS[store]);
    return await screenOnce(port, dir, addresses, ROWS[store]);
  } finally {
    await port.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/** From the start of the threads on, so with the loading of the asset. */
async function autoRate(database: BenchDatabase, version: MethodVersion, addresses: readonly string[]) {
  const { network, ticker } = BENCH_ASSET;
  const dir = await mkdtemp(path.join(tmpdir(), 'assay-screen-'));
  const port = screenAuto(
    {
      openThreads: (setting, threads) => openThreads(WORKERS.screen, setting, threads),
      now: () => performance.now(),
      recordsOf: () => recordsToLoad(database.pool, { network, ticker }),
      load: async (_asset, signal) => {
        const options = { maxBytes: 8e9, version, signal, onProgress: () => undefined };
        return (await loadMemory(database.pool, { network, ticker }, options))?.memory ?? null;
      },
    },
    {
      setting: { databaseUrl: database.url, ledgerServers: [], atOnce: AT_ONCE, memory: null, version },
      ...{ atOnceInMemory: 1, threads: THREADS, rows: ROWS.auto },
    },
  );
  try {
    return await screenOnce(port, dir, addresses, ROWS.auto);
  } finally {
    await port.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/** Minutes and processor time for every account of the records, and the most memory of the whole process. */
async function scoreAll(database: BenchDatabase, version: MethodVersion, memory: MemorySetting): Promise<Measured> {
  const snapshot = ColumnStore.from(memory.parts).snapshot();
  const port = screenThreads(
    WORKERS.screen,
    { databaseUrl: database.url, ledgerServers: [], atOnce: 1, memory, version },
    THREADS,
  );
  const dir = await mkdtemp(path.join(tmpdir(), 'assay-screen-'));
  try {
    const results = await openResults(path.join(dir, 'all.csv'), {
      request: 'all',
      layout: { extras: [] },
      again: true,
    });
    const { signal } = new AbortController();
    const before = process.cpuUsage();
    const { screened, seconds } = await screenFile(port, results, {
      ...{ list: accountRows(snapshot), isDistinct: true, asset: BENCH_ASSET.ticker, parent: BENCH_ASSET.network },
      ...{ only: null, rows: snapshot.tables.accounts.count, signal, onProgress: () => undefined },
      now: () => performance.now(),
    });
    await results.close();
    const { user, system } = process.cpuUsage(before);
    const minutes = seconds / 60;
    const gigabytes = process.resourceUsage().maxRSS / 1024 ** 2;
    return {
      rows: [
        {
          version,
          accounts: String(screened),
          'a second': (screened / seconds).toFixed(0),
          minutes: minutes.toFixed(1),
          'minutes of processor time': ((user + system) / 6e7).toFixed(1),
          'GB, with the graph and the client of the database': gigabytes.toFixed(1),
        },
      ],
      figures: { 'accounts-minutes': minutes, 'accounts-gigabytes': gigabytes },
    };
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
