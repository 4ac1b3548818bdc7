import { mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RawTransfer } from '@assay/exposure';
import { accountGraph } from '@assay/testkit';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { inTransaction } from '../../../platform/db/index.ts';
import { appendTransfers, ensureLedger, findLedger, type Ledger } from '../../records/transfers/index.ts';
import { unitsOf } from './files/columns.ts';
import { readManifest } from './files/manifest.ts';
import { readGroups } from './files/read-parquet.ts';
import { verifySegments } from './verify-segments.ts';
import { SegmentsRefusedError, type WriteRequest, writeSegments } from './write-segments.ts';

const MAX_UINT256 = 2n ** 256n - 1n;
const signal = new AbortController().signal;

let database: TestDatabase;
let dir: string;
beforeAll(async () => {
  [database, dir] = [await testDatabase(), await mkdtemp(path.join(tmpdir(), 'segments-'))];
});
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});

async function held(ticker: string, add: readonly RawTransfer[]): Promise<Ledger> {
  const ledger = await ensureLedger(database.pool, 'TRX', ticker);
  await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add }));
  const found = await findLedger(database.pool, 'TRX', ticker);
  if (found === null) throw new Error('no ledger');
  return found;
}

const graph = accountGraph({ seed: 4, accounts: 60, transfers: 900 });
/** As the graph has them, with amounts beyond every integer of a machine. */
const transfers = graph.transfers.map((one, index) => {
  const wide = [2n ** 53n, 10n ** 38n - 1n, 10n ** 38n, MAX_UINT256][index % 97];
  return { ...one, block: one.block + 1, amount: wide ?? one.amount };
});

function request(folder: string, more: Partial<WriteRequest> = {}): WriteRequest {
  const until = { by: 'depth', blocks: 19 } as const;
  return { folder, decimals: 6, until, segmentRecords: 200, signal, onProgress: () => undefined, ...more };
}

/** Every record of the database as text, up to a position. */
async function rowsOfDatabase(ledger: Ledger, last: number): Promise<readonly string[]> {
  const { rows } = await database.pool.query<Readonly<Record<string, string | number | null>>>(
    `SELECT t.position, t.time, t.block, t.transaction_index, t.kind, t.record_index, t.ordinal, f.address AS from,
            r.address AS to, t.amount, t.inflow_share, t.covered, t.outflow_share, t.transaction_id
       FROM transfers t JOIN accounts f ON f.ledger_id = $1 AND f.id = t.from_id
                        JOIN accounts r ON r.ledger_id = $1 AND r.id = t.to_id
      WHERE t.ledger_id = $1 AND t.position <= $2 ORDER BY t.position`,
    [ledger.id, last],
  );
  return rows.map((row) =>
    Object.values(row)
      .filter((cell) => cell !== null)
      .join('|'),
  );
}

const KINDS = ['fee', 'native', 'internal', 'token'];

/** The same by DuckDB, which shares no code with what wrote the files. */
async function rowsByDuckDb(folder: string): Promise<readonly string[]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const table = (name: string) =>
    `read_parquet('${folder}/${name}/network=TRX/asset=*/*.parquet', hive_partitioning = true)`;
  const reader = await connection.runAndReadAll(
    `SELECT position, epoch(time)::BIGINT, block, transaction_index, kind, record_index, ordinal, f.address, r.address,
            coalesce(amount::VARCHAR, wide_amount), inflow_share, covered, outflow_share, transaction_id
       FROM ${table('transfers')} t JOIN ${table('accounts')} f ON f.account = from_account
                                    JOIN ${table('accounts')} r ON r.account = to_account
      ORDER BY position`,
  );
  const rows = reader.getRows();
  connection.closeSync();
  return rows.map((row) =>
    row
      .flatMap((cell, index) => (cell === null ? [] : [index === 4 ? KINDS.indexOf(String(cell)) : String(cell)]))
      .join('|'),
  );
}

/** A cell's text; none of a cell that is null. */
function textOf(cell: unknown): readonly string[] {
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'bigint' ? [String(cell)] : [];
}

