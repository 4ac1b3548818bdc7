import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FEE_SINK, ISSUER, type Label, type RawTransfer } from '@assay/exposure';
import { accountGraph } from '@assay/testkit';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { inTransaction } from '../../../platform/db/index.ts';
import { appendTransfers } from '../transfers/append/append-transfers.ts';
import { ensureLedger } from '../transfers/ledgers/ledger.store.ts';
import { type ExportRequest, exportTransfers } from './export-transfers.ts';

const MAX_UINT256 = 2n ** 256n - 1n;
const PAGE = fileURLToPath(new URL('../../../../../../docs/operations/export.md', import.meta.url));
const RISKY = ['sanctions', 'mixer', 'scam'];
const USDT = { network: 'TRX', ticker: 'USDT' } as const;
const WIDE = { network: 'TRX', ticker: 'WIDE' } as const;

let database: TestDatabase;
let dir: string;
beforeAll(async () => {
  [database, dir] = [await testDatabase(), await mkdtemp(path.join(tmpdir(), 'export-'))];
  await hold('USDT', graph.transfers);
  await hold('WIDE', wide);
});
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});

/** How many transfers there are of each kind, and what they move together. */
function sumBy(some: readonly RawTransfer[], keyOf: (one: RawTransfer) => string) {
  const sums = new Map<string, { count: number; amount: bigint }>();
  for (const one of some) {
    const { count, amount } = sums.get(keyOf(one)) ?? { count: 0, amount: 0n };
    sums.set(keyOf(one), { count: count + 1, amount: amount + one.amount });
  }
  return sums;
}

async function hold(ticker: string, add: readonly RawTransfer[]): Promise<void> {
  const ledger = await ensureLedger(database.pool, 'TRX', ticker);
  await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add }));
}

const graph = accountGraph({ seed: 4, accounts: 60, transfers: 900 });
/** Amounts beyond every integer of a machine. */
const wide = graph.transfers.map((one, index) => {
  const amount = [2n ** 53n, 10n ** 38n - 1n, 10n ** 38n, MAX_UINT256][index % 97];
  return { ...one, amount: amount ?? one.amount };
});
const records = graph.transfers.filter(({ amount, from, to }) => amount > 0n && from !== to);
/** Those with the most records. */
const [SUBJECT = '', MIXER = '', EXCHANGE = ''] = [...sumBy(records, ({ to }) => to)]
  .sort((a, b) => b[1].count - a[1].count)
  .map(([address]) => address);

const label = (category: Label['category'], more: Partial<Label> = {}): Label => ({
  ...{ entity: `an owner (${category})`, category, confidence: 90, source: 'mine', sourceUrl: null, sourceDate: null },
  ...{ validFrom: null, validTo: null, origin: 'given', ...more },
});
const LABELS: ReadonlyMap<string, readonly Label[]> = new Map([
  [MIXER, [label('mixer'), label('scam', { confidence: 40, validFrom: 1_500_000_000, validTo: 1_600_000_000 })]],
  [EXCHANGE, [label('exchange_licensed', { origin: 'derived', derivedBy: 'deposit_address' })]],
]);

async function exported(name: string, more: Partial<ExportRequest> = {}) {
  const folder = path.join(dir, name);
  const manifest = await exportTransfers(database.pool, {
    ...{ folder, assets: [USDT], signal: new AbortController().signal, onProgress: () => undefined },
    labels: async () => ({
      digest: 'd'.repeat(64),
      labelsOf: async (_network, asked) => asked.map((address) => LABELS.get(address) ?? []),
    }),
    limits: { groupRows: 100, fileRows: 300 },
    ...more,
  });
  return { folder, manifest };
}

/** DuckDB, which shares no code with what wrote the files. */
async function inDuckDb<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
  }
}

async function rowsOf(connection: DuckDBConnection, statement: string): Promise<readonly (readonly unknown[])[]> {
  const reader = await connection.runAndReadAll(statement);
  return reader
    .getRows()
    .map((row) => row.map((cell) => (typeof cell === 'object' && cell !== null ? String(cell) : cell)));
}

