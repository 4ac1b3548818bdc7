import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { exactAccountShares, MemoryAccountStore, type RawTransfer } from '@assay/exposure';
import { Random } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { inTransaction } from '../../db/index.ts';
import { appendTransfers, ensureLedger } from '../../features/transfers/index.ts';

const SCRIPT = fileURLToPath(new URL('test/stream-and-die.ts', import.meta.url));
const RECORDS = 20_000;
const ACCOUNTS = 600;

const random = new Random(5);
const transfers: readonly RawTransfer[] = Array.from({ length: RECORDS }, (_, block) => ({
  block,
  transactionIndex: 0,
  transactionId: `0x${block.toString(16).padStart(64, '0')}`,
  kind: 'token',
  index: 0,
  ordinal: 0,
  from: random.chance(0.05) ? 'issuer' : `0x${random.below(ACCOUNTS, 2).toString(16).padStart(40, 'a')}`,
  to: `0x${random.below(ACCOUNTS, 2).toString(16).padStart(40, 'a')}`,
  amount: random.amount(),
  time: 1_600_000_000 + block,
}));

let whole: TestDatabase;
let killed: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-stream-'));
  [whole, killed] = [await testDatabase(), await testDatabase()];
  for (const { pool } of [whole, killed]) {
    const ledger = await ensureLedger(pool, 'ETH', 'USDT');
    await inTransaction(pool, (client) => appendTransfers(client, ledger, { add: transfers }));
  }
});
afterAll(async () => {
  await whole.drop();
  await killed.drop();
  await rm(folder, { recursive: true });
});

/** Runs the pass; true when it came to its end. */
function run({ url }: TestDatabase, dieAt: string): Promise<boolean> {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, DATABASE_URL: url, CHECKPOINT_DIR: folder, DIE_AT: dieAt },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve(code === 0);
      else reject(new Error(`the pass ended with ${code}`));
    });
  });
}

async function sharesOf({
  pool,
}: TestDatabase): Promise<readonly { address: string; direction: string; key: string; share: number }[]> {
  const found = await pool.query<{ address: string; direction: string; key: string; share: number }>(
    `SELECT a.address, e.direction, e.key, e.share FROM account_exposure e JOIN accounts a ON a.id = e.account_id
      ORDER BY a.address, e.direction, e.key`,
  );
  return found.rows;
}

describe('the streaming pass over all records', { timeout: 120_000 }, () => {
  it('writes what the reference pass finds, for every account and both directions', async () => {
    expect(await run(whole, 'never')).toBe(true);
    const reference = new MemoryAccountStore({ network: 'ETH', transfers, derive: false });
    const input = { records: reference.records, factsOf: (node: number) => reference.factsOf(node), subject: null };
    const written = new Map(
      (await sharesOf(whole)).map((row) => [`${row.address} ${row.direction} ${row.key}`, row.share]),
    );
    let compared = 0;
    for (const direction of ['bwd', 'fwd'] as const) {
      for (const [node, shares] of exactAccountShares(input, direction)) {
        for (const [key, share] of shares) {
          const name = `${reference.factsOf(node).address} ${direction} ${key.split('\n')[0]}`;
          expect(Math.abs((written.get(name) ?? 0) - share)).toBeLessThan(1e-9);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(ACCOUNTS);
  });

  it('goes on where it was killed, at every step of its way, and writes the same to the last bit', async () => {
    let deaths = 0;
    // The first dies at its first step, each later one at its second: one of the two is always a new one.
    while (!(await run(killed, deaths === 0 ? '1' : '2'))) deaths += 1;
    expect(deaths).toBeGreaterThan(3);
    expect(await sharesOf(killed)).toEqual(await sharesOf(whole));
    expect(await readdir(folder)).toEqual([]);
  });

  it('computes nothing while neither records nor labels change', async () => {
    const { rows: before } = await whole.pool.query('SELECT id, finished_at FROM account_exposure_runs');
    expect(await run(whole, 'never')).toBe(true);
    expect((await whole.pool.query('SELECT id, finished_at FROM account_exposure_runs')).rows).toEqual(before);
  });
});
