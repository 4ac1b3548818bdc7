import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/database.ts';
import { faultLog } from '../../test/support/fault-log.ts';
import { labelsOf, workLabelImports } from '../modules/labels/index.ts';
import { importWithHold } from '../modules/labels/labels/import/import-labels.ts';
import { readConfig } from '../platform/config/config.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { registerLabels } from './labels.ts';

const database = await testDatabase();
const dir = await mkdtemp(path.join(tmpdir(), 'labels-command-'));
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});
beforeEach(() => database.pool.query('TRUNCATE label_set CASCADE'));

async function assay(...args: readonly string[]): Promise<{ out: string; err: string; exitCode: number }> {
  const [out, err]: [string[], string[]] = [[], []];
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: (text) => void err.push(text) });
  registerLabels(program, {
    config: readConfig({}),
    environment: {},
    openDatabase: async () => database.pool,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  let exitCode = 0;
  try {
    await program.parseAsync(['labels', ...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    err.push(error.message);
    exitCode = error.exitCode;
  }
  return { out: out.join('\n'), err: err.join('\n'), exitCode };
}

async function csvFile(...rows: readonly string[]): Promise<string> {
  const file = path.join(dir, 'labels.csv');
  await writeFile(file, ['address,network,entity,category,confidence', ...rows, ''].join('\n'));
  return file;
}

const GOOD = '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo,BTC,Binance,exchange,50';

describe('assay labels import', () => {
  it('reports what it imported, what it rejected and why, and lists every rejected row on request', async () => {
    const bad = Array.from({ length: 12 }, (_, index) => `1Bad${index},BTC,x,scam,50`);
    const rejects = path.join(dir, 'rejects.jsonl');
    const file = await csvFile(GOOD, ...bad);
    const { out, err, exitCode } = await assay(
      'import',
      '--format',
      'csv',
      '--source',
      'mine',
      '--rejects',
      rejects,
      file,
    );
    expect(exitCode).toBe(0);
    expect(out).toContain('mine: 1 labels from 1 rows, 12 rejected');
    expect(out).toMatch(/Label set version [0-9a-f]{16}$/);
    expect(err.match(/^rejected /gm)).toHaveLength(10);
    expect(err).toContain('2 more rejected rows');
    const lines = (await readFile(rejects, 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(12);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ location: file, line: 3, text: 'BTC 1Bad0' });
  });

  it.each([
    [
      'another encoding',
      Buffer.from(`address,network,entity,category\n${GOOD}\n1Bad,BTC,Café\n`, 'latin1'),
      'line 3, byte 13 (0xE9) is not UTF-8; save the file as UTF-8',
    ],
    ['UTF-16', Buffer.from(`\ufeffaddress,network,entity\n`, 'utf16le'), 'This file is UTF-16; save it as UTF-8'],
    ['a column twice', 'address,network,entity,category,Address\n', 'the header names the column "address" twice'],
    ['two names of a column', 'address,network,entity,label\n', 'the header names the column "entity" twice'],
  ])('refuses a file with %s, and says what is wrong and where', async (_name, content, fault) => {
    const file = path.join(dir, 'wrong.csv');
    await writeFile(file, content);
    const { err, exitCode } = await assay('import', '--format', 'csv', '--source', 'mine', file);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: `${file}: ${fault}\nNothing was changed.` });
  });

  describe('of an archive', () => {
    const rows = Array.from(
      { length: 40_000 },
      (_, row) => `0x${(row + 65_536).toString(16).padStart(40, '0')},ETH,E${row * 7_919},scam`,
    );
    const packed = gzipSync(['address,network,entity,category', ...rows, ''].join('\n'));
    const importing = async (content: Buffer) => {
      const file = path.join(dir, 'labels.csv.gz');
      await writeFile(file, content);
      return assay('import', '--format', 'csv', '--source', 'mine', file);
    };

    it('that is cut says what waits, for how long, and how to drop it', async () => {
      const { err, exitCode } = await importing(packed.subarray(0, packed.length / 2));
      expect(exitCode).toBe(3);
      expect(err).toMatch(
        /unexpected end of file\nThe labels in use are unchanged\. \d+,\d{3} rows of it are staged and wait 7 days: the same command goes on behind them, assay labels discard mine drops them\.$/,
      );
      expect((await assay('discard', 'mine')).exitCode).toBe(0);
    });

    it('whose checksum is wrong leaves nothing', async () => {
      const damaged = Buffer.from(packed);
      damaged.writeUInt8(damaged.readUInt8(damaged.length - 6) ^ 1, damaged.length - 6);
      const { err, exitCode } = await importing(damaged);
      expect(exitCode).toBe(3);
      expect(err).toContain('incorrect data check\nNothing was changed, and nothing of it is kept.');
      expect((await assay('discard', 'mine')).err).toContain(
        'No import of the label set "mine" was cut off or is held.',
      );
    });
  });

  it('shows a rejected row without control characters of a terminal', async () => {
    const file = await csvFile(GOOD, '1Bad\u001b]0;mine\u0007,BTC,x,scam,50');
    const { err } = await assay('import', '--format', 'csv', '--source', 'mine', file);
    expect(err).toContain('1Bad\ufffd]0;mine\ufffd');
  });

  it('prints its outcome as JSON on request', async () => {
    const { out } = await assay('import', '--format', 'csv', '--source', 'mine', '--json', await csvFile(GOOD));
    expect(JSON.parse(out)).toMatchObject({ setName: 'mine', labels: 1, rejected: 0, changed: true });
  });

  it.each([
    ['an unknown format', ['--format', 'xls', 'x'], 2, 'Unknown format "xls"; one of: ofac-xml'],
    ['no name for the set', ['--format', 'csv', 'x'], 2, '--source NAME is needed'],
    ['a name that is none', ['--format', 'csv', '--source', 'Über', 'x'], 2, '--source:'],
    ['a missing file', ['--format', 'tagpack', '/no/such.yaml'], 3, 'Cannot read /no/such.yaml'],
    [
      'an unreachable address',
      ['--format', 'tagpack', 'http://127.0.0.1:9/x.yaml'],
      3,
      'Cannot reach http://127.0.0.1:9/',
    ],
    [
      'a list of rejects that cannot be written',
      ['--format', 'tagpack', '--rejects', '/no/such', 'x'],
      2,
      'Cannot write',
    ],
  ])('ends with its code on %s', async (_name, args, exitCode, message) => {
    const outcome = await assay('import', ...args);
    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.err).toContain(message);
    expect(outcome.out).toBe('');
  });

  it('ends with 2 on a file of another format, and reports that nothing was changed', async () => {
    const { exitCode, err } = await assay('import', '--format', 'tagpack', await csvFile(GOOD));
    expect(exitCode).toBe(2);
    expect(err).toContain('labels.csv: no "tags:" sequence found');
    expect(err).toContain('Nothing was changed.');
  });
});

