import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ASSETS } from '@assay/domain';
import { METHOD_VERSION } from '@assay/exposure';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { type LedgerServers, openLedgerServersForTest } from '../../../../test/support/ledger-servers.ts';
import { address, BTC_SUBJECT, coins, EXCHANGE, LTC_SUBJECT, payments } from '../../../../test/support/made-records.ts';
import { expectNoMoveLeft, outputsWithoutTransaction } from '../../../../test/support/moved-ledgers.ts';
import { checkedBy, wireChecks } from '../../../app/composition/checks.ts';
import { openDatabase } from '../../../app/databases/open-database.ts';
import { WORKERS } from '../../../app/workers/workers.ts';
import type { Pool } from '../../../platform/db/index.ts';
import { wirePrices } from '../../chains/open/prices.ts';
import { type ChecksDeps, type ChecksService, OPERATOR } from '../../checks/index.ts';
import { wireCounterparties } from '../../checks/open/beside-results.ts';
import { openMemory } from '../../checks/open/reading.ts';
import { recordsToLoad } from '../../checks/outside/engine/screening/load-memory.ts';
import { screenThreads } from '../../checks/outside/engine/screening/screen-threads.ts';
import { importLabels } from '../../labels/index.ts';
import { importTransfers, ledgerTables, listAllLedgers, recordsHeld, refreshAfterChange } from '../../records/index.ts';
import type { ImportRequest } from '../../records/transfers/import/import-transfers.ts';
import { moveLedger, undoMove } from './move/move-ledger.ts';
import type { MoveContext } from './move/steps.ts';
import { type MoveStep, readMoves } from './moves.store.ts';
import { placedLedgers } from './placed-ledgers.ts';

type ImportSource = Pick<ImportRequest, 'format' | 'network' | 'asset'>;

const USDT = { network: 'ETH', ticker: 'USDT' } as const;

