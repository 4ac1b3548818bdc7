import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMMAND } from '../../../../../test/support/built-product.ts';
import type { Pool } from '../../../../platform/db/index.ts';
import { labelSetVersion } from '../known/labels.store.ts';

/** The first addresses belong to nobody: money is minted and burnt there. */
const FIRST_ADDRESS = 0x10_000;

interface TestDatabase {
  readonly pool: Pool;
  readonly url: string;
}

/** A list of labels as JSON Lines: its first line counts for all others, and every thousandth row is refused. */
export function listOf(rows: number, firstEntity = 'Entity 0'): string {
  const lines = ['{"defaults":{"network":"ETH","category":"scam","confidence":50}}'];
  for (let row = 0; row < rows; row += 1) {
    const address = `0x${(row % 1000 === 999 ? 'no hex' : (FIRST_ADDRESS + row).toString(16)).padStart(40, '0')}`;
    lines.push(JSON.stringify({ address, entity: row === 0 ? firstEntity : `Entity ${row}` }));
  }
  return `${lines.join('\n')}\n`;
}

/** An advisory lock of who is about to kill an import: behind the checkpoint in `gate`, the import waits for it. */
const GATE = 7_001;

/**
 * Counts rows staged, for good and in the transaction that stages them, in the table `staged_rows`; and has an import
 * wait behind its checkpoint at `gate.behind` rows or a later one, before it reaches the next.
 */
export async function countStaging({ pool }: TestDatabase): Promise<void> {
  await pool.query(`
    CREATE TABLE staged_rows (added bigint);
    CREATE TABLE gate (behind bigint);
    CREATE FUNCTION count_staged() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO staged_rows SELECT count(*) FROM added; RETURN NULL; END $$;
    CREATE TRIGGER count_staged AFTER INSERT ON staged_label REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION count_staged();
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF OLD.rows_read >= (SELECT behind FROM gate) THEN PERFORM pg_advisory_xact_lock(${GATE}); END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER wait_at_gate BEFORE UPDATE OF rows_read ON label_import
      FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`);
}

export async function rowsStaged({ pool }: TestDatabase): Promise<number> {
  const { rows } = await pool.query<{ sum: number }>('SELECT coalesce(sum(added), 0)::int AS sum FROM staged_rows');
  return rows[0]?.sum ?? 0;
}

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export function startCommand(database: TestDatabase, args: readonly string[]) {
  const child = spawn(process.execPath, [COMMAND, 'labels', ...args], {
    env: { ...process.env, DATABASE_URL: database.url, ASSAY_DATA_DIR: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString();
  });
  const done: Promise<Run> = once(child, 'close').then(() => ({ code: child.exitCode, ...said }));
  return { child, done };
}

export function runCommand(database: TestDatabase, args: readonly string[]): Promise<Run> {
  return startCommand(database, args).done;
}

/** Runs the command and kills it, as a power cut would, behind its checkpoint at `rows` or a later one; says which. */
export async function killAfter(database: TestDatabase, rows: number, args: readonly string[]): Promise<number> {
  const client = await database.pool.connect();
  await client.query('INSERT INTO gate VALUES ($1)', [rows]);
  await client.query('SELECT pg_advisory_lock($1)', [GATE]);
  const { child, done } = startCommand(database, args);
  let reached: number | undefined;
  try {
    for (const until = Date.now() + 200_000; reached === undefined; ) {
      if (child.exitCode !== null) throw new Error(`It ended before it was killed: ${(await done).err}`);
      if (Date.now() > until) throw new Error('It did not come so far');
      const found = await client.query<{ rows_read: string }>(
        'SELECT rows_read FROM label_import WHERE rows_read >= $1',
        [rows],
      );
      if (found.rows[0] === undefined) await sleep(20);
      else reached = Number(found.rows[0].rows_read);
    }
  } finally {
    child.kill('SIGKILL');
    await done;
    await client.query('DELETE FROM gate');
    await client.query('SELECT pg_advisory_unlock($1)', [GATE]);
    client.release();
  }
  await untilUnlocked(database);
  return reached;
}

/** PostgreSQL notices the death of a client a moment later. */
async function untilUnlocked({ pool }: TestDatabase): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until; await sleep(20)) {
    const { rows } = await pool.query<{ held: number }>(
      `SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    if (rows[0]?.held === 0) return;
  }
  throw new Error('The lock of the killed import was not set free');
}

/** All that an import leaves: labels, sets, version, and nothing staged. */
export async function pictureOf({ pool }: TestDatabase): Promise<unknown> {
  const labels = await pool.query('SELECT * FROM label ORDER BY set_name, network, address, entity');
  const sets = await pool.query('SELECT name, content_hash, accepted, rejected FROM label_set ORDER BY name');
  const left = await pool.query(
    'SELECT (SELECT count(*)::int FROM staged_label) AS labels, (SELECT count(*)::int FROM label_import) AS imports',
  );
  return { labels: labels.rows, sets: sets.rows, left: left.rows, version: await labelSetVersion(pool) };
}
