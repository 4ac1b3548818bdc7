import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { address, EXCHANGE, payments } from '../../../../test/support/made-records.ts';
import { refreshAfterChange } from '../../../jobs/refresh-after-change.ts';
import { importLabels, withdrawLabel } from '../../labels/index.ts';
import { importTransfers } from '../../transfers/index.ts';
import { readStateMark } from './state-mark.store.ts';

describe('the mark of a state', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await testDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'assay-mark-'));
    await label('exchange_licensed');
    await importing(payments('USDT', 1, 200));
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

  async function importing(content: string): Promise<void> {
    const file = path.join(folder, 'records.csv');
    await writeFile(file, content);
    const signal = AbortSignal.timeout(60_000);
    await importTransfers(database.pool, {
      ...{ format: 'csv', network: null, asset: null, files: [file] },
      ...{ again: true, signal },
    });
  }

  const nothingFrom = (number: number): string =>
    `network,asset,from,to,amount,time,transaction,sequence\nETH,USDT,${address(number)},${address(3)},0,1700000000,0x${'f'.repeat(64)},0\n`;
  const statement = { network: 'ETH', address: EXCHANGE, source: 'test', entity: 'Somebody', category: 'sanctions' };
  const signal = AbortSignal.timeout(60_000);

  it.each<[string, () => Promise<unknown>]>([
    ['records', () => importing(payments('USDT', 201, 20))],
    ['records of another ledger', () => importing(payments('ETH', 1, 20))],
    ['amounts of zero alone', () => importing(nothingFrom(7))],
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
