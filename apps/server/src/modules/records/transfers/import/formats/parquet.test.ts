import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../../test/support/database.ts';
import { columnsOf } from '../format-columns.ts';
import { importTransfers } from '../import-transfers.ts';
import type { TransferFormat } from './formats.ts';
import { openRows } from './open-rows.ts';
import type { Row } from './row.ts';
import { describeFiles } from './source-files.ts';

/** Written by DuckDB 1.5, another writer than the one below, with three compressions. */
const fixture = (name: string): string => fileURLToPath(new URL(`../test/duckdb-${name}.parquet`, import.meta.url));

let dir: string;
let database: TestDatabase;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'assay-parquet-test-'));
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

const signal = AbortSignal.timeout(120_000);

async function rowsOf(file: string, format: TransferFormat): Promise<Row[]> {
  const rows: Row[] = [];
  const source = { location: file, name: path.basename(file), sha256: '' };
  for await (const batch of openRows(source, columnsOf({ format, network: null, asset: null }), signal))
    rows.push(...batch);
  return rows;
}

function importing(format: TransferFormat, files: readonly string[]) {
  return importTransfers(database.pool, { format, network: null, asset: null, files, signal });
}

const wei = '1000000000000000000000';

describe('a Parquet file', () => {
  it('gives amounts exactly, times as seconds and only the requested columns', async () => {
    const rows = await rowsOf(fixture('transactions.zstd'), 'ethereum-etl-transactions');
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(rows[0]?.fields).toEqual({
      hash: `0x${'1'.padStart(64, '0')}`,
      block_number: '100',
      transaction_index: '0',
      from_address: `0x${'a1'.padStart(40, 'e')}`,
      to_address: `0x${'b2'.padStart(40, 'e')}`,
      value: wei,
      gas_price: '10',
      block_timestamp: 1_600_000_000,
    });
    expect(rows[2]?.fields?.['to_address']).toBe('');
  });

  it('gives nested lists of parts, also with amounts of whole coins', async () => {
    const [coinbase, payment] = await rowsOf(fixture('bitcoin.gzip'), 'bitcoin-etl-transactions');
    expect(coinbase?.fields).toMatchObject({ is_coinbase: true, inputs: [] });
    expect(payment?.fields?.['inputs']).toEqual([
      {
        index: '0',
        spent_transaction_hash: '1'.padStart(64, '0'),
        spent_output_index: '0',
        addresses: ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
        value: '5000000000',
      },
    ]);
    expect(payment?.fields?.['outputs']).toMatchObject([
      { value: '4000000000' },
      { addresses: [{}, {}].map(() => expect.any(String)) },
    ]);
  });

  it('is imported together with CSV and JSON of the same format, in one command', async () => {
    const csv = path.join(dir, 'more.csv');
    await writeFile(
      csv,
      `token_address,from_address,to_address,value,transaction_hash,log_index,block_number,block_timestamp
0xdac17f958d2ee523a2206206994597c13d831ec7,0x${'b2'.padStart(40, 'e')},0x${'c3'.padStart(40, 'e')},50,0x${'9'.padStart(64, '0')},0,101,1600000015
`,
    );
    const summary = await importing('ethereum-etl-token-transfers', [fixture('token-transfers.snappy'), csv]);
    expect(summary).toMatchObject({ added: 3, counts: { rows: 3, rejected: 0 }, waiting: 0 });
    expect(await importing('bitcoin-etl-transactions', [fixture('bitcoin.gzip')])).toMatchObject({ added: 2 });
    const held = await database.pool.query<{ amount: string; spent: boolean }>(
      'SELECT amount::text, spent_by IS NOT NULL AS spent FROM coin_outputs ORDER BY coin_outputs.amount DESC',
    );
    expect(held.rows).toEqual([
      { amount: '5000000000', spent: true },
      { amount: '4000000000', spent: false },
      { amount: '999990000', spent: false },
    ]);
  });

  it('can be named by a pattern, where the shell does not expand patterns', async () => {
    const files = await describeFiles([fixture('*').replace('duckdb-*', 'duckdb-*s.*')], signal);
    expect(files.map(({ name }) => name)).toEqual([
      'duckdb-token-transfers.snappy.parquet',
      'duckdb-transactions.zstd.parquet',
    ]);
    await expect(describeFiles(['/no/such/*.parquet'], signal)).rejects.toThrow('No file matches /no/such/*.parquet');
  });

  it('that is gzipped is read too', async () => {
    const packed = path.join(dir, 'packed.parquet.gz');
    await writeFile(packed, gzipSync(await readFile(fixture('transactions.zstd'))));
    expect(await rowsOf(packed, 'ethereum-etl-transactions')).toHaveLength(3);
  });

  it('that is cut short, has a broken footer or lacks the columns is refused with the reason', async () => {
    const whole = await readFile(fixture('transactions.zstd'));
    const broken = path.join(dir, 'broken.parquet');
    for (const bytes of [whole.subarray(0, 900), whole.subarray(0, whole.length - 1), Buffer.from('PAR1')]) {
      await writeFile(broken, bytes);
      await expect(rowsOf(broken, 'ethereum-etl-transactions')).rejects.toThrow(
        'Cannot read broken.parquet as Parquet',
      );
    }
    const middle = Buffer.from(whole);
    middle.fill(0xff, 4, 200);
    await writeFile(broken, middle);
    await expect(rowsOf(broken, 'ethereum-etl-transactions')).rejects.toThrow('Cannot read broken.parquet as Parquet');
    await copyFile(fixture('transactions.zstd'), broken);
    await expect(rowsOf(broken, 'bitcoin-etl-transactions')).rejects.toThrow(
      /no column "block_number"?.*; the columns are hash|no column .*"inputs", "outputs"; the columns are hash/,
    );
  });

  it('with rounded amounts has its rows rejected', async () => {
    const file = path.join(dir, 'rounded.parquet');
    const text = (name: string, data: string[]) => ({ name, data, type: 'STRING' as const });
    await writeFile(
      file,
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            text('token_address', ['0xdac17f958d2ee523a2206206994597c13d831ec7']),
            text('from_address', [`0x${'a1'.padStart(40, 'e')}`]),
            text('to_address', [`0x${'b2'.padStart(40, 'e')}`]),
            { name: 'value', data: [1e18], type: 'DOUBLE' },
            text('transaction_hash', [`0x${'8'.padStart(64, '0')}`]),
            { name: 'log_index', data: [1n], type: 'INT64' },
            { name: 'block_number', data: [100n], type: 'INT64' },
          ],
        }),
      ),
    );
    const summary = await importing('ethereum-etl-token-transfers', [file]);
    expect(summary.counts).toMatchObject({ rows: 1, rejected: 1 });
  });

  it('of any number of row groups is read in order and in parts, each row once', async () => {
    const rows = 121_000;
    const file = path.join(dir, 'groups.parquet');
    await writeFile(
      file,
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: 'number', data: Array.from({ length: rows }, (_, index) => BigInt(index)), type: 'INT64' },
            { name: 'timestamp', data: Array.from({ length: rows }, (_, index) => BigInt(index + 7)), type: 'INT64' },
            { name: 'extra_data', data: Array.from({ length: rows }, (_, index) => `block ${index}`), type: 'STRING' },
          ],
          rowGroupSize: [1, 999, 120_000],
        }),
      ),
    );
    const read = await rowsOf(file, 'ethereum-etl-blocks');
    expect(read).toHaveLength(rows);
    expect(
      read.every(({ fields, number }) => fields?.['number'] === String(number - 1) && !('extra_data' in fields)),
    ).toBe(true);
  });
});
