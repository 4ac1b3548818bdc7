import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followNetwork } from '../../../src/modules/nodes/follow/follow-network.ts';
import { readFollowed } from '../../../src/modules/nodes/follow/status/progress.store.ts';
import { appendCoins, ensureLedger, inLedgersTransaction, ledgerTables } from '../../../src/modules/records/index.ts';
import type { LedgerTables } from '../../../src/modules/records/transfers/ledger-tables.ts';
import { moveLedger, undoMove } from '../../../src/modules/warehouse/placement/move/move-ledger.ts';
import type { MoveContext } from '../../../src/modules/warehouse/placement/move/steps.ts';
import { type MoveStep, readMoves } from '../../../src/modules/warehouse/placement/moves.store.ts';
import { databaseTroubleOf, type LedgerKey, type Pool } from '../../../src/platform/db/index.ts';
import { inTransaction } from '../../../src/platform/db/transactions.ts';
import { type LedgerServers, openLedgerServersForTest } from '../../support/ledger-servers.ts';
import { dumpLedgers } from './dump-ledgers.ts';
import { ScriptedCoins } from './scripted-coins.ts';

const BTC = { network: 'BTC', ticker: 'BTC' } as const;
const LTC = { network: 'LTC', ticker: 'LTC' } as const;
const USDT = { network: 'ETH', ticker: 'USDT' } as const;
const OTHERS = new ScriptedCoins(15, 9);

const UNDER_WAY =
  /The first load of BTC on main is under way \(block \d+ is read\).*Let assay follow finish it, then move/;
const BEING_MOVED = /LTC is being moved from main to db2.*Let assay placement move end, or take it back with --undo/;

