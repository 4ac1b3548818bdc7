import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError } from '@assay/command';
import { Random } from '@assay/testkit';
import { Command } from 'commander';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { importTransfers, refreshAfterChange } from '../../modules/records/index.ts';
import { readConfig } from '../../platform/config/config.ts';
import type { Pool } from '../../platform/db/index.ts';
import { registerExposure } from '../exposure.ts';
import { registerLabels } from '../labels.ts';
import { registerScreen } from '../screen.ts';
import { registerTransfers } from '../transfers.ts';

export let database: TestDatabase;
export let dir: string;
export const account = (number: number): string =>
  `0x${(number + 1).toString(16).padStart(40, '0').replace(/^0/, 'a')}`;
export const ACCOUNTS = 24;

/** Gives the file of tests that calls it a database of its own with records and labels. */
export function prepareScreening(): void {
  beforeAll(async () => {
    database = await testDatabase();
    dir = await mkdtemp(path.join(tmpdir(), 'screen-command-'));
    const random = new Random(11);
    const rows = Array.from({ length: 360 }, (_, index) => {
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
    await refreshAfterChange({ pool: database.pool, progress: () => undefined, signal });
  }, 120_000);
  afterAll(async () => {
    await database.drop();
    await rm(dir, { recursive: true });
  });
}

export async function assay(
  args: readonly string[],
  signal: AbortSignal = new AbortController().signal,
  pool: Pool = database.pool,
) {
  const [out, err, progress]: [string[], string[], string[]] = [[], [], []];
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: (text) => void err.push(text) });
  const context = {
    config: readConfig({}),
    environment: {},
    openDatabase: async () => pool,
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    progress: (text: string) => void progress.push(text),
    signal,
  };
  registerLabels(program, context);
  registerScreen(program, context);
  registerExposure(program, context);
  registerTransfers(program, context);
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

export let made = 0;
/** On one thread, as long as `options` name no other number: each further thread loads the code of a check again. */
export async function screening(lines: readonly string[], ...options: readonly string[]) {
  made += 1;
  const list = path.join(dir, `list-${made}.csv`);
  const results = path.join(dir, `results-${made}.csv`);
  await writeFile(list, `${lines.join('\n')}\n`);
  const args = ['screen', '--in', list, '--out', results, '--threads', '1', ...options];
  return { list, results, args, ...(await assay(args)) };
}

export const rowsIn = async (file: string): Promise<Record<string, string>[]> =>
  parse(await readFile(file), { columns: true });
export const all = Array.from({ length: ACCOUNTS }, (_, number) => account(number));
export const USDT = ['--asset', 'USDT', '--parent', 'ETH'] as const;