/** The same by hyparquet. */
async function rowsByHyparquet(folder: string, ledger: Ledger): Promise<readonly string[]> {
  const manifest = await readManifest(folder, { network: 'TRX', asset: ledger.ticker });
  const addresses = new Map<unknown, unknown>();
  const lines: string[] = [];
  for (const { accounts, transfers: file } of manifest?.segments ?? []) {
    for await (const { rows, account, address } of readGroups(folder, accounts, 'accounts', ['account', 'address'])) {
      for (let row = 0; row < rows; row += 1) addresses.set(account[row], address[row]);
    }
    const columns = [
      'position',
      'time',
      'block',
      'transaction_index',
      'kind',
      'record_index',
      'ordinal',
      'from_account',
      'to_account',
      'amount',
      'wide_amount',
      'inflow_share',
      'covered',
      'outflow_share',
      'transaction_id',
    ] as const;
    for await (const group of readGroups(folder, file, 'transfers', columns)) {
      for (let row = 0; row < group.rows; row += 1) {
        const { amount, kind, from_account: from, to_account: to, wide_amount: wide } = group;
        const decimal = amount[row];
        const cells = [
          ...[group.position[row], group.time[row], group.block[row], group.transaction_index[row]],
          ...[KINDS.indexOf(String(kind[row])), group.record_index[row], group.ordinal[row]],
          ...[addresses.get(from[row]), addresses.get(to[row])],
          decimal instanceof Uint8Array ? unitsOf(decimal) : wide[row],
          ...[group.inflow_share[row], group.covered[row], group.outflow_share[row], group.transaction_id[row]],
        ];
        lines.push(cells.flatMap(textOf).join('|'));
      }
    }
  }
  return lines;
}