describe('the first load of a network of coins, and moves of ledgers that share its tables', {
  timeout: 90_000,
}, () => {
  let servers: LedgerServers;
  let node: ScriptedCoins;

  beforeAll(async () => {
    servers = await openLedgerServersForTest();
  }, 60_000);
  beforeEach(async () => {
    node = new ScriptedCoins(60);
    await servers.pool.query(
      'TRUNCATE followed_networks, ledgers, accounts, coin_transactions, coin_outputs, ledger_placements CASCADE',
    );
    await servers.pool.query('DROP TABLE IF EXISTS first_btc_transactions, first_btc_outputs, first_btc_inputs');
    await servers.pool.query('DROP TABLE IF EXISTS first_btc_progress');
    await inTransaction(servers.pool, async (client) =>
      appendCoins(client, await ensureLedger(client, 'LTC', 'LTC'), OTHERS.transactions(0, 14)),
    );
  });
  afterAll(() => servers.close());

  function context(tables: LedgerTables = ledgerTables): MoveContext {
    const urlOf = (name: string): string => servers.urls.get(name) ?? '';
    return { tables, urlOf, progress: () => undefined, signal: AbortSignal.timeout(60_000) };
  }

  const move = (ledger: LedgerKey, to: string): Promise<unknown> => moveLedger(servers.pool, ledger, to, context());

  async function stopAt(step: MoveStep, ledger: LedgerKey, to: string): Promise<void> {
    const onStep = (begun: MoveStep): void => {
      if (begun === step) throw new Error('stopped');
    };
    await expect(moveLedger(servers.pool, ledger, to, { ...context(), onStep })).rejects.toThrow('stopped');
  }

  async function follow(signal = AbortSignal.timeout(60_000)): Promise<void> {
    await followNetwork(
      { pool: servers.pool, node, databaseTroubleOf, say: () => undefined, progress: () => undefined },
      {
        network: 'BTC',
        assets: ['BTC'],
        from: 0,
        chain: 'coins-1',
        until: node.height,
        owner: 'test',
        leaseMs: 5_000,
        pollMs: 5,
        firstLoadFrom: 1,
      },
      signal,
    );
  }

  async function stageHalf(): Promise<void> {
    const stop = new AbortController();
    node.onRead = (from) => {
      if (from > 30) stop.abort();
    };
    await follow(stop.signal);
    node.onRead = () => undefined;
    expect((await readFollowed(servers.pool))[0]?.stagedHeight).toBeGreaterThan(10);
  }

  /** Whether somebody waits on the main database for the lock that first loads and moves take. */
  async function someoneWaits(pool: Pool): Promise<boolean> {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
        WHERE locktype = 'advisory' AND NOT granted AND d.datname = current_database()`,
    );
    return (rowCount ?? 0) > 0;
  }

  async function stagedTables(): Promise<number | null> {
    return (await servers.pool.query("SELECT FROM pg_class WHERE relname LIKE 'first_btc%'")).rowCount;
  }

  /** What the main database has of a ledger. */
  async function records(ticker: string): Promise<string> {
    const lines = (await dumpLedgers(servers.pool)).split('\n');
    return lines.filter((line) => line.startsWith(`(${ticker},`)).join('\n');
  }

  it('refuses a move from the server of a first load until it is done, and changes nothing', async () => {
    await stageHalf();
    const before = await records('LTC');
    await expect(move(LTC, 'db2')).rejects.toThrow(UNDER_WAY);
    await expect(move(BTC, 'db2')).rejects.toThrow(UNDER_WAY);
    expect(await readMoves(servers.pool)).toEqual([]);
    expect(await records('LTC')).toBe(before);
    expect(before.split('\n').length).toBeGreaterThan(300);
    // A ledger of accounts has tables of its own.
    expect(await move(USDT, 'db2')).toBe('placed');
    await follow();
    expect(await move(LTC, 'db2')).toBe('moved');
    expect(await move(LTC, 'main')).toBe('moved');
    expect(await records('LTC')).toBe(before);
  });

  it('refuses a move to the server of a first load', async () => {
    expect(await move(LTC, 'db2')).toBe('moved');
    await stageHalf();
    await expect(move(LTC, 'main')).rejects.toThrow(UNDER_WAY);
    await follow();
    expect(await move(LTC, 'main')).toBe('moved');
  });

  it('refuses a first load while a move is under way, and stages nothing until it is done or taken back', async () => {
    await stopAt('index', LTC, 'db2');
    await expect(follow()).rejects.toThrow(BEING_MOVED);
    await stopAt('clean', LTC, 'db2');
    await expect(follow()).rejects.toThrow(BEING_MOVED);
    expect(await stagedTables()).toBe(0);
    expect(await move(LTC, 'db2')).toBe('moved');
    await stopAt('pause', LTC, 'main');
    await expect(follow()).rejects.toThrow('LTC is being moved from db2 to main');
    await undoMove(servers.pool, LTC, context());
    await follow();
    expect((await readFollowed(servers.pool))[0]).toMatchObject({ held: { height: 59 }, stagedHeight: null });
    expect(await move(LTC, 'main')).toBe('moved');
  });

  it('refuses a move that begins while the first blocks are being staged', async () => {
    let moving: Promise<unknown> = Promise.resolve();
    await inLedgersTransaction(servers.pool, [BTC], async (clients) => {
      expect(await servers.pool.ledgers?.moveBeside(clients, BTC, () => true)).toBeNull();
      moving = move(LTC, 'db2').catch((error: unknown) => error);
      await expect.poll(() => someoneWaits(servers.pool), { timeout: 10_000 }).toBe(true);
      const { client } = clients.of(BTC);
      await client.query('CREATE UNLOGGED TABLE first_btc_progress (height bigint, hash text, transactions bigint)');
      await client.query("INSERT INTO first_btc_progress VALUES (7, 'seven', 20)");
    });
    expect(String(await moving)).toMatch(UNDER_WAY);
  });

  it('refuses a first load whose first blocks come while a move begins', async () => {
    let looks = 0;
    let following: Promise<unknown> = Promise.resolve();
    const tables: LedgerTables = {
      ...ledgerTables,
      firstLoadBeside: async (server, ledger) => {
        looks += 1;
        // The third is the first in the transactions that begin the move.
        if (looks === 3) {
          following = follow().catch((error: unknown) => error);
          await expect.poll(() => someoneWaits(servers.pool), { timeout: 10_000 }).toBe(true);
        }
        return ledgerTables.firstLoadBeside(server, ledger);
      },
    };
    expect(await moveLedger(servers.pool, LTC, 'db2', context(tables))).toBe('moved');
    expect(String(await following)).toMatch(BEING_MOVED);
    expect(await stagedTables()).toBe(0);
    expect(await move(LTC, 'main')).toBe('moved');
  });
});
