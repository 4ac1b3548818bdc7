import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { lockWaits } from '../../../../../test/support/lock-waits.ts';
import { recordsHeld } from '../ledgers/records-held.store.ts';
import { importTransfers } from './import-transfers.ts';

const COMMAND = fileURLToPath(new URL('../../../../commands/index.ts', import.meta.url));
/** Rows of a checkpoint. */
const BATCH = 5_000;
/** More than one checkpoint. */
const ROWS = 5_600;
/** What a run waits for before it is killed. */
const LOCK = 4_711;

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
  // A statement that inserts waits for as long as the test has the lock.
  await killed.pool.query(`
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN new; END $$`);
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

/** Locks that a run has until the server notices that it is gone. */
async function advisoryLocks(): Promise<number | null> {
  const { rowCount } = await killed.pool.query(
    `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE d.datname = current_database() AND locktype = 'advisory'`,
  );
  return rowCount;
}

/** Where a run is killed, as a power cut would, and what the database shows then: each is further than the one before. */
const CUTS = [
  { where: 'ON staged_transfers FOR EACH STATEMENT', shows: { state: 'reading', read: 0 } },
  {
    where: `ON transfer_import_files FOR EACH ROW WHEN (new.rows_read > ${BATCH})`,
    shows: { state: 'reading', read: BATCH },
  },
  { where: 'ON ledgers FOR EACH ROW WHEN (new.records > 0)', shows: { state: 'appending', read: ROWS } },
] as const;

/** Runs the command; `finished`: whether it came to its end. */
function start(): { readonly child: ChildProcess; readonly finished: Promise<boolean> } {
  const child = spawn(process.execPath, [COMMAND, 'transfers', 'import', '--format', 'csv', file], {
    env: { ...process.env, DATABASE_URL: killed.url, ASSAY_DATA_DIR: dir },
    stdio: 'ignore',
  });
  return { child, finished: once(child, 'exit').then(([code]) => code === 0) };
}

/** Kills a run while it writes what `where` names. */
async function killWhileWriting(where: string): Promise<void> {
  await killed.pool.query(`CREATE TRIGGER cut BEFORE INSERT OR UPDATE ${where} EXECUTE FUNCTION wait_for_test()`);
  const client = await killed.pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const { child, finished } = start();
    await expect.poll(() => lockWaits(killed.pool), { timeout: 60_000 }).toBe(1);
    child.kill('SIGKILL');
    expect(await finished).toBe(false);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    client.release();
  }
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
    for (const { where, shows } of CUTS) {
      await killWhileWriting(where);
      // The server notices a lost client after a moment; its transaction is rolled back then.
      await expect.poll(advisoryLocks).toBe(0);
      await killed.pool.query(`DROP TRIGGER cut ON ${where.split(' ')[1]}`);
      const found = await killed.pool.query<{ state: string; read: number }>(
        `SELECT i.state, coalesce(sum(f.rows_read), 0)::integer AS read FROM transfer_imports i
           LEFT JOIN transfer_import_files f ON f.import_id = i.id GROUP BY i.id`,
      );
      expect(found.rows).toEqual([shows]);
      expect(await recordsHeld(killed.pool)).toEqual([]);
    }
    expect(await start().finished).toBe(true);
    expect(await picture(killed)).toEqual(await picture(whole));
    expect(await picture(whole)).toMatchObject({ left: [{ rows: 0 }] });
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