describe('segments of a transfer ledger', { timeout: 60_000 }, () => {
  it('hold what the database holds below finality, for DuckDB and for hyparquet, amounts to the last unit', async () => {
    const ledger = await held('USDT', transfers);
    const folder = path.join(dir, 'all');
    const { manifest, segments, records } = await writeSegments(database.pool, ledger, request(folder));
    const newest = Math.max(...transfers.map(({ block }) => block));
    const expected = await rowsOfDatabase(ledger, manifest.lastPosition ?? 0);
    const final = transfers.filter(({ block, amount, from, to }) => block <= newest - 19 && amount > 0n && from !== to);
    expect(expected).toHaveLength(final.length);
    expect(segments).toBeGreaterThan(3);
    expect(records).toBe(expected.length);
    for (const wide of [10n ** 38n - 1n, 10n ** 38n, MAX_UINT256]) {
      expect(expected.some((line) => line.includes(`|${wide}|`))).toBe(true);
    }
    expect(await rowsByDuckDb(folder)).toEqual(expected);
    expect(await rowsByHyparquet(folder, ledger)).toEqual(expected);
    const again = await writeSegments(database.pool, ledger, request(folder));
    expect(again).toMatchObject({ segments: 0, records: 0, manifest });
  });

  it('are appended to, and no file that was written is written again', async () => {
    const early = transfers.filter(({ block }) => block <= 100);
    const late = transfers.filter(({ block }) => block > 100);
    const ledger = await held('APPENDED', early);
    const folder = path.join(dir, 'appended');
    const first = await writeSegments(database.pool, ledger, request(folder));
    await held('APPENDED', late);
    const second = await writeSegments(database.pool, ledger, request(folder));
    expect(second.segments).toBeGreaterThan(0);
    expect(second.manifest.segments.slice(0, first.manifest.segments.length)).toEqual(first.manifest.segments);
    expect(await rowsByDuckDb(folder)).toEqual(await rowsOfDatabase(ledger, second.manifest.lastPosition ?? 0));
    expect(await verifySegments(folder, second.manifest, { signal, onProgress: () => undefined })).toMatchObject({
      problems: [],
      unnamed: [],
    });
  });

  it('count only once the manifest names them: a write that is cut off leaves whole segments, and the next resumes', async () => {
    const ledger = await held('CUT', transfers);
    const folder = path.join(dir, 'cut');
    const stop = new AbortController();
    const cut = request(folder, {
      signal: stop.signal,
      onProgress: (records) => {
        if (records > 400) stop.abort();
      },
    });
    await expect(writeSegments(database.pool, ledger, cut)).rejects.toThrow();
    const left = await readManifest(folder, { network: 'TRX', asset: 'CUT' });
    expect(left?.records).toBeGreaterThan(0);
    if (left === null) throw new Error('no manifest');
    // What a kill between a file and the manifest leaves.
    const files = path.join(folder, 'transfers/network=TRX/asset=CUT');
    await writeFile(path.join(files, `${String(left.next.number).padStart(8, '0')}.parquet`), 'half');
    await writeFile(path.join(files, `_${String(left.next.number).padStart(8, '0')}.parquet.new`), 'half');
    const { manifest } = await writeSegments(database.pool, ledger, request(folder));
    expect(manifest.segments.slice(0, left.segments.length)).toEqual(left.segments);
    expect(await readdir(files)).toHaveLength(manifest.segments.length);
    expect(await rowsByHyparquet(folder, ledger)).toEqual(await rowsOfDatabase(ledger, manifest.lastPosition ?? 0));
  });

  it('are refused once a late record changed what they hold, and written again in another folder', async () => {
    const [late, ...others] = transfers.filter(({ block }) => block <= 200);
    if (late === undefined) throw new Error('no transfers');
    const ledger = await held('LATE', others);
    const folder = path.join(dir, 'late');
    await writeSegments(database.pool, ledger, request(folder));
    await held('LATE', [{ ...late, to: 'wallet-1', from: 'wallet-2', amount: 5n }]);
    const again = writeSegments(database.pool, ledger, request(folder));
    await expect(again).rejects.toThrow(SegmentsRefusedError);
    await expect(again).rejects.toThrow('have changed since they were written');
    const other = path.join(dir, 'late-again');
    const { manifest } = await writeSegments(database.pool, ledger, request(other));
    expect(await rowsByDuckDb(other)).toEqual(await rowsOfDatabase(ledger, manifest.lastPosition ?? 0));
  });

  it('are refused where another database wrote them, and where no block says what is final', async () => {
    const ledger = await held('OTHER', transfers.slice(0, 400));
    const folder = path.join(dir, 'other');
    await writeSegments(database.pool, ledger, request(folder));
    await database.pool.query('DELETE FROM segment_sets WHERE ledger_id = $1', [ledger.id]);
    await expect(writeSegments(database.pool, ledger, request(folder))).rejects.toThrow('segments of another database');
    const blockless = await held(
      'BLOCKLESS',
      graph.transfers.slice(0, 100).map((one) => ({ ...one, block: 0 })),
    );
    await expect(writeSegments(database.pool, blockless, request(path.join(dir, 'none')))).rejects.toThrow('--until');
    const until = { by: 'time', second: 2 ** 32 - 1 } as const;
    const { records } = await writeSegments(database.pool, blockless, request(path.join(dir, 'none'), { until }));
    expect(records).toBe((await rowsOfDatabase(blockless, Number.MAX_SAFE_INTEGER)).length);
  });

  it('are verified by their digests: a changed, a shortened and a missing file are named', async () => {
    const ledger = await held('VERIFIED', transfers);
    const folder = path.join(dir, 'verified');
    const { manifest } = await writeSegments(database.pool, ledger, request(folder));
    const [first, second, third] = manifest.segments;
    if (first === undefined || second === undefined || third === undefined) throw new Error('too few segments');
    const changed = path.join(folder, first.transfers.path);
    const bytes = await readFile(changed);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await writeFile(changed, bytes);
    await truncate(path.join(folder, second.accounts.path), 10);
    await rename(path.join(folder, third.transfers.path), path.join(folder, 'elsewhere'));
    const { problems } = await verifySegments(folder, manifest, { signal, onProgress: () => undefined });
    expect(problems).toEqual([
      { path: first.transfers.path, is: 'of other content' },
      { path: second.accounts.path, is: 'of another size' },
      { path: third.transfers.path, is: 'missing' },
    ]);
  });
});
