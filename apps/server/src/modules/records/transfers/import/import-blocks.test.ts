import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { importTransfers } from './import-transfers.ts';
import { framed } from './test/build-block.ts';
import { BLOCK_0, BLOCK_1, BLOCK_170 } from './test/known-blocks.ts';

let dir: string;
let database: TestDatabase;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'assay-import-blocks-'));
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

it('takes blocks from several files into the records, lists the others with their reason, and knows the files again', async () => {
  const files = [path.join(dir, 'blk00000.dat'), path.join(dir, 'blk00001.dat')] as const;
  await writeFile(files[0], framed([BLOCK_1, BLOCK_170]));
  await writeFile(files[1], framed([BLOCK_0]));
  const signal = AbortSignal.timeout(60_000);
  const request = { format: 'bitcoin-blocks', network: null, asset: null, files, signal } as const;
  const summary = await importTransfers(database.pool, request);
  // Nothing named leads from block 170 to the first one.
  expect(summary).toMatchObject({ added: 2, counts: { rows: 3, read: 2, rejected: 1 } });
  const held = await database.pool.query(
    `SELECT t.block::int, a.address, o.amount::text FROM coin_transactions t
       JOIN coin_outputs o ON o.created_by = t.id JOIN accounts a ON a.id = o.owner_id`,
  );
  expect(held.rows).toEqual([{ block: 1, address: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX', amount: '5000000000' }]);
  const rejects = await database.pool.query('SELECT reason FROM transfer_import_rejects');
  expect(rejects.rows).toEqual([{ reason: expect.stringContaining('its height is unknown') }]);
  expect(await importTransfers(database.pool, request)).toMatchObject({ already: true, added: 0 });
  expect(await importTransfers(database.pool, { ...request, again: true })).toMatchObject({ added: 0, duplicates: 2 });
}, 60_000);
