import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Random } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { recordsHeld } from '../ledgers/records-held.store.ts';
import { importTransfers } from './import-transfers.ts';

const COMMAND = fileURLToPath(new URL('../../../../commands/index.ts', import.meta.url));
const ROWS = 12_000;

let dir: string;
let file: string;
let whole: TestDatabase;
let killed: TestDatabase;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'assay-kill-'));
  file = path.join(dir, 'transfers.csv');
  await writeFile(file, generate(new Random(7)));
  whole = await testDatabase();
  killed = await testDatabase();
});
afterAll(async () => {
  await whole.drop();
  await killed.drop();
  await rm(dir, { recursive: true, force: true });
});

function generate(random: Random): string {
  const account = (): string => `0x${random.below(400, 2).toString(16).padStart(40, 'a')}`;
  const lines = Array.from(
    { length: ROWS },
    (_, index) =>
      `ETH,USDT,${account()},${account()},${random.amount()},6,${1_600_000_000 + random.below(5_000)},t${index},${index}`,
  );
  return `network,asset,from,to,amount,decimals,time,transaction,sequence\n${lines.join('\n')}\n`;
}

async function picture({ pool }: TestDatabase): Promise<unknown> {
  const records = await pool.query(
    `SELECT t.position, f.address AS from, r.address AS to, amount, inflow_share, covered, outflow_share, transaction_id
       FROM transfers t JOIN accounts f ON f.id = from_id JOIN accounts r ON r.id = to_id ORDER BY position`,
  );
  const left = await pool.query('SELECT count(*)::int AS rows FROM staged_transfers');
  return { records: records.rows, left: left.rows };
}

/** Runs the command and kills it after `afterMs`, as a power cut would. True when it came to its end before. */
function runAndKill(afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [COMMAND, 'transfers', 'import', '--format', 'csv', file], {
    env: { ...process.env, DATABASE_URL: killed.url, ASSAY_DATA_DIR: dir },
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

describe('an import that is killed', () => {
  it('goes on where it stopped, shows nothing half-read, and ends as if it had never been killed', {
    timeout: 300_000,
  }, async () => {
    await importTransfers(whole.pool, {
      format: 'csv',
      network: null,
      asset: null,
      files: [file],
      signal: AbortSignal.timeout(60_000),
    });
    const states = new Set<string>();
    let finished = false;
    for (let afterMs = 300; !finished; afterMs *= 1.3) {
      finished = await runAndKill(afterMs);
      // The server notices a lost client after a moment; its transaction is rolled back then.
      await sleep(200);
      const found = await killed.pool.query<{ state: string; read: string }>(
        `SELECT i.state, coalesce(sum(f.rows_read), 0) AS read FROM transfer_imports i
           LEFT JOIN transfer_import_files f ON f.import_id = i.id GROUP BY i.id`,
      );
      const state = found.rows[0]?.state ?? 'none';
      states.add(state === 'reading' && Number(found.rows[0]?.read) > 0 ? 'reading midway' : state);
      if (state === 'none' || state === 'reading') expect(await recordsHeld(killed.pool)).toEqual([]);
    }
    expect([...states]).toEqual(expect.arrayContaining(['done']));
    expect(states.size).toBeGreaterThan(1);
    expect(await picture(killed)).toEqual(await picture(whole));
    expect((await picture(whole)) as object).toMatchObject({ left: [{ rows: 0 }] });
  });

  it('can be cut off after any batch, in both halves of its work', async () => {
    const fresh = await testDatabase();
    try {
      let cuts = 0;
      for (;;) {
        const cut = new AbortController();
        let steps = 0;
        const onProgress = (): void => {
          steps += 1;
          if (steps === 1) cut.abort();
        };
        try {
          await importTransfers(fresh.pool, {
            format: 'csv',
            network: null,
            asset: null,
            files: [file],
            onProgress,
            signal: cut.signal,
          });
          break;
        } catch (error) {
          if (!cut.signal.aborted) throw error;
          cuts += 1;
        }
      }
      expect(cuts).toBeGreaterThanOrEqual(3);
      expect(await picture(fresh)).toEqual(await picture(whole));
    } finally {
      await fresh.drop();
    }
  });
});
