import type { AssetTransfer } from '@assay/exposure/version-3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inTransaction } from '../../../../platform/db/index.ts';
import { findOrBeginImport, finishReading } from '../import/import-manifest.store.ts';
import { appendStaged } from '../import/staging/append-staged.ts';
import { stageItems } from '../import/staging/staging.store.ts';
import { findLedger, type Ledger } from '../ledgers/ledger.store.ts';
import { secondOf } from '../positions.ts';
import { buildFlows } from './build-flows.ts';
import { flowHistory } from './test/histories.ts';
import { wholeSeconds } from './whole-seconds.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const NETWORK = 'ETH';
const USDT = { network: NETWORK, ticker: 'USDT' } as const;
const never = new AbortController().signal;
const { transfers } = flowHistory(3, 'i', 2_400);
const of = (asset: string) => transfers.filter((transfer) => transfer.asset === asset);

async function importAll(records: readonly AssetTransfer[]): Promise<number> {
  const manifest = await findOrBeginImport(database.pool, `${records[0]?.asset} ${records[0]?.block}`, 'csv');
  await inTransaction(database.pool, (client) =>
    stageItems(
      client,
      manifest.id,
      records.map((transfer) => {
        const { asset: ticker, time } = transfer;
        return { what: 'transfer', network: NETWORK, ticker, time, transfer } as const;
      }),
    ),
  );
  await finishReading(database.pool, manifest.id, 0);
  return (await appendStaged(database.pool, () => undefined, never)).added;
}

async function ledgerOf(ticker: string): Promise<Ledger> {
  const ledger = await findLedger(database.pool, NETWORK, ticker);
  if (ledger === null) throw new Error(`no ledger of ${ticker}`);
  return ledger;
}

async function tablesOf({ id }: Ledger): Promise<unknown> {
  const flows = await database.pool.query('SELECT * FROM flows WHERE ledger_id = $1 ORDER BY position', [id]);
  const accounts = await database.pool.query('SELECT * FROM flow_accounts WHERE ledger_id = $1 ORDER BY id', [id]);
  return { flows: flows.rows, accounts: accounts.rows };
}

describe('flows of a ledger that is imported', { timeout: 180_000 }, () => {
  it('follow records behind the last one, and the first import of another asset', async () => {
    const own = of('USDT');
    const middle = own[Math.floor(own.length / 2)]?.time ?? 0;
    const [early, later] = [own.filter(({ time }) => time < middle), own.filter(({ time }) => time >= middle)];
    // More than a thousand each: these are loaded, and appended in one stream.
    expect(Math.min(await importAll(early), later.length, of('ETH').length)).toBeGreaterThan(1_000);
    await buildFlows(database.pool, USDT);
    const ledger = await ledgerOf('USDT');
    await importAll(later);
    const before = await tablesOf(ledger);
    await importAll(of('ETH'));
    const kept = await tablesOf(ledger);
    expect(kept).not.toEqual(before);
    await buildFlows(database.pool, USDT);
    expect(await tablesOf(ledger)).toEqual(kept);
  });

  it.each([1, 2, 7, 40])('are made of whole seconds, %i records at once', async (atOnce) => {
    const { id } = await ledgerOf('USDT');
    const seconds: number[] = [];
    let count = 0;
    await inTransaction(database.pool, async (client) => {
      for await (const records of wholeSeconds(client, id, -1, atOnce)) {
        const own = new Set(records.map(({ position }) => secondOf(position)));
        expect(own.size === 1 || records.length <= atOnce).toBe(true);
        seconds.push(...own);
        count += records.length;
      }
    });
    expect(new Set(seconds).size).toBe(seconds.length);
    const stored = await database.pool.query('SELECT FROM transfers WHERE ledger_id = $1', [id]);
    expect(count).toBe(stored.rowCount);
  });
});