describe('an import in the background', () => {
  it('needs a server that has run once', async () => {
    const outcome = await assay('import', '--background', '--format', 'csv', '--source', 'mine', await csvFile(GOOD));
    expect(outcome).toMatchObject({ exitCode: 3, err: expect.stringContaining('start the product once') });
  });

  it('is done by the running server', async () => {
    const log = faultLog();
    const jobs = await startJobs(database.url, log);
    const done = Promise.withResolvers<string>();
    await workLabelImports(jobs, database.pool, {
      log,
      say: done.resolve,
      progress: () => undefined,
      imported: async () => undefined,
    });
    const outcome = await assay('import', '--background', '--format', 'csv', '--source', 'mine', await csvFile(GOOD));
    expect(outcome).toMatchObject({ exitCode: 0, out: expect.stringContaining('waits for the running server') });
    expect(await done.promise).toBe('Labels of mine: 1 labels, 0 rows rejected.');
    expect((await labelsOf(database.pool, 'BTC', ['34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo']))[0]).toHaveLength(1);
    await jobs.stop();
    expect(log.faults).toEqual([]);
  });
});

describe('an import in the background whose server stops in the middle', () => {
  it('goes on with what was staged when a server does it again', async () => {
    const rows = Array.from(
      { length: 9000 },
      (_, index) => `0x${(index + 65_536).toString(16).padStart(40, '0')},ETH,x,scam,50`,
    );
    const file = await csvFile(...rows);
    const said: string[] = [];
    const log = faultLog();
    const done = Promise.withResolvers<void>();
    /** The label imports of a server; `onProgress` is called for every batch. */
    const serve = async (onProgress: () => void) => {
      const jobs = await startJobs(database.url, log, { retryDelaySeconds: 0 });
      await workLabelImports(jobs, database.pool, {
        log,
        say: (text) => void said.push(text),
        progress: onProgress,
        imported: async () => done.resolve(),
      });
      return jobs;
    };
    const reached = Promise.withResolvers<void>();
    const first = await serve(() => reached.resolve());
    await assay('import', '--background', '--format', 'csv', '--source', 'mine', file);
    await reached.promise;
    await first.stop();
    expect((await assay('stats')).err).toMatch(/^An import of mine is not finished: [2468]000 rows read/);
    expect((await assay('stats')).out).toContain('0 labels of 0 addresses');

    const second = await serve(() => undefined);
    await done.promise;
    await second.stop();
    expect(said[0]).toMatch(/^The import of mine goes on behind row [2468]000\.$/);
    expect((await assay('stats')).out).toContain('9000 labels of 9000 addresses');
    expect((await assay('stats')).err).toBe('');
    expect(log.faults).toEqual([]);
  });
});

