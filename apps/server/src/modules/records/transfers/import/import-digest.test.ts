import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Random } from '@assay/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { importTransfers } from './import-transfers.ts';

let database: TestDatabase;
let dir: string;
beforeEach(async () => {
  database = await testDatabase();
  dir = await mkdtemp(path.join(tmpdir(), 'assay-digest-'));
});
afterEach(async () => {
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

const HEADER = 'network,asset,from,to,amount,time,transaction,sequence';
const ACCOUNTS = 700;
const random = new Random(77);
const account = (number: number): string => `0x${(number + 1).toString(16).padStart(40, 'a')}`;

/** Rows in no order of time, some of them zero, transfers to oneself, or written twice. */
function rowsBetween(first: number, last: number, count: number): string[] {
  const rows = Array.from({ length: count }, (_, at) => {
    const time = first + random.below(last - first);
    const amount = random.below(50) === 0 ? 0 : 1 + random.below(1e9);
    const [from, to] = [random.below(ACCOUNTS, 3), random.below(ACCOUNTS, 3)];
    return `ETH,USDT,${account(from)},${account(to)},${amount},${time},0x${time.toString(16).padStart(56, '0')}${at.toString(16).padStart(8, '0')},${at}`;
  });
  return [...rows, ...rows.slice(0, 40)];
}

const files = [
  // An empty asset, with balances from before its first record.
  [
    ...Array.from({ length: 60 }, (_, number) => `ETH,USDT,,${account(number)},${1 + random.below(1e12)},,,`),
    ...rowsBetween(1_600_000_000, 1_600_050_000, 3_000),
  ],
  // Behind what is stored.
  rowsBetween(1_600_060_000, 1_600_090_000, 2_000),
  // Late records among others.
  rowsBetween(1_600_040_000, 1_600_100_000, 1_500),
];

/** Every stored byte of the records and what follows from them, account numbers included. */
async function digestOfLedger(): Promise<string> {
  const hash = createHash('sha256');
  for (const query of [
    'SELECT * FROM transfers ORDER BY ledger_id, position',
    'SELECT * FROM accounts ORDER BY ledger_id, id',
    'SELECT id, network, ticker, from_beginning, revision, records, addresses FROM ledgers ORDER BY id',
    'SELECT ledger_id, revision, from_position, late_seconds FROM ledger_changes ORDER BY ledger_id, revision',
    'SELECT * FROM zero_amounts ORDER BY zero_amounts::text',
  ]) {
    const { rows } = await database.pool.query(`SELECT row_to_json(one)::text AS row FROM (${query}) AS one`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) hash.update(`${row}\n`);
  }
  return hash.digest('hex');
}

async function importAll(interrupt: boolean): Promise<void> {
  for (const [at, rows] of files.entries()) {
    const file = path.join(dir, `${at}.csv`);
    await writeFile(file, `${[HEADER, ...rows].join('\n')}\n`);
    const source = { format: 'csv', network: null, asset: null } as const;
    const request = { ...source, files: [file], signal: new AbortController().signal };
    const isCut = { ...request, onProgress: () => expect.fail('cut off') };
    if (interrupt) await expect(importTransfers(database.pool, isCut)).rejects.toThrow('cut off');
    await importTransfers(database.pool, request);
  }
}

/** Of the same files, before staged transfers were kept in memory. */
const DIGEST = '37b8a95a57c29dc4749610f7e4f12ab499497056aedde8959377dd7bf79d9498';

it.each([
  ['in one run', false],
  ['by a run that finds staged what an interrupted one has read', true],
])('three imported files are stored byte for byte as ever, %s', async (_name, isInterrupted) => {
  await importAll(isInterrupted);
  expect(await digestOfLedger()).toBe(DIGEST);
  expect((await database.pool.query('SELECT FROM staged_transfers')).rowCount).toBe(0);
});
