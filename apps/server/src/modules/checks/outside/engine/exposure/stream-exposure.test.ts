import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Label, RawTransfer } from '@assay/exposure';
import { exactAccountShares, MemoryAccountStore } from '@assay/exposure/reference';
import { Random } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../../test/support/database.ts';
import { inTransaction } from '../../../../../platform/db/index.ts';
import { importLabels } from '../../../../labels/index.ts';
import { appendTransfers, ensureLedger } from '../../../../records/index.ts';

const SCRIPT = fileURLToPath(new URL('test/stream-and-die.ts', import.meta.url));
const RECORDS = 3_000;
const ACCOUNTS = 200;

const accountOf = (number: number): string => `0x${number.toString(16).padStart(40, 'a')}`;

function labelOf(category: Label['category']): Label {
  return {
    entity: `Example ${category}`,
    category,
    confidence: 70,
    source: 'mine',
    sourceUrl: null,
    sourceDate: null,
    validFrom: null,
    validTo: null,
    origin: 'given',
  };
}

const random = new Random(5);
const transfers: readonly RawTransfer[] = Array.from({ length: RECORDS }, (_, block) => ({
  block,
  transactionIndex: 0,
  transactionId: `0x${block.toString(16).padStart(64, '0')}`,
  kind: 'token',
  index: 0,
  ordinal: 0,
  from: random.chance(0.05) ? 'issuer' : accountOf(random.below(ACCOUNTS, 2)),
  to: accountOf(random.below(ACCOUNTS, 2)),
  amount: random.amount(),
  time: 1_600_000_000 + block,
}));

/** Twelve of the accounts are known, so that money comes back to them through others. */
const LABELS = new Map<string, readonly Label[]>(
  (['mixer', 'exchange_licensed', 'scam', 'gambling'] as const).flatMap((category, position) =>
    [0, 1, 2].map((index) => [accountOf(40 * position + index), [labelOf(category)]] as const),
  ),
);

let whole: TestDatabase;
let killed: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-stream-'));
  [whole, killed] = [await testDatabase(), await testDatabase()];
  for (const { pool } of [whole, killed]) {
    const ledger = await ensureLedger(pool, 'ETH', 'USDT');
    await inTransaction(pool, (client) => appendTransfers(client, ledger, { add: transfers }));
    const file = path.join(folder, 'labels.jsonl');
    const rows = [...LABELS].map(([address, [own]]) => {
      return JSON.stringify({ network: 'ETH', address, entity: own?.entity, category: own?.category, confidence: 70 });
    });
    await writeFile(file, rows.join('\n'));
    await importLabels(pool, { format: 'jsonl', locations: [file], setName: 'mine', origin: 'import' });
    await rm(file);
  }
});
afterAll(async () => {
  await whole.drop();
  await killed.drop();
  await rm(folder, { recursive: true });
});

/** Runs the pass; true when it came to its end. */
function run({ url }: TestDatabase, dieAt: string, ownStates = '1000000000'): Promise<boolean> {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, DATABASE_URL: url, CHECKPOINT_DIR: folder, DIE_AT: dieAt, OWN_STATES: ownStates },
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

describe('the streaming pass over all records', { timeout: 600_000 }, () => {
  it('writes what the reference pass finds, for every account and both directions', async () => {
    expect(await run(whole, 'never')).toBe(true);
    const reference = new MemoryAccountStore({ network: 'ETH', transfers, derive: false, labels: LABELS });
    const inputOf = (subject: number | null) => ({
      records: reference.records,
      factsOf: (node: number) => reference.factsOf(node),
      subject,
    });
    const written = new Map(
      (await sharesOf(whole)).map((row) => [`${row.address} ${row.direction} ${row.key}`, row.share]),
    );
    let compared = 0;
    for (const direction of ['bwd', 'fwd'] as const) {
      const all = new Map(exactAccountShares(inputOf(null), direction));
      // An account with a label of its own has it off for itself.
      for (const address of LABELS.keys()) {
        const node = reference.nodeOf(address);
        if (node === null) throw new Error(`${address} has no records`);
        all.set(node, exactAccountShares(inputOf(node), direction).get(node) ?? new Map());
      }
      for (const [node, shares] of all) {
        const sums = new Map<string, number>();
        for (const [key, share] of shares) {
          const name = `${reference.factsOf(node).address} ${direction} ${key.split('\n')[0]}`;
          sums.set(name, (sums.get(name) ?? 0) + share);
        }
        for (const [name, share] of sums) {
          expect(Math.abs((written.get(name) ?? 0) - share), name).toBeLessThan(1e-9);
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

  it('lists the accounts for whose own walks the states did not suffice, and keeps what the pass found', async () => {
    await whole.pool.query('DELETE FROM account_exposure_runs');
    expect(await run(whole, 'never', '0')).toBe(true);
    const { rows } = await whole.pool.query<{ inexact: number }>(
      'SELECT count(*)::int AS inexact FROM account_exposure_inexact',
    );
    expect(rows[0]?.inexact).toBe(2 * LABELS.size);
    const sums = await whole.pool.query<{ share: number }>(
      `SELECT sum(e.share) AS share FROM account_exposure e JOIN account_exposure_inexact USING (run_id, account_id, direction)
        GROUP BY account_id, direction`,
    );
    expect(sums.rows).toHaveLength(2 * LABELS.size);
    for (const { share } of sums.rows) expect(share).toBeCloseTo(1, 9);
  });

  it('computes nothing while neither records nor labels change', async () => {
    const { rows: before } = await whole.pool.query('SELECT id, finished_at FROM account_exposure_runs');
    expect(await run(whole, 'never')).toBe(true);
    expect((await whole.pool.query('SELECT id, finished_at FROM account_exposure_runs')).rows).toEqual(before);
  });
});