describe('an export of transfer ledgers', { timeout: 60_000 }, () => {
  it('holds every record, amounts to the last unit, for a reader that shares no code with the writer', async () => {
    const { folder, manifest } = await exported('wide', { assets: [WIDE] });
    const { rows } = await database.pool.query<Readonly<Record<string, string | number | null>>>(
      `SELECT t.position, t.time, t.block, t.transaction_index, t.kind, t.record_index, t.ordinal, f.address AS from,
              r.address AS to, t.amount, t.inflow_share, t.covered, t.outflow_share, t.transaction_id
         FROM ledgers l JOIN transfers t ON t.ledger_id = l.id
         JOIN accounts f ON f.ledger_id = l.id AND f.id = t.from_id
         JOIN accounts r ON r.ledger_id = l.id AND r.id = t.to_id
        WHERE l.ticker = 'WIDE' ORDER BY t.position`,
    );
    const expected = rows.map((row) => Object.values(row).map(String));
    const table = (name: string) => `read_parquet('${folder}/${name}/network=TRX/asset=WIDE/*.parquet')`;
    const found = await inDuckDb((connection) =>
      rowsOf(
        connection,
        `SELECT position, epoch(time)::BIGINT, block, transaction_index,
                list_position(['fee', 'native', 'internal', 'token'], kind) - 1, record_index, ordinal, f.address, r.address,
                coalesce(amount::VARCHAR, wide_amount), inflow_share, covered, outflow_share, transaction_id
           FROM ${table('transfers')} t JOIN ${table('accounts')} f ON f.account = from_account
                                        JOIN ${table('accounts')} r ON r.account = to_account
          ORDER BY position`,
      ),
    );
    expect(found.map((row) => row.map(String))).toEqual(expected);
    for (const amount of [10n ** 38n - 1n, 10n ** 38n, MAX_UINT256]) {
      expect(expected.some((row) => row.includes(String(amount)))).toBe(true);
    }
    expect(manifest.ledgers).toMatchObject([{ asset: 'WIDE', decimals: null, transfers: { rows: expected.length } }]);
  });

  it('is described by its manifest: files with rows, bytes and digests, and no other file', async () => {
    const { folder, manifest } = await exported('described', { assets: [USDT, WIDE] });
    expect(JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest);
    const [usdt] = manifest.ledgers;
    expect(usdt).toMatchObject({
      ...{ network: 'TRX', asset: 'USDT', decimals: 6, complete: false, labelDigest: 'd'.repeat(64) },
      firstTime: Math.min(...records.map(({ time }) => time)),
      lastTime: Math.max(...records.map(({ time }) => time)),
      transfers: { rows: records.length },
      labels: { rows: 3 },
    });
    expect(usdt?.transfers.files.length).toBe(Math.ceil(records.length / 300));
    const files = manifest.ledgers
      .flatMap((one) => [one.transfers, one.accounts, one.labels])
      .flatMap((one) => one.files);
    for (const { path: name, bytes, sha256 } of files) {
      const content = await readFile(path.join(folder, name));
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    }
    const found = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(found).toHaveLength(files.length + 1);
    for (const { parentPath, name } of found) {
      const { mode } = await stat(path.join(parentPath, name));
      expect(mode & 0o077, name).toBe(0);
    }
  });

  it('is written into an empty folder alone, and has no manifest where it was interrupted', async () => {
    await exported('once');
    await expect(exported('once')).rejects.toThrow('is not empty');
    const stop = new AbortController();
    const cut = exported('cut', { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(cut).rejects.toThrow();
    expect(await readdir(path.join(dir, 'cut'))).not.toContain('manifest.json');
  });
});

describe('the questions of the page on exports', { timeout: 60_000 }, () => {
  let connection: DuckDBConnection;
  let questions: readonly string[];
  beforeAll(async () => {
    const { folder } = await exported('asked', { assets: [USDT, WIDE] });
    const [views = '', ...others] = [...(await readFile(PAGE, 'utf8')).matchAll(/^```sql\n(.*?)^```$/gms)].map(
      ([, statement = '']) => statement,
    );
    connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
    await connection.run(views.replaceAll('/data/export', folder));
    await connection.run(`SET VARIABLE address = '${SUBJECT}'`);
    questions = others;
  });
  afterAll(() => connection.closeSync());

  /** Rows of a question, by its place on the page. */
  const ask = (index: number) => rowsOf(connection, questions[index] ?? '');
  const byAmount = (sums: ReturnType<typeof sumBy>) =>
    [...sums]
      .map(([address, { count, amount }]) => [address, BigInt(count), String(amount), 0n] as const)
      .sort((a, b) => Number(BigInt(b[2]) - BigInt(a[2])) || (a[0] < b[0] ? -1 : 1));

  it('are five', () => {
    expect(questions).toHaveLength(5);
  });

  it('name who paid an address and whom it paid, with what they moved', async () => {
    const [incoming, outgoing] = [
      records.filter(({ to }) => to === SUBJECT),
      records.filter(({ from }) => from === SUBJECT),
    ];
    expect(incoming.length * outgoing.length).toBeGreaterThan(0);
    expect(await ask(0)).toEqual(byAmount(sumBy(incoming, ({ from }) => from)));
    expect(await ask(1)).toEqual(byAmount(sumBy(outgoing, ({ to }) => to)));
  });

  it('name its counterparties by amount, with their categories', async () => {
    const received = sumBy(
      records.filter(({ to }) => to === SUBJECT),
      ({ from }) => from,
    );
    const sent = sumBy(
      records.filter(({ from }) => from === SUBJECT),
      ({ to }) => to,
    );
    const amountOf = (sums: typeof sent, address: string) => sums.get(address)?.amount ?? 0n;
    const expected = [...new Set([...received.keys(), ...sent.keys()])]
      .map((address) => ({ address, received: amountOf(received, address), sent: amountOf(sent, address) }))
      .sort((a, b) => Number(b.received + b.sent - a.received - a.sent) || (a.address < b.address ? -1 : 1))
      .slice(0, 100);
    const categories = (address: string) =>
      address === MIXER ? 'mixer, scam' : address === EXCHANGE ? 'exchange_licensed' : null;
    expect(expected.map(({ address }) => address)).toEqual(expect.arrayContaining([MIXER, EXCHANGE]));
    expect(await ask(2)).toEqual(
      expected.map((one) => [one.address, String(one.received), String(one.sent), categories(one.address)]),
    );
  });

  it('compute exposure of the whole ledger one step deep', async () => {
    const risky = new Set(
      [...LABELS].filter(([, labels]) => labels.some(({ category }) => RISKY.includes(category))).map(([one]) => one),
    );
    const toAccounts = records.filter(({ to }) => to !== FEE_SINK && to !== ISSUER);
    const totals = sumBy(toAccounts, ({ to }) => to);
    const shares = [
      ...sumBy(
        toAccounts.filter(({ from }) => risky.has(from)),
        ({ to }) => to,
      ),
    ]
      .map(([address, { amount }]) => ({ address, share: Number(amount) / Number(totals.get(address)?.amount) }))
      .sort((a, b) => b.share - a.share || (a.address < b.address ? -1 : 1));
    const found = await ask(3);
    expect(found.map(([address]) => address)).toEqual(shares.map(({ address }) => address));
    for (const [index, [, share]] of found.entries()) expect(share).toBeCloseTo(shares[index]?.share ?? 0, 12);
    expect(shares.length).toBeGreaterThan(1);
  });

  it('count and sum by month', async () => {
    const monthOf = ({ time }: RawTransfer) => new Date(time * 1000).toISOString().slice(0, 7);
    const senders = (month: string) =>
      new Set(records.filter((one) => monthOf(one) === month).map(({ from }) => from)).size;
    const expected = [...sumBy(records, monthOf)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, { count, amount }]) => [month, BigInt(count), BigInt(senders(month)), String(amount), 0n]);
    expect(await ask(4)).toEqual(expected);
  });
});