describe('assay labels stats', () => {
  it('prints tables for people and JSON for programs', async () => {
    await assay('import', '--format', 'csv', '--source', 'mine', await csvFile(GOOD));
    const { out } = await assay('stats');
    expect(out).toMatch(/^Label set version [0-9a-f]{16}: 1 labels of 1 addresses, 0 actors, 0 derived labels$/m);
    expect(out).toMatch(/^exchange_licence_unknown +1 +1$/m);
    expect(out).toMatch(/^mine +import +csv +1 +0 +\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/m);
    const json = JSON.parse((await assay('stats', '--json')).out);
    expect(json).toMatchObject({
      labels: 1,
      networks: [{ key: 'BTC', labels: 1, addresses: 1 }],
      sets: [{ name: 'mine' }],
    });
  });

  it('reports zero labels when there are none', async () => {
    expect((await assay('stats')).out).toContain('0 labels of 0 addresses');
  });
});

describe('a list that is held', () => {
  it('is shown with what it changes, and published when it is approved', async () => {
    await assay('import', '--format', 'csv', '--source', 'mine', await csvFile(GOOD));
    const request = {
      format: 'csv',
      locations: [await csvFile('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa,BTC,Somebody,exchange,50')],
      setName: 'mine',
      origin: 'import',
    } as const;
    await importWithHold(database.pool, request, {}, { holdsAll: false, mostWithdrawn: 0.1 });
    expect((await assay('stats')).err).toContain('mine is held: it withdraws more than 10% of the stored list');
    expect((await assay('held')).out).toContain(
      '(of 1 entries: 1 added, 0 changed, 1 withdrawn). The labels in use are unchanged. assay labels held',
    );
    expect((await assay('held')).out).toContain('withdrawn: BTC 34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo');
    expect((await assay('stats')).out).toContain('exchange_licence_unknown');

    expect(await assay('approve', 'mine')).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('mine: 1 labels'),
    });
    expect((await labelsOf(database.pool, 'BTC', ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa']))[0]).toHaveLength(1);
    expect((await assay('held')).out).toBe('No list waits for approval.');
    expect(await assay('approve', 'mine')).toMatchObject({ exitCode: 2 });
  });
});

it('assay labels update refuses an unknown publisher', async () => {
  expect(await assay('update', '--only', 'nobody')).toMatchObject({ exitCode: 2 });
});
