import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.ts';
import { type LedgerServers, openLedgerServersForTest } from '../../test/support/ledger-servers.ts';
import type { Pool } from '../db/index.ts';
import { OPERATOR } from '../features/checks/index.ts';
import { importLabels } from '../features/labels/index.ts';
import { type MoveContext, moveLedger } from '../features/placement/index.ts';
import { importTransfers, ledgerTables, recordsHeld } from '../features/transfers/index.ts';
import { refreshAfterChange } from '../jobs/refresh-after-change.ts';
import { wireChecks } from './wiring.ts';

const address = (number: number): string => `0x${number.toString(16).padStart(40, '1')}`;
const EXCHANGE = address(1);
const USDT = { network: 'ETH', ticker: 'USDT' } as const;

/** Chains of payments from a labelled exchange through many accounts, in whole tokens, from a second on. */
function payments(asset: string, first: number, count: number): string {
  const rows = ['network,asset,from,to,amount,time,transaction,sequence'];
  for (let at = first; at < first + count; at += 1) {
    const [from, to] = at % 3 === 0 ? [1, (at % 97) + 2] : [((at - 1) % 97) + 2, ((at * 7) % 89) + 2];
    const id = `0x${asset === 'ETH' ? 'e' : 'd'}${at.toString(16).padStart(63, '0')}`;
    rows.push(`ETH,${asset},${address(from)},${address(to)},${(at % 50) + 1},${1_600_000_000 + at * 60},${id},0`);
  }
  return `${rows.join('\n')}\n`;
}

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

  async function importing(content: string): Promise<void> {
    files += 1;
    const file = path.join(folder, `records-${files}.csv`);
    await writeFile(file, content);
    for (const pool of [servers.pool, single.pool]) {
      const signal = AbortSignal.timeout(60_000);
      await importTransfers(pool, { format: 'csv', network: null, asset: null, files: [file], signal });
      await refreshAfterChange({ pool, progress: () => undefined, signal });
    }
  }

  function move(to: string, context: Partial<MoveContext> = {}) {
    return moveLedger(servers.pool, USDT, to, {
      tables: ledgerTables,
      urlOf: (name) => servers.urls.get(name) ?? '',
      progress: () => undefined,
      signal: AbortSignal.timeout(60_000),
      ...context,
    });
  }

  async function resultOf(pool: Pool, ticker: string, number: number): Promise<unknown> {
    const failed = (fault: object, message: string) => expect.fail(`${message}: ${JSON.stringify(fault)}`);
    const clock = { now: () => new Date('2026-01-01') };
    const { checks } = wireChecks(pool, { warn: failed, error: failed }, { clock });
    const asked = { address: address(number), ticker, parent: ticker === 'ETH' ? null : 'ETH' };
    const { result } = await checks.runCheck(OPERATOR, asked);
    return JSON.parse(result ?? '');
  }

  async function expectSameResults(): Promise<void> {
    for (const ticker of ['USDT', 'ETH']) {
      for (const number of [5, 40, 77]) {
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
    const there = servers.pool.ledgers?.servers[1]?.pool;
    expect(there === undefined ? null : await on(there)).toEqual([USDT]);
    expect(await recordsHeld(servers.pool)).toEqual(await recordsHeld(single.pool));
    await expectSameResults();
  });
});
