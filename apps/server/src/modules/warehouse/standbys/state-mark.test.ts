import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { address, EXCHANGE, payments } from '../../../../test/support/made-records.ts';
import { inTransaction } from '../../../platform/db/index.ts';
import { importLabels, withdrawLabel } from '../../labels/index.ts';
import { undoBlocks } from '../../records/transfers/append/undo-blocks.ts';
import { discardImport } from '../../records/transfers/import/import-manifest.store.ts';
import { importTransfers } from '../../records/transfers/import/import-transfers.ts';
import { findLedger } from '../../records/transfers/ledgers/ledger.store.ts';
import { refreshAfterChange } from '../../records/transfers/refresh-after-change.ts';
import { readStateMark } from './replay.store.ts';

describe('the mark of a state', () => {
  let database: TestDatabase;
  let folder: string;
  let begun: number;
  beforeAll(async () => {
    database = await testDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'assay-mark-'));
    await label('exchange_licensed');
    await importing(payments('USDT', 1, 200));
    await importing(nothingFrom(8, LATER));
    begun = await beginImport();
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  async function label(category: string): Promise<void> {
    const file = path.join(folder, 'labels.jsonl');
    const line = { network: 'ETH', address: EXCHANGE, entity: 'Somebody', category, confidence: 100 };
    await writeFile(file, JSON.stringify({ ...line, source_date: '2024-01-01' }));
    await importLabels(database.pool, { format: 'jsonl', locations: [file], setName: 'test', origin: 'import' });
  }

  async function importing(content: string, format: 'csv' | 'ethereum-etl-receipts' = 'csv'): Promise<void> {
    const file = path.join(folder, 'records.csv');
    await writeFile(file, content);
    const signal = AbortSignal.timeout(60_000);
    await importTransfers(database.pool, {
      ...{ format, network: null, asset: null, files: [file] },
      ...{ again: true, signal },
    });
  }

  const LATER = 1_790_000_000;
  const nothingFrom = (number: number, time = 1_700_000_000): string =>
    `network,asset,from,to,amount,time,transaction,sequence\nETH,USDT,${address(number)},${address(3)},0,${time},0x${'f'.repeat(64)},0\n`;
  const failed = `transaction_hash,transaction_index,block_number,gas_used,status\n0x${'a'.repeat(64)},0,100,21000,0\n`;

  /** As when blocks are taken back that have no other transfers. */
  async function undoNothing(): Promise<void> {
    await inTransaction(database.pool, async (client) => {
      const ledger = await findLedger(client, 'ETH', 'USDT');
      if (ledger !== null) await undoBlocks(client, ledger, 1_000_000, LATER);
    });
  }

  /** As on a former primary whose last change was lost, where another transaction with the same number made it. */
  const otherHistory = () => database.pool.query('UPDATE ledger_changes SET change_id = gen_random_uuid()');

  /** An import that was stopped after it had read that a transaction failed. */
  async function beginImport(): Promise<number> {
    const { rows } = await database.pool.query<{ import_id: string }>(
      `WITH begun AS (
         INSERT INTO transfer_imports (fingerprint, format, state) VALUES ('begun', 'ethereum-etl-receipts', 'reading') RETURNING id)
       INSERT INTO evm_transactions (network, hash, block, transaction_index, status, import_id)
       SELECT 'ETH', '0x${'b'.repeat(64)}', 100, 1, 0, id FROM begun RETURNING import_id`,
    );
    return Number(rows[0]?.import_id);
  }
  const statement = { network: 'ETH', address: EXCHANGE, source: 'test', entity: 'Somebody', category: 'sanctions' };
  const signal = AbortSignal.timeout(60_000);

  it.each<[string, () => Promise<unknown>]>([
    ['records', () => importing(payments('USDT', 201, 20))],
    ['other records of the same revision', otherHistory],
    ['records of another ledger', () => importing(payments('ETH', 1, 20))],
    ['amounts of zero alone', () => importing(nothingFrom(7))],
    ['amounts of zero that are taken back', undoNothing],
    ['that a transaction failed', () => importing(failed, 'ethereum-etl-receipts')],
    ['an import that is discarded', () => inTransaction(database.pool, (client) => discardImport(client, begun))],
    ['labels', () => label('sanctions')],
    ['labels that are derived', () => refreshAfterChange({ pool: database.pool, progress: () => undefined, signal })],
    ['a withdrawn label', () => withdrawLabel(database.pool, statement)],
    ['known contracts', () => database.pool.query(`INSERT INTO evm_contracts VALUES ('ETH', '${address(9)}')`)],
  ])('changes with %s', async (_what, change) => {
    const before = await readStateMark(database.pool);
    expect(await readStateMark(database.pool)).toBe(before);
    await change();
    expect(await readStateMark(database.pool)).not.toBe(before);
  });

  it('stays where nothing that a check reads changes', async () => {
    const before = await readStateMark(database.pool);
    await importing(nothingFrom(7));
    expect(await readStateMark(database.pool)).toBe(before);
  });
});
