import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { SourceError } from '../../../../platform/intake/index.ts';
import { recordsHeld } from '../ledgers/records-held.store.ts';
import { unfinishedImports } from './import-manifest.store.ts';
import { type ImportSummary, importTransfers } from './import-transfers.ts';

const COMMAND = fileURLToPath(new URL('../../../../commands/index.ts', import.meta.url));
/** Rows of a checkpoint. */
const BATCH = 5_000;
/** More than one checkpoint. */
const ROWS = 5_600;
/** Where an answer breaks off: after the checkpoint, before the end. */
const BROKEN_OFF = 5_300;

let database: TestDatabase;
let answer: (response: ServerResponse) => void;
let origin: string;
const server = createServer((_request, response) => answer(response));

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
beforeEach(async () => {
  database = await testDatabase();
  await database.pool.query(`
    CREATE TABLE staged_rows (added bigint);
    CREATE FUNCTION count_staged() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO staged_rows SELECT count(*) FROM added; RETURN NULL; END $$;
    CREATE TRIGGER count_staged AFTER INSERT ON staged_transfers REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION count_staged()`);
});
afterEach(() => database.drop());

function transfers(firstAmount = 1): string {
  const account = (index: number): string => `0x${(index % 300).toString(16).padStart(40, 'a')}`;
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const amount = index === 0 ? firstAmount : index + 1;
    return `ETH,USDT,${account(index)},${account(index * 7 + 1)},${amount},6,${1_600_000_000 + index},t${index},${index}`;
  });
  return `network,asset,from,to,amount,decimals,time,transaction,sequence\n${lines.join('\n')}\n`;
}

function importing(): Promise<ImportSummary> {
  return importTransfers(database.pool, {
    format: 'csv',
    network: null,
    asset: null,
    files: [`${origin}/transfers.csv?key=secret`],
    signal: AbortSignal.timeout(60_000),
  });
}

async function rowsStaged(): Promise<number> {
  const { rows } = await database.pool.query<{ sum: number }>('SELECT sum(added)::int AS sum FROM staged_rows');
  return rows[0]?.sum ?? 0;
}

async function staged(): Promise<void> {
  for (const until = Date.now() + 20_000; (await rowsStaged()) < BATCH && Date.now() < until; ) await sleep(20);
}

/** Ends an answer midway, once a batch of it has been staged. */
async function breakOff(response: ServerResponse): Promise<void> {
  await staged();
  response.destroy();
}

/** Number of locks that imports have while they run. */
async function locksHeld(): Promise<number | null> {
  const { rowCount } = await database.pool.query(
    `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE d.datname = current_database() AND locktype = 'advisory'`,
  );
  return rowCount;
}

async function picture(): Promise<unknown> {
  const records = await database.pool.query(
    'SELECT position, amount, inflow_share, covered, outflow_share, transaction_id FROM transfers ORDER BY position',
  );
  const left = await database.pool.query('SELECT count(*)::int AS rows FROM staged_transfers');
  return { records: records.rows, left: left.rows };
}

/** The part of an answer that arrives when the connection breaks, or the server stops sending, after `rows` rows. */
function partOf(text: string, rows: number): string {
  return text
    .split('\n')
    .slice(0, rows + 1)
    .join('\n');
}

/** The state after an uninterrupted import of each text, in another database. */
const pictures = new Map<string, unknown>();

async function undisturbed(text: string): Promise<unknown> {
  const known = pictures.get(text);
  if (known !== undefined) return known;
  const used = database;
  database = await testDatabase();
  try {
    answer = (response) => void response.end(text);
    await importing();
    const found = await picture();
    pictures.set(text, found);
    return found;
  } finally {
    await database.drop();
    database = used;
  }
}

describe('importing transfers from an address', () => {
  it.each(['plain', 'packed'])('reads its answer, %s, and duplicates nothing the second time', async (kind) => {
    const body = kind === 'plain' ? transfers() : gzipSync(transfers());
    answer = (response) => void response.end(body);
    expect(await importing()).toMatchObject({ already: false, counts: { rows: ROWS, rejected: 0 }, duplicates: 0 });
    const first = await picture();
    expect(await importing()).toMatchObject({ already: false, added: 0 });
    expect(await picture()).toEqual(first);
  });

  it('stores no key of the address', async () => {
    answer = (response) => void response.end(transfers());
    await importing();
    const { rows } = await database.pool.query('SELECT name FROM transfer_import_files');
    expect(rows).toEqual([{ name: `${origin.slice('http://'.length)}/transfers.csv` }]);
  });

  it('that breaks off shows no records, and continues after the staged rows', async () => {
    const part = partOf(transfers(), BROKEN_OFF);
    answer = (response) => {
      response.writeHead(200, { 'content-length': transfers().length });
      response.write(part, () => void breakOff(response));
    };
    const failure = await importing().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SourceError);
    expect(String(failure)).toContain('broke off');
    expect(await recordsHeld(database.pool)).toEqual([]);
    expect(await rowsStaged()).toBe(BATCH);

    answer = (response) => void response.end(transfers());
    await importing();
    expect(await rowsStaged()).toBe(ROWS);
    expect(await picture()).toEqual(await undisturbed(transfers()));
  });

  it.each([
    ['something else by then', transfers(77)],
    ['less by then', partOf(transfers(), 3_000)],
  ])('that answers %s is read again', async (_name, changed) => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': transfers().length });
      response.write(partOf(transfers(), BROKEN_OFF), () => void breakOff(response));
    };
    await expect(importing()).rejects.toThrow('broke off');
    answer = (response) => void response.end(changed);
    await importing();
    expect(await picture()).toEqual(await undisturbed(changed));
    expect(await unfinishedImports(database.pool)).toEqual([]);
  });

  it('that answers with an error leaves nothing', async () => {
    answer = (response) => void response.writeHead(404).end();
    await expect(importing()).rejects.toThrow('the server answers 404');
    expect(await unfinishedImports(database.pool)).toEqual([]);
  });
});

describe('assay transfers import', { timeout: 60_000 }, () => {
  function start(location: string) {
    const child = spawn(process.execPath, [COMMAND, 'transfers', 'import', '--format', 'csv', location], {
      env: { ...process.env, DATABASE_URL: database.url, ASSAY_DATA_DIR: '/nonexistent' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    return { child, done: once(child, 'close').then(() => ({ code: child.exitCode, err })) };
  }

  it.each([
    ['an address nobody answers at', 'http://127.0.0.1:9/x.csv', 'Cannot reach http://127.0.0.1:9/x.csv: '],
    ['a file that is not there', '/no/such.csv', 'Cannot read /no/such.csv: ENOENT'],
  ])('ends with 3 on %s', async (_name, location, message) => {
    const { code, err } = await start(location).done;
    expect(err).toContain(message);
    expect(err).toContain('No record was added.');
    expect(code).toBe(3);
  });

  it('continues after its checkpoint when it was killed with -9 while an address answers', async () => {
    answer = (response) => void response.writeHead(200).write(partOf(transfers(), BROKEN_OFF));
    const killed = start(`${origin}/transfers.csv?key=secret`);
    await staged();
    killed.child.kill('SIGKILL');
    await killed.done;
    expect(await rowsStaged()).toBe(BATCH);
    // The server notices a lost client after a moment; until then the import counts as running.
    await expect.poll(locksHeld).toBe(0);

    answer = (response) => void response.end(transfers());
    expect(await start(`${origin}/transfers.csv?key=secret`).done).toMatchObject({ code: 0 });
    expect(await rowsStaged()).toBe(ROWS);
    expect(await picture()).toEqual(await undisturbed(transfers()));
  });
});
