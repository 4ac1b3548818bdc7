import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../../test/support/database.ts';
import type { TransferFormat } from '../formats/formats.ts';
import { type ImportSummary, importTransfers } from '../import-transfers.ts';

let dir: string;
/** The database of the running test. */
export let database: TestDatabase;
let made = 0;

/** Gives the file of tests that calls it a folder of its own, and each test a database. */
export function prepareTransferImports(): void {
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'assay-import-'));
  });
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.drop());
  afterAll(() => rm(dir, { recursive: true, force: true }));
}

async function fileOf(content: string | Buffer, ending = 'csv'): Promise<string> {
  made += 1;
  const file = path.join(dir, `file-${made}.${ending}`);
  await writeFile(file, content);
  return file;
}

export async function importing(
  format: TransferFormat,
  content: string | Buffer,
  again = false,
): Promise<ImportSummary> {
  const signal = AbortSignal.timeout(60_000);
  return importTransfers(database.pool, {
    format,
    network: null,
    asset: null,
    files: [await fileOf(content)],
    again,
    signal,
  });
}

/** Records as one line each, in order. */
export async function transfersOf(ticker: string): Promise<string[]> {
  const found = await database.pool.query<{ line: string }>(
    `SELECT concat_ws(' ', t.block, (ARRAY['fee', 'native', 'internal', 'token'])[t.kind + 1], right(f.address, 4), '>',
                      right(r.address, 4), t.amount, t.inflow_share, t.covered, t.outflow_share::real) AS line
       FROM transfers t JOIN accounts f ON f.id = t.from_id JOIN accounts r ON r.id = t.to_id
       JOIN ledgers l ON l.id = t.ledger_id WHERE l.ticker = $1 ORDER BY t.position`,
    [ticker],
  );
  return found.rows.map(({ line }) => line);
}

/** Runs a part of a test with a database of its own. */
export async function withFreshDatabase(work: () => Promise<void>): Promise<void> {
  const outer = database;
  const fresh = await testDatabase();
  database = fresh;
  try {
    await work();
  } finally {
    database = outer;
    await fresh.drop();
  }
}

export const account = (digits: string): string => `0x${digits.padStart(40, 'e')}`;
