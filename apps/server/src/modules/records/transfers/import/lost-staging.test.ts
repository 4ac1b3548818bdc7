import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Pool } from '../../../../platform/db/index.ts';
import { StagingChangedError } from './import-manifest.store.ts';
import { importTransfers } from './import-transfers.ts';
import { account, database, prepareTransferImports, transfersOf } from './test/import-fixture.ts';

prepareTransferImports();

/** Two batches, of 5,000 rows and the others. */
const ROWS = 7_000;
const FIRST = 5_000;

/** Takes from the database what its crash may take: the latest batch of a file and its checkpoint, both or neither. */
async function loseRows(from: number): Promise<void> {
  await database.pool.query('DELETE FROM staged_transfers WHERE time >= $1', [1_600_000_000 + from]);
  await database.pool.query('UPDATE transfer_import_files SET rows_read = $1, done = false', [from]);
}

/** Calls `work` once, before what is asked of the database after so many rows were staged. */
function poolThat(work: () => Promise<void>, staged: number): Pool {
  const { pool } = database;
  let isDone = false;
  async function look(): Promise<void> {
    const { rows } = await pool.query<{ read: string }>('SELECT rows_read AS read FROM transfer_import_files');
    if (isDone || Number(rows[0]?.read) !== staged) return;
    isDone = true;
    await work();
  }
  const connect = async () => {
    await look();
    return pool.connect();
  };
  const query = async (text: string, values?: unknown[]) => {
    await look();
    return pool.query(text, values);
  };
  return Object.assign(Object.create(pool) as Pool, { connect, query: query as Pool['query'] });
}

it.each([
  ['an earlier batch', FIRST, 0],
  ['the last batch', ROWS, FIRST],
])(
  'an import ends where the database has lost %s, and its second run appends all rows',
  async (_name, staged, left) => {
    const dir = await mkdtemp(path.join(tmpdir(), 'assay-lost-'));
    const file = path.join(dir, 'transfers.csv');
    const rows = Array.from(
      { length: ROWS },
      (_, row) => `ETH,USDT,${account('a1')},${account('b2')},${row + 1},${1_600_000_000 + row},t${row}`,
    );
    await writeFile(file, ['network,asset,from,to,amount,time,transaction', ...rows, ''].join('\n'));
    const source = { format: 'csv', network: null, asset: null } as const;
    const request = { ...source, files: [file], signal: AbortSignal.timeout(60_000) };

    const first = importTransfers(
      poolThat(() => loseRows(left), staged),
      request,
    );
    await expect(first).rejects.toThrow(StagingChangedError);
    expect(await transfersOf('USDT')).toEqual([]);

    expect(await importTransfers(database.pool, request)).toMatchObject({ added: ROWS });
    expect((await transfersOf('USDT')).length).toBe(ROWS);
    await rm(dir, { recursive: true });
  },
);
