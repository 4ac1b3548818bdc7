import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ASSETS } from '@assay/domain';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { COMMAND } from '../../test/support/built-product.ts';
import { testDatabase } from '../../test/support/database.ts';
import { wireChecks } from '../app/composition/checks.ts';
import { wirePrices } from '../modules/chains/open/prices.ts';
import { computeCheck } from '../modules/checks/checks/compute/compute-check.ts';
import { assetOf, checkSnapshots, OPERATOR, resolveSubject, screenedOf } from '../modules/checks/index.ts';
import { newestEngineOf } from '../modules/checks/outside/engine/exposure-engine.ts';
import { headerLine, resultCells, resultLine } from '../modules/checks/screening/result-line.ts';
import {
  ACCOUNTS,
  account,
  all,
  assay,
  database,
  dir,
  prepareScreening,
  rowsIn,
  screening,
  USDT,
} from './test/screen-fixture.ts';

prepareScreening();

/** Where the order of the answers is what a second thread could change. */
const TWO_THREADS = ['--threads', '2'] as const;

describe('assay screen', { timeout: 180_000 }, () => {
  it('gives every address the stars that assay check gives, from either store', async () => {
    const fromDatabase = await screening(all, ...USDT, ...TWO_THREADS, '--store', 'postgres');
    expect(fromDatabase.err).toBe('');
    expect(fromDatabase).toMatchObject({ exitCode: 0 });
    const fromMemory = await screening(all, ...USDT, ...TWO_THREADS, '--store', 'memory');
    expect(fromMemory.err).toMatch(/^USDT on ETH takes [\d.]+ MB of memory\.$/);
    const rows = await rowsIn(fromDatabase.results);
    expect(await readFile(fromMemory.results, 'utf8')).toBe(await readFile(fromDatabase.results, 'utf8'));
    expect(rows.map(({ row, address }) => [row, address])).toEqual(all.map((address, at) => [String(at + 1), address]));
    expect(new Set(rows.map(({ stars }) => stars)).size).toBeGreaterThan(2);
    const { checks } = wireChecks(database.pool, { warn: () => undefined, error: () => undefined });
    for (const { address = '', stars, total, headline } of rows) {
      const check = assetOf(await checks.runCheck(OPERATOR, { ticker: 'USDT', parent: 'ETH', address }));
      expect([stars, total, headline]).toEqual([
        check.riskscore === 0 ? '' : String(check.riskscore),
        check.total === null ? '' : String(check.total),
        check.texts.headline.replaceAll('\n', ' '),
      ]);
    }
  });

  it.each(['1', '2'] as const)('says by version %s, without evidence, what the whole check says', async (version) => {
    const ports = {
      withSnapshot: checkSnapshots(database.pool, { version }),
      engine: newestEngineOf(version),
      prices: wirePrices(database.pool, { warn: () => undefined }),
    };
    const subjects = all.map((address) => resolveSubject(ASSETS, { ticker: 'USDT', parent: 'ETH', address }));
    const expected: string[] = [];
    for (const [at, subject] of subjects.entries()) {
      const { signal } = new AbortController();
      const check = await computeCheck(ports, subject.asset, subject.address, new Date(), signal, () => undefined);
      expected.push(resultLine({ number: at + 1, extras: [] }, subject, resultCells(screenedOf(check.computed))));
    }
    for (const store of ['postgres', 'memory']) {
      const { results } = await screening(all, ...USDT, '--method', version, '--store', store);
      expect((await readFile(results, 'utf8')).slice(headerLine({ extras: [] }).length)).toBe(expected.join(''));
    }
  });

  it('answers every row: what cannot be checked with the reason, and nothing that a spreadsheet would execute', async () => {
    const { results, exitCode, out } = await screening([
      'note,address,asset,network',
      `a,${account(33)},USDT,ETH`,
      `b,not-an-address,USDT,ETH`,
      `c,${account(2)},NOPE,`,
      'd,,USDT,ETH',
      `e,"=cmd|' /C calc'!A0",USDT,ETH`,
      `f,${account(2)},,`,
      `g,${account(1)},usdt,eth`,
      'h,1BoatSLRHtKNngkdXEeobR76b53LETtpyT,BTC,',
    ]);
    expect(exitCode).toBe(1);
    expect(out).toContain('3 checked and 5 rejected');
    const rows = await rowsIn(results);
    expect(rows.map(({ row, status }) => [row, status])).toEqual([
      ['1', 'done'],
      ['2', 'rejected'],
      ['3', 'rejected'],
      ['4', 'rejected'],
      ['5', 'rejected'],
      ['6', 'rejected'],
      ['7', 'done'],
      ['8', 'n/a'],
    ]);
    expect(rows[1]?.['reason']).not.toBe('');
    expect(rows[2]?.['reason']).toBe('NOPE is not on the list of assets');
    expect(rows[3]?.['reason']).toBe('the address is empty');
    expect(rows[4]?.['address']).toBe("'=cmd|' /C calc'!A0");
    expect(rows[5]?.['reason']).toBe('no asset is named, in the row or by --asset');
    for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    expect(rows[0]?.['labels']).toMatch(/^'=HYPERLINK/);
  });

  it('continues where it was interrupted, also within a line; never with another list', async () => {
    const whole = await screening(all, ...USDT, ...TWO_THREADS);
    const expected = await readFile(whole.results, 'utf8');
    await writeFile(whole.results, expected.slice(0, Math.floor(expected.length * 0.6)));
    const again = await assay(whole.args);
    expect(again.err).toMatch(/^1\d rows were answered before; resuming after them\.$/);
    expect(await readFile(whole.results, 'utf8')).toBe(expected);
    expect(await assay(whole.args)).toMatchObject({ exitCode: 0 });
    expect(await readFile(whole.results, 'utf8')).toBe(expected);
    await writeFile(whole.list, `${account(1)}\n`);
    expect(await assay(whole.args)).toMatchObject({ exitCode: 2, err: expect.stringContaining('another list') });
    expect(await assay([...whole.args, '--again'])).toMatchObject({ exitCode: 0 });
    expect(await rowsIn(whole.results)).toHaveLength(1);
    expect((await assay(whole.args)).err).toContain('1 row was answered before; resuming after it.');
  });

  it('resumes with what earlier runs rejected, in its counts and its exit code', async () => {
    const { args, results, out } = await screening([account(1), 'wrong-1', account(2), account(1)], ...USDT);
    expect(out).toMatch(/^4 rows in .*: 3 checked and 1 rejected, [\d.]+ a second\.\n1 row repeats the address/);
    const whole = await readFile(results, 'utf8');
    await writeFile(results, `${whole.split('\n').slice(0, 3).join('\n')}\n`);
    const again = await assay(args);
    expect(again.err).toContain('2 rows were answered before; resuming after them.');
    expect(again.exitCode).toBe(1);
    expect(again.out).toContain('3 checked and 1 rejected, 2 of them by earlier runs');
    expect(await readFile(results, 'utf8')).toBe(whole);
    const json = await assay([...args, '--json']);
    expect(json.exitCode).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({
      rows: 4,
      screened: 3,
      rejected: 1,
      repeated: 1,
      earlier: 4,
      blank: 0,
    });
  });

  it('writes the other columns of the list behind its own, as text that no spreadsheet executes', async () => {
    const { results } = await screening([
      'Customer,address,asset,status,,network,=note',
      `Mara,${account(3)},USDT,open,x,ETH,=1+1`,
      `"Ken, Ltd",wrong-1,USDT,"two\nlines",,ETH,`,
      `L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ,${account(3)},USDT,a,b,ETH,c`,
    ]);
    const [header = ''] = (await readFile(results, 'utf8')).split('\n');
    expect(header).toMatch(/,records_until,Customer,list_4_status,list_5,"'=note"$/);
    const rows = await rowsIn(results);
    expect(
      rows.map((row) => [row['status'], row['Customer'], row['list_4_status'], row['list_5'], row["'=note"]]),
    ).toEqual([
      ['done', 'Mara', 'open', 'x', "'=1+1"],
      ['rejected', 'Ken, Ltd', 'two lines', '', ''],
      ['rejected', '', '', '', ''],
    ]);
  });

  it('loads starter labels on request only, and reports that there are none', async () => {
    const empty = await testDatabase();
    const list = path.join(dir, 'no-labels.csv');
    await writeFile(list, `${account(1)}\n`);
    const args = ['screen', '--in', list, '--out', path.join(dir, 'no-labels-results.csv'), ...USDT, '--threads', '1'];
    const { err, exitCode } = await assay(args, new AbortController().signal, empty.pool);
    expect(exitCode).toBe(0);
    expect(err).toBe(
      'This database has no labels, so hardly any row can be rated. --starter loads those that ship with Assay.',
    );
    expect((await empty.pool.query('SELECT FROM label_set')).rowCount).toBe(0);
    await empty.drop();
  });

  it('reads a list from stdin and writes the results to stdout', async () => {
    const child = spawn(process.execPath, [COMMAND, 'screen', '--in', '-', '--out', '-', ...USDT, '--threads', '1'], {
      env: { ...process.env, DATABASE_URL: database.url, ASSAY_DATA_DIR: dir },
    });
    child.stdin.end(`address,id\n${account(3)},7\nwrong-1,8\n`);
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => void out.push(chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => void err.push(chunk.toString()));
    expect(await new Promise((resolve) => child.once('close', resolve)), err.join('')).toBe(1);
    const rows: Record<string, string>[] = parse(out.join(''), { columns: true });
    expect(rows.map(({ status, id }) => [status, id])).toEqual([
      ['done', '7'],
      ['rejected', '8'],
    ]);
    expect(err.join('')).toContain('2 rows in stdout: 1 checked and 1 rejected');
  });

  it('refuses what does not fit: memory, store, asset, a file with other contents', async () => {
    expect(await screening(all, ...USDT, '--store', 'memory', '--memory', '0.001')).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining('--memory allows more'),
    });
    expect(await screening(all, '--store', 'memory')).toMatchObject({ exitCode: 2 });
    expect(await screening(all, '--asset', 'BTC', '--store', 'memory')).toMatchObject({ exitCode: 2 });
    expect(await screening(all, ...USDT, '--store', 'other')).toMatchObject({ exitCode: 2 });
    const { list } = await screening([account(1)], ...USDT);
    const foreign = path.join(dir, 'foreign.csv');
    await writeFile(foreign, 'mine\n');
    expect(await assay(['screen', '--in', list, '--out', foreign, ...USDT])).toMatchObject({ exitCode: 2 });
    expect(await readFile(foreign, 'utf8')).toBe('mine\n');
    const other = await screening([`${account(1)}`, 'address'], ...USDT, '--store', 'memory');
    expect(other.exitCode).toBe(1);
  });

  it('shows its rate and the time left', async () => {
    const { progress } = await screening(all, ...USDT);
    expect(progress.at(-1)).toMatch(/^24 of 24 rows, [\d.]+ a second, 0 s left$/);
  });

  it('killed with -9 loses no row and duplicates none', async () => {
    const list = path.join(dir, 'long.csv');
    const results = path.join(dir, 'long-results.csv');
    // Long enough that the process is killed before it ends.
    const long = Array.from({ length: 15_000 }, (_, at) => all[at % ACCOUNTS] ?? '');
    await writeFile(list, `address\n${long.join('\n')}\n`);
    const args = ['screen', '--in', list, '--out', results, ...USDT, '--store', 'memory', '--threads', '2'];
    const run = (afterRows: number): Promise<number | null> => {
      const child = spawn(process.execPath, [COMMAND, ...args], {
        env: { ...process.env, DATABASE_URL: database.url, ASSAY_DATA_DIR: dir, STARTER_DATA: 'off' },
        stdio: 'ignore',
      });
      const timer = setInterval(() => {
        const lines = existsSync(results) ? readFileSync(results, 'utf8').split('\n').length : 0;
        if (lines > afterRows) child.kill('SIGKILL');
      }, 20);
      return new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code) => {
          clearInterval(timer);
          resolve(code);
        });
      });
    };
    expect(await run(100)).toBeNull();
    const midway = (await readFile(results, 'utf8')).split('\n').length;
    expect(midway).toBeGreaterThan(100);
    expect(midway).toBeLessThan(long.length);
    expect(await run(Number.POSITIVE_INFINITY)).toBe(0);
    const rows = await rowsIn(results);
    expect(rows.map(({ row }) => Number(row))).toEqual(long.map((_, at) => at + 1));
    expect(rows.map(({ address }) => address)).toEqual(long);
  });
});
