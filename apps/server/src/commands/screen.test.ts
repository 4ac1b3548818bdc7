import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '@assay/testkit';
import { Command } from 'commander';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { conclude } from '../adapters/derive/conclude.ts';
import { readConfig } from '../config.ts';
import { assetOf, OPERATOR } from '../features/checks/index.ts';
import { importTransfers } from '../features/transfers/index.ts';
import { wireChecks } from '../wiring.ts';
import { CommandError } from './context.ts';
import { registerLabels } from './labels.ts';
import { registerScreen } from './screen.ts';

const COMMAND = fileURLToPath(new URL('./index.ts', import.meta.url));
const database = await testDatabase();
const dir = await mkdtemp(path.join(tmpdir(), 'screen-command-'));
const account = (number: number): string => `0x${(number + 1).toString(16).padStart(40, '0').replace(/^0/, 'a')}`;
const ACCOUNTS = 60;

beforeAll(async () => {
  const random = new Random(11);
  const rows = Array.from({ length: 900 }, (_, index) => {
    const from = random.below(ACCOUNTS);
    const to = (from + 1 + random.below(ACCOUNTS - 1)) % ACCOUNTS;
    return `ETH,USDT,${account(from)},${account(to)},${1 + random.below(1_000_000_000)},${1_600_000_000 + index},t${index},${index}`;
  });
  const transfers = path.join(dir, 'transfers.csv');
  await writeFile(transfers, `network,asset,from,to,amount,time,transaction,sequence\n${rows.join('\n')}\n`);
  const signal = AbortSignal.timeout(60_000);
  await importTransfers(database.pool, { format: 'csv', network: null, asset: null, files: [transfers], signal });
  const labels = path.join(dir, 'labels.csv');
  const known = [
    `${account(3)},ETH,Kraken,exchange_licensed,90`,
    `${account(9)},ETH,A mixer,mixer,90`,
    `${account(20)},ETH,A fraud,scam,70`,
    `${account(33)},ETH,"=HYPERLINK(""x"")",gambling,70`,
  ];
  await writeFile(labels, ['address,network,entity,category,confidence', ...known, ''].join('\n'));
  expect(await assay(['labels', 'import', '--format', 'csv', '--source', 'mine', labels])).toMatchObject({
    exitCode: 0,
  });
  await conclude({ pool: database.pool, progress: () => undefined, signal });
}, 120_000);
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});

async function assay(args: readonly string[], signal: AbortSignal = new AbortController().signal) {
  const [out, err, progress]: [string[], string[], string[]] = [[], [], []];
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: (text) => void err.push(text) });
  const context = {
    config: readConfig({ STARTER_DATA: 'off' }),
    openDatabase: async () => database.pool,
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    progress: (text: string) => void progress.push(text),
    signal,
  };
  registerLabels(program, context);
  registerScreen(program, context);
  let exitCode = 0;
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    err.push(error.message);
    exitCode = error.exitCode;
  }
  return { out: out.join('\n'), err: err.join('\n'), progress, exitCode };
}

let made = 0;
async function screening(lines: readonly string[], ...options: readonly string[]) {
  made += 1;
  const list = path.join(dir, `list-${made}.csv`);
  const results = path.join(dir, `results-${made}.csv`);
  await writeFile(list, `${lines.join('\n')}\n`);
  const args = ['screen', '--in', list, '--out', results, '--threads', '2', ...options];
  return { list, results, args, ...(await assay(args)) };
}

const rowsIn = async (file: string): Promise<Record<string, string>[]> =>
  parse(await readFile(file), { columns: true });
const all = Array.from({ length: ACCOUNTS }, (_, number) => account(number));
const USDT = ['--asset', 'USDT', '--parent', 'ETH'] as const;

describe('assay screen', { timeout: 180_000 }, () => {
  it('gives every address the stars that assay check gives, from either store', async () => {
    const fromDatabase = await screening(all, ...USDT);
    expect(fromDatabase.err).toBe('');
    expect(fromDatabase).toMatchObject({ exitCode: 0 });
    const fromMemory = await screening(all, ...USDT, '--store', 'memory');
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

  it('answers every row: what cannot be checked with the reason, and nothing a spreadsheet would run', async () => {
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

  it('goes on where it was cut off, also within a line; never with another list', async () => {
    const whole = await screening(all, ...USDT);
    const expected = await readFile(whole.results, 'utf8');
    await writeFile(whole.results, expected.slice(0, Math.floor(expected.length * 0.6)));
    const again = await assay(whole.args);
    expect(again.err).toMatch(/^3\d rows were answered before; going on behind them\.$/);
    expect(await readFile(whole.results, 'utf8')).toBe(expected);
    expect(await assay(whole.args)).toMatchObject({ exitCode: 0 });
    expect(await readFile(whole.results, 'utf8')).toBe(expected);
    await writeFile(whole.list, `${account(1)}\n`);
    expect(await assay(whole.args)).toMatchObject({ exitCode: 2, err: expect.stringContaining('another list') });
    expect(await assay([...whole.args, '--again'])).toMatchObject({ exitCode: 0 });
    expect(await rowsIn(whole.results)).toHaveLength(1);
  });

  it('refuses what does not fit: memory, store, asset, a file of somebody else', async () => {
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

  it('tells its rate and the time left', async () => {
    const { progress } = await screening(all, ...USDT);
    expect(progress.at(-2)).toMatch(/^59 of 60 rows, [\d.]+ a second, \d+ s left$/);
  });

  it('killed with -9 loses no row and doubles none', async () => {
    const list = path.join(dir, 'long.csv');
    const results = path.join(dir, 'long-results.csv');
    const long = Array.from({ length: 1500 }, (_, at) => all[at % ACCOUNTS] ?? '');
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
    expect(midway).toBeLessThan(1500);
    expect(await run(Number.POSITIVE_INFINITY)).toBe(0);
    const rows = await rowsIn(results);
    expect(rows.map(({ row }) => Number(row))).toEqual(long.map((_, at) => at + 1));
    expect(rows.map(({ address }) => address)).toEqual(long);
  });
});
