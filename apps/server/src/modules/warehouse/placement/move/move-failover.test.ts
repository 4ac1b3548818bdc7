import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LedgerServers, openLedgerServersForTest } from '../../../../../test/support/ledger-servers.ts';
import { payments } from '../../../../../test/support/made-records.ts';
import type { Pool } from '../../../../platform/db/index.ts';
import { importTransfers, ledgerTables } from '../../../records/index.ts';
import { type MoveStep, readMoves } from '../moves.store.ts';
import { placedLedgers } from '../placed-ledgers.ts';
import { PlacementError } from '../prepare-server.ts';
import { moveLedger, undoMove } from './move-ledger.ts';
import type { MoveContext } from './steps.ts';

const USDT = { network: 'ETH', ticker: 'USDT' } as const;

describe('a failover in the middle of a move', () => {
  let servers: LedgerServers;
  let folder: string;
  let imported = 0;
  /** Where the ledger is. */
  let holder = 'main';

  beforeAll(async () => {
    servers = await openLedgerServersForTest(['db2'], { hasTwoHosts: true });
    folder = await mkdtemp(path.join(tmpdir(), 'assay-move-failover-'));
    await importMore();
  }, 60_000);
  afterAll(async () => {
    await servers.close();
    await rm(folder, { recursive: true });
  });

  /** By a process of its own; it may know no more of the directory than it read before. */
  async function importMore(pool: Pool = servers.pool): Promise<void> {
    const file = path.join(folder, `records-${imported}.csv`);
    await writeFile(file, payments('USDT', imported + 1, 50));
    imported += 50;
    const importing = () =>
      importTransfers(pool, {
        ...{ format: 'csv', network: null, asset: null, files: [file] },
        signal: AbortSignal.timeout(60_000),
      });
    // Connections to a primary that was killed fail once.
    await importing().catch(() => importing());
  }

  const other = (name: string): string => (name === 'main' ? 'db2' : 'main');
  const poolOf = (name: string): Pool =>
    placedLedgers(servers.pool)?.servers.find((server) => server.name === name)?.pool ??
    expect.fail(`No server ${name}`);

  async function recordsOn(name: string): Promise<readonly string[]> {
    const pool = poolOf(name);
    // A connection to a primary that was killed fails once.
    await pool.query('SELECT 1').catch(() => undefined);
    const { rows } = await pool.query<{ id: string }>(
      `SELECT transaction_id AS id FROM transfers
        WHERE ledger_id IN (SELECT id FROM ledgers WHERE ticker = 'USDT') ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  }

  const moving = (): MoveContext => ({
    tables: ledgerTables,
    urlOf: (name) => servers.urls.get(name) ?? '',
    progress: () => undefined,
    signal: AbortSignal.timeout(60_000),
  });

  /** Moves the ledger as an operator does, who repeats the command where a server does not answer. */
  async function moveToEnd(to: string, context: Partial<MoveContext> = {}): Promise<void> {
    for (;;) {
      try {
        await moveLedger(servers.pool, USDT, to, { ...moving(), ...context });
        return;
      } catch (error) {
        if (!(error instanceof PlacementError && error.message.includes('does not answer'))) throw error;
        await sleep(200);
      }
    }
  }

  /** The ledger is open on this server alone, and no server has a trace of its move. */
  async function expectOnlyOn(name: string): Promise<void> {
    expect(await readMoves(servers.pool)).toEqual([]);
    for (const server of ['main', 'db2']) {
      const { rows } = await poolOf(server).query<{ name: string }>(
        `SELECT pubname AS name FROM pg_publication WHERE pubname LIKE 'assay_move%'
          UNION ALL SELECT slot_name FROM pg_replication_slots WHERE slot_name LIKE 'assay_move%'
          UNION ALL SELECT subname FROM pg_subscription WHERE subname LIKE 'assay_move%'
          UNION ALL SELECT mark FROM ledger_move_marks
          UNION ALL SELECT placement FROM ledgers WHERE ticker = 'USDT'`,
      );
      expect([server, ...rows.map((row) => row.name)]).toEqual(server === name ? [server, 'open'] : [server]);
    }
  }

  interface Failover {
    readonly of: 'the former server' | 'the new server';
    /** The standby has what its primary had at this step. */
    readonly has: MoveStep;
    readonly at: MoveStep;
    readonly ends: 'goes on' | 'copies again';
  }

  const FAILOVERS: readonly Failover[] = [
    { of: 'the former server', has: 'index', at: 'pause', ends: 'copies again' },
    { of: 'the new server', has: 'index', at: 'pause', ends: 'copies again' },
    { of: 'the former server', has: 'switch', at: 'switch', ends: 'goes on' },
    { of: 'the new server', has: 'switch', at: 'switch', ends: 'goes on' },
    { of: 'the former server', has: 'pause', at: 'switch', ends: 'copies again' },
    { of: 'the new server', has: 'pause', at: 'switch', ends: 'copies again' },
    { of: 'the new server', has: 'switch', at: 'clean', ends: 'goes on' },
    { of: 'the former server', has: 'pause', at: 'clean', ends: 'goes on' },
    { of: 'the new server', has: 'pause', at: 'clean', ends: 'copies again' },
  ];

  it.each(FAILOVERS)(
    'of $of at the step $at, to a host with what it had at $has: $ends',
    async (failover) => {
      const [from, to] = [holder, other(holder)];
      const name = failover.of === 'the former server' ? from : to;
      const late = await servers.connect();
      await importMore(late.pool);
      const steps: MoveStep[] = [];
      let takeOver: (() => Promise<void>) | null = null;
      let expected: readonly string[] | null = null;
      const onStep = async (step: MoveStep): Promise<void> => {
        steps.push(step);
        if (expected !== null) return;
        if (step === failover.has) takeOver = await servers.copyOf(name);
        if (step === 'pause') await importMore();
        if (step !== failover.at) return;
        await takeOver?.();
        takeOver = null;
        const hasLeft = step === 'clean' && failover.of === 'the former server';
        // The former server is open again where it lost its pause: who knew it before must not write it.
        if (hasLeft) {
          const before = (await recordsOn(to)).length;
          await importMore(late.pool);
          expect((await recordsOn(to)).length).toBeGreaterThan(before);
        }
        // More than is there on another server would be as wrong as less.
        expected = await recordsOn(hasLeft ? to : from);
      };
      await moveToEnd(to, { onStep });
      await late.close();
      expect(steps.filter((step) => step === 'copy').length).toBe(failover.ends === 'copies again' ? 2 : 1);
      expect(await recordsOn(to)).toEqual(expected);
      await expectOnlyOn(to);
      holder = to;
    },
    60_000,
  );

  it('while rows are copied copies them again', async () => {
    const [from, to] = [holder, other(holder)];
    const stop = new AbortController();
    // Asked for once the new server has begun to copy.
    const estimateRows = async (): Promise<number> => {
      stop.abort();
      return 0;
    };
    const context = { ...moving(), tables: { ...ledgerTables, estimateRows }, signal: stop.signal };
    const takeOver = await servers.copyOf(from);
    await expect(moveLedger(servers.pool, USDT, to, context)).rejects.toThrow('aborted');
    await takeOver();
    const expected = await recordsOn(from);
    await moveToEnd(to);
    expect(await recordsOn(to)).toEqual(expected);
    await expectOnlyOn(to);
    holder = to;
  }, 60_000);

  it('after which the new server does not come back can be taken back, and the move begun again once it does', async () => {
    if (holder === 'db2') await moveToEnd('main');
    const expected = await recordsOn('main');
    const comeBack = await servers.copyOf('db2');
    const onStep = async (step: MoveStep): Promise<void> => {
      if (step === 'pause') await servers.kill('db2');
    };
    await expect(moveLedger(servers.pool, USDT, 'db2', { ...moving(), onStep })).rejects.toThrow('--undo');
    const said: string[] = [];
    await undoMove(servers.pool, USDT, { ...moving(), progress: (text) => said.push(text) });
    expect(said.join()).toContain('db2 does not answer');
    expect(await recordsOn('main')).toEqual(expected);
    await comeBack();
    const isBack = () => poolOf('db2').query('SELECT 1');
    await expect
      .poll(() =>
        isBack().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await importMore();
    const since = await recordsOn('main');
    await moveToEnd('db2');
    expect(await recordsOn('db2')).toEqual(since);
    await expectOnlyOn('db2');
  }, 60_000);
});