describe('a transfer ledger on a server of its own', () => {
  let servers: LedgerServers;
  let single: TestDatabase;
  let folder: string;
  let files = 0;

  beforeAll(async () => {
    servers = await openLedgerServersForTest();
    single = await testDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'assay-placement-'));
    for (const pool of [servers.pool, single.pool]) await label(pool, 'exchange_licensed');
    await move('db2');
  }, 60_000);
  afterAll(async () => {
    await single.drop();
    await servers.close();
    await rm(folder, { recursive: true });
  });

  async function label(pool: Pool, category: string): Promise<void> {
    const file = path.join(folder, 'labels.jsonl');
    const line = { network: 'ETH', address: EXCHANGE, entity: 'Somebody', category, confidence: 100 };
    await writeFile(file, JSON.stringify({ ...line, source_date: '2024-01-01' }));
    await importLabels(pool, { format: 'jsonl', locations: [file], setName: 'test', origin: 'import' });
  }

  const PLAIN: ImportSource = { format: 'csv', network: null, asset: null };

  async function importing(content: string, source: ImportSource = PLAIN): Promise<void> {
    files += 1;
    const file = path.join(folder, `records-${files}.${source.format === 'csv' ? 'csv' : 'json'}`);
    await writeFile(file, content);
    for (const pool of [servers.pool, single.pool]) {
      const signal = AbortSignal.timeout(60_000);
      await importTransfers(pool, { ...source, files: [file], signal });
      await refreshAfterChange({ pool, progress: () => undefined, signal });
    }
  }

  const moving = (): MoveContext => ({
    tables: ledgerTables,
    urlOf: (name) => servers.urls.get(name) ?? '',
    progress: () => undefined,
    signal: AbortSignal.timeout(60_000),
  });

  const move = (to: string) => moveLedger(servers.pool, USDT, to, moving());

  /** Moves as far as a step. */
  async function stopAt(step: MoveStep, to: string): Promise<void> {
    const onStep = (begun: MoveStep): void => {
      if (begun === step) throw new Error('stopped');
    };
    await expect(moveLedger(servers.pool, USDT, to, { ...moving(), onStep })).rejects.toThrow('stopped');
  }

  function recordsIn(result: unknown): number {
    const [, records = ''] = /([\d,]+) transfers/.exec(JSON.stringify(result)) ?? [];
    return Number(records.replaceAll(',', ''));
  }

  const services = new Map<Pool, ChecksService>();

  function serviceOn(pool: Pool, overrides: Partial<ChecksDeps> = {}): ChecksService {
    const failed = (fault: object, message: string) => expect.fail(`${message}: ${JSON.stringify(fault)}`);
    const clock = { now: () => new Date('2026-01-01') };
    const known = Object.keys(overrides).length === 0 ? services.get(pool) : undefined;
    const service = known ?? wireChecks(pool, { warn: failed, error: failed }, { clock, ...overrides }).checks;
    services.set(pool, service);
    return service;
  }

  async function resultOf(pool: Pool, ticker: string, number: number): Promise<unknown> {
    const asked = { address: address(number), ticker, parent: ticker === 'ETH' ? null : 'ETH' };
    const { result } = await serviceOn(pool).runCheck(OPERATOR, asked);
    return JSON.parse(result ?? '');
  }

  async function expectSameResults(): Promise<void> {
    for (const ticker of ['USDT', 'ETH']) {
      for (const number of [5, 77]) {
        const here = await resultOf(servers.pool, ticker, number);
        expect(here).toMatchObject({ riskscore: expect.any(Number) });
        expect(here).toEqual(await resultOf(single.pool, ticker, number));
      }
    }
  }

  it('is imported and checked there, with the results of a single server', async () => {
    await importing(payments('USDT', 1, 3_000));
    await importing(payments('ETH', 1, 1_500));
    const on = async (pool: Pool) => (await pool.query('SELECT network, ticker FROM ledgers ORDER BY ticker')).rows;
    expect(await on(servers.pool)).toEqual([{ network: 'ETH', ticker: 'ETH' }]);
    const there = placedLedgers(servers.pool)?.servers[1]?.pool;
    expect(there === undefined ? null : await on(there)).toEqual([USDT]);
    expect(await recordsHeld(servers.pool)).toEqual(await recordsHeld(single.pool));
    await expectSameResults();
  });

  it('moves while checks and imports run, killed at every step, and resumed by others', async () => {
    const other = await servers.connect();
    const held: number[] = [];
    const stop = new AbortController();
    /** Checks by a process that knows of no move: none may fail, or see fewer records than the one before. */
    const checking = (async () => {
      while (!stop.signal.aborted) {
        held.push(recordsIn(await resultOf(other.pool, 'USDT', 40)));
        await sleep(50);
      }
    })();
    let next = 3_001;
    const importMore = async (): Promise<void> => {
      next += 40;
      await importing(payments('USDT', next - 40, 40));
    };
    try {
      await stopAt('copy', 'main');
      await importMore();
      await servers.killMoveAt('index', USDT, 'main');
      await importMore();
      await stopAt('pause', 'main');
      await importMore();
      await servers.killMoveAt('switch', USDT, 'main');
      // Writing is paused now, and waits for the process that ends the move.
      const imported = importMore();
      await stopAt('clean', 'main');
      await imported;
    } finally {
      stop.abort();
      await checking;
      await other.close();
    }
    await move('main');
    expect(held.length).toBeGreaterThan(5);
    expect(held).toEqual(held.toSorted((a, b) => a - b));
    expect((await readMoves(servers.pool)).length).toBe(0);
    await expectNoMoveLeft(servers.pool);
    await expectSameResults();
  }, 120_000);

  it('is held in memory, and its counterparties are listed, wherever it is', async () => {
    const config = { memory: { bytes: 50e6, assets: null }, dataDir: folder, methodVersion: METHOD_VERSION };
    const reports: string[] = [];
    const memory = openMemory(servers.pool, config, { info: (_facts, text) => reports.push(text) });
    await memory?.look(AbortSignal.timeout(20_000));
    // Its accounts have ids of both servers by now.
    expect(reports.join()).toMatch(/USDT on ETH is in memory: 3,1\d\d records/);
    const ledgers = await listAllLedgers(servers.pool);
    const usdt = ledgers.find(({ ticker }) => ticker === 'USDT');
    const overrides = checkedBy(METHOD_VERSION, servers.pool, memory);
    services.set(servers.pool, serviceOn(servers.pool, overrides));
    await expectSameResults();
    services.delete(servers.pool);
    expect(usdt?.records).toBe((await listAllLedgers(single.pool)).find(({ ticker }) => ticker === 'USDT')?.records);
    expect(await recordsToLoad(servers.pool, USDT)).toBe(usdt?.records);
    expect(await recordsToLoad(servers.pool, { network: 'ETH', ticker: 'USDC' })).toBeNull();
    expect(await partiesOf(servers.pool, 5)).toEqual(await partiesOf(single.pool, 5));
  });

  async function partiesOf(pool: Pool, number: number) {
    const lists = wireCounterparties(pool, wirePrices(pool, { warn: () => undefined }));
    const asset = { network: 'ETH', ticker: 'USDT', decimals: 6 } as const;
    const until = { withinMs: 20_000, signal: AbortSignal.timeout(20_000) };
    const state = await lists.open({ asset, address: address(number), until: null }, until);
    if (state.is !== 'ready') throw new Error(`The list is ${state.is}`);
    const { items } = await lists.page(state.list, {
      direction: 'bwd',
      sort: 'amount',
      order: 'desc',
      limit: 20,
      after: null,
    });
    const seen = await lists.assetsOf(address(number));
    return { seen, items: items.map(({ id: _id, ...item }) => item) };
  }

  it('stays where it is when its move is taken back before the switch', async () => {
    await stopAt('pause', 'db2');
    await undoMove(servers.pool, USDT, moving());
    await expectNoMoveLeft(servers.pool);
    await expectSameResults();
    await stopAt('clean', 'db2');
    await expect(undoMove(servers.pool, USDT, moving())).rejects.toThrow('USDT on ETH is on db2 already');
    expect(await move('db2')).toBe('moved');
    expect(await move('db2')).toBe('already there');
    await expectSameResults();
  }, 60_000);

  it('moves of coins, among others of the same server, with clusters and labels derived from them', async () => {
    const [btc, ltc] = [coins('BTC', 300), coins('LTC', 40)];
    for (const [network, content] of [
      ['BTC', btc],
      ['LTC', ltc],
    ] as const) {
      await importing(content, { format: 'bitcoin-etl-transactions', network, asset: null });
    }
    const same = async (): Promise<void> => {
      for (const [ticker, subject] of [
        ['BTC', BTC_SUBJECT],
        ['LTC', LTC_SUBJECT],
      ] as const) {
        const asked = { address: subject, ticker, parent: null };
        const [here, there] = await Promise.all(
          [servers.pool, single.pool].map((pool) => serviceOn(pool).runCheck(OPERATOR, asked)),
        );
        expect(here?.result).toMatch(/transactions/);
        expect(JSON.parse(here?.result ?? '')).toEqual(JSON.parse(there?.result ?? ''));
      }
    };
    await same();
    const BTC = { network: 'BTC', ticker: 'BTC' };
    expect(await moveLedger(servers.pool, BTC, 'db2', moving())).toBe('moved');
    await importing(coins('BTC', 30, 300), { format: 'bitcoin-etl-transactions', network: 'BTC', asset: null });
    await same();
    expect(await outputsWithoutTransaction(servers.pool)).toEqual([0, 0]);
    expect(await moveLedger(servers.pool, BTC, 'main', moving())).toBe('moved');
    await same();
    expect(await outputsWithoutTransaction(servers.pool)).toEqual([0, 0]);
  }, 60_000);

  it('waits for labels that are on their way, and never reads half of them', async () => {
    const before = await resultOf(servers.pool, 'USDT', 5);
    for (const pool of [servers.pool, single.pool]) {
      await label(pool, 'sanctions');
      await refreshAfterChange({ pool, progress: () => undefined, signal: AbortSignal.timeout(60_000) });
    }
    expect(await resultOf(servers.pool, 'USDT', 5)).not.toEqual(before);
    await expectSameResults();
  });

  it('is found by its settings, by threads that screen too, and without them nothing starts', async () => {
    const [databaseUrl = '', url = ''] = servers.urls.values();
    const asset = ASSETS.find(({ ticker, network }) => ticker === 'USDT' && network === 'ETH');
    if (asset === undefined) throw new Error('there is no USDT on Ethereum');
    const named = { servers: [{ name: 'db2', url }], betweenServers: new Map(), standbys: new Map() };
    const ledgerServers = { ...named, mostLagSeconds: 10 };
    const { pool, close } = await openDatabase({ databaseUrl, dataDir: '', ledgerServers });
    const urls = pool.ledgers?.urls ?? [];
    const setting = { databaseUrl, atOnce: 1, memory: null, version: METHOD_VERSION };
    const port = screenThreads(WORKERS.screen, { ...setting, ledgerServers: urls }, 1);
    const alone = screenThreads(WORKERS.screen, { ...setting, databaseUrl: single.url, ledgerServers: [] }, 1);
    try {
      const { cells } = await port.screen(asset, address(5));
      expect(cells).toMatch(/^done,\d/);
      expect(cells).toBe((await alone.screen(asset, address(5))).cells);
    } finally {
      await Promise.all([port.close(), alone.close()]);
      await close();
    }
    const unknown = openDatabase({ databaseUrl, dataDir: '' });
    await expect(unknown).rejects.toThrow(
      "USDT on ETH is on the ledger server 'db2', which LEDGER_SERVERS does not name",
    );
  });
});
