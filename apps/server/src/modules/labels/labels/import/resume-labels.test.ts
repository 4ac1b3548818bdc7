import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyOfDatabase, type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { countStaging, killAfter, listOf, pictureOf, rowsStaged, runCommand } from '../test/resume-labels-fixture.ts';
import { importLabels } from './import-labels.ts';
import type { ImportLabelsRequest } from './import-request.ts';
import { dropOldLabelImports, unfinishedLabelImports } from './label-stage.store.ts';

/** Three batches: a checkpoint for each of two kills, and one that is not reached before the third run. */
const ROWS = 6_000;
const BATCH = 2_000;
const REFUSED = ROWS / 1000;

let dir: string;
let file: string;
let database: TestDatabase;
/** The state after an uninterrupted import of the list. */
let undisturbed: unknown;
/** A database on which an import of the list was killed behind its first checkpoint; nobody is connected to it. */
let killed: TestDatabase;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'assay-resume-'));
  file = path.join(dir, 'list.jsonl');
  undisturbed = await pictureAfter(listOf(ROWS));
  await writeFile(file, listOf(ROWS));
  killed = await testDatabase();
  await countStaging(killed);
  expect(await killAfter(killed, BATCH, importing(file))).toBe(BATCH);
  await killed.pool.end();
});
afterAll(async () => {
  await killed.drop();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(() => writeFile(file, listOf(ROWS)));
afterEach(() => database.drop());

async function openFresh(): Promise<void> {
  database = await testDatabase();
  await countStaging(database);
}

const importing = (location: string, ...more: string[]): string[] => {
  return ['import', '--format', 'jsonl', '--source', 'mine', ...more, location];
};

function requestOf(location: string): ImportLabelsRequest {
  return { format: 'jsonl', locations: [location], setName: 'mine', origin: 'import' };
}

async function pictureAfter(text: string): Promise<unknown> {
  const other = await testDatabase();
  try {
    const whole = path.join(dir, 'whole.jsonl');
    await writeFile(whole, text);
    await importLabels(other.pool, requestOf(whole));
    return await pictureOf(other);
  } finally {
    await other.drop();
  }
}

async function labelsHeld(): Promise<number | undefined> {
  const { rows } = await database.pool.query<{ held: number }>('SELECT count(*)::int AS held FROM label');
  return rows[0]?.held;
}

describe('a command killed with -9 in the middle of an import', { timeout: 240_000 }, () => {
  beforeEach(openFresh);

  it('continues after its checkpoint, stages no row twice, and ends as if it had never been killed', async () => {
    const rejects = path.join(dir, 'rejects.jsonl');
    const first = await killAfter(database, BATCH, importing(file, '--rejects', rejects));
    const second = await killAfter(database, first + BATCH, importing(file, '--rejects', rejects));
    expect(second).toBeLessThan(ROWS);
    expect(await labelsHeld()).toBe(0);
    expect(await rowsStaged(database)).toBe(second - second / 1000);

    const run = await runCommand(database, importing(file, '--rejects', rejects));
    expect(run).toMatchObject({ code: 0 });
    expect(run.err).toContain(`mine: going on behind row ${second}, where an import was cut off`);
    expect(run.out).toContain(`${second} rows were staged already`);
    expect(await rowsStaged(database)).toBe(ROWS - REFUSED);
    expect(await pictureOf(database)).toEqual(undisturbed);
    expect((await readFile(rejects, 'utf8')).trim().split('\n')).toHaveLength(REFUSED);
  });

  it('reads an address again and stages only the new rows', async () => {
    const body = gzipSync(listOf(ROWS));
    const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/list.jsonl.gz`;
    await killAfter(database, BATCH, importing(url));
    expect(await runCommand(database, importing(url))).toMatchObject({ code: 0 });
    expect(await rowsStaged(database)).toBe(ROWS - REFUSED);
    expect(await pictureOf(database)).toEqual(undisturbed);
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
});

describe('an import whose command was killed with -9', { timeout: 240_000 }, () => {
  beforeEach(async () => {
    database = await copyOfDatabase(killed);
  });

  it('starts again when the rows it had read have changed since, and lists every refused row once', async () => {
    const rejects = path.join(dir, 'rejects.jsonl');
    const changed = listOf(ROWS, 'Somebody else');
    await writeFile(file, changed);

    const run = await runCommand(database, importing(file, '--rejects', rejects));
    expect(run.err).toContain('mine: the source has changed since; starting again');
    expect(run.out).not.toContain('staged already');
    expect(await rowsStaged(database)).toBe(BATCH - BATCH / 1000 + ROWS - REFUSED);
    expect(await pictureOf(database)).toEqual(await pictureAfter(changed));
    expect((await readFile(rejects, 'utf8')).trim().split('\n')).toHaveLength(REFUSED);
  });

  it('starts again when the list has become shorter than the part that was read', async () => {
    await writeFile(file, listOf(1_000));
    expect((await runCommand(database, importing(file))).err).toContain('starting again');
    expect(await pictureOf(database)).toEqual(await pictureAfter(listOf(1_000)));
  });

  it('continues with a list that only grew, because the rows it had read are unchanged', async () => {
    await writeFile(file, listOf(ROWS + 1_000));
    expect((await runCommand(database, importing(file))).out).toContain(`${BATCH} rows were staged already`);
    expect(await pictureOf(database)).toEqual(await pictureAfter(listOf(ROWS + 1_000)));
  });

  it('is shown by `stats` and deleted by `discard`', async () => {
    expect((await runCommand(database, ['stats'])).err).toContain(
      `An import of mine is not finished: ${BATCH} rows read`,
    );
    expect(await runCommand(database, ['discard', 'mine'])).toMatchObject({ code: 0 });
    expect(await pictureOf(database)).toMatchObject({ left: [{ labels: 0, imports: 0 }] });
    expect(await runCommand(database, ['discard', 'mine'])).toMatchObject({ code: 2 });
    expect((await runCommand(database, importing(file))).out).not.toContain('staged already');
    expect(await pictureOf(database)).toEqual(undisturbed);
  });
});

describe('an interrupted import', () => {
  beforeEach(openFresh);

  /** Imports until the first batch after the rows staged before; true when the import was completed. */
  async function cutAfterOneBatch(location: string): Promise<boolean> {
    const cut = new AbortController();
    let before = 0;
    try {
      await importLabels(database.pool, requestOf(location), {
        signal: cut.signal,
        goesOn: (rows) => {
          before = rows;
        },
        progress: ({ accepted, rejected }) => {
          if (accepted + rejected > before) cut.abort();
        },
      });
      return true;
    } catch (error) {
      if (!cut.signal.aborted) throw error;
      return false;
    }
  }

  it('after every single batch has the same result as an uninterrupted one', async () => {
    let cuts = 0;
    while (!(await cutAfterOneBatch(file))) cuts += 1;
    expect(cuts).toBe(ROWS / BATCH);
    expect(await rowsStaged(database)).toBe(ROWS - REFUSED);
    expect(await pictureOf(database)).toEqual(undisturbed);
  });

  it('is dropped by another import of the same set', async () => {
    await cutAfterOneBatch(file);
    const other = path.join(dir, 'other.jsonl');
    await writeFile(other, listOf(10));
    expect(await importLabels(database.pool, requestOf(other))).toMatchObject({ labels: 10, continuedAfter: 0 });
    expect(await pictureOf(database)).toMatchObject({ left: [{ labels: 0, imports: 0 }] });
  });

  it('is stored for a week, and deleted then', async () => {
    await cutAfterOneBatch(file);
    await database.pool.query("UPDATE label_import SET reached_at = now() - interval '6 days 23 hours'");
    await dropOldLabelImports(database.pool, 7);
    expect(await unfinishedLabelImports(database.pool)).toMatchObject([{ setName: 'mine', rows: BATCH }]);
    await database.pool.query("UPDATE label_import SET reached_at = now() - interval '7 days 1 hour'");
    await importLabels(database.pool, { ...requestOf(file), setName: 'other' });
    expect(await unfinishedLabelImports(database.pool)).toEqual([]);
    expect(await pictureOf(database)).toMatchObject({ left: [{ labels: 0, imports: 0 }] });
  });

  it.each([
    ['that ends in the middle', '[{"address":"0x'],
    ['of which nothing can be read', '[{"address":"no"}]'],
  ])('by a list %s leaves nothing, because continuing it would fail again', async (_name, text) => {
    const broken = path.join(dir, 'broken.json');
    await writeFile(broken, text);
    await expect(importLabels(database.pool, { ...requestOf(broken), format: 'darklist' })).rejects.toThrow();
    expect(await pictureOf(database)).toMatchObject({ left: [{ labels: 0, imports: 0 }] });
  });
});
