import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/database.ts';
import { STARTER_SETS } from '../app/composition/starter-data.ts';
import { importTransfers } from '../modules/records/index.ts';
import { readConfig } from '../platform/config/config.ts';
import { registerLabels } from './labels.ts';

const database = await testDatabase();
const { pool } = database;
afterAll(() => database.drop());
beforeAll(async () => {
  const signal = AbortSignal.timeout(240_000);
  for (const set of STARTER_SETS) await set.load({ pool, progress: () => undefined, signal });
}, 240_000);

async function measure(...options: readonly string[]): Promise<string> {
  const out: string[] = [];
  const program = new Command('assay').exitOverride();
  registerLabels(program, {
    config: readConfig({}),
    environment: {},
    openDatabase: async () => pool,
    out: (text) => void out.push(text),
    err: (text) => void out.push(text),
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  await program.parseAsync(['labels', 'measure', ...options], { from: 'user' });
  return out.join('\n');
}

/** The tables of the page, in its order. */
async function shownTables(): Promise<readonly (string | undefined)[]> {
  const page = await readFile(new URL('../../../../bench/clusters/README.md', import.meta.url), 'utf8');
  return [...page.matchAll(/```text\n(Network +Asset +Rule[^`]*)\n```/g)].map(([, table]) => table);
}

it('assay labels measure prints what bench/clusters/README.md shows of the labels that ship', async () => {
  const [ofStarterData] = await shownTables();
  expect((await measure()).trimEnd()).toBe(ofStarterData);
}, 120_000);

it('assay labels measure takes one network, and prints JSON for programs', async () => {
  const rows: unknown = JSON.parse(await measure('--network', 'LTC', '--json'));
  expect(rows).toEqual(expect.arrayContaining([expect.objectContaining({ network: 'LTC', rule: 'cluster' })]));
  expect(JSON.stringify(rows)).not.toContain('BTC');
  await expect(measure('--network', 'XYZ')).rejects.toThrow(CommandError);
}, 120_000);

it('assay labels measure prints what that page shows after the import of its block of 2013', async () => {
  await importTransfers(pool, {
    format: 'bitcoin-etl-transactions',
    network: 'BTC',
    asset: null,
    files: [fileURLToPath(new URL('../../../../bench/clusters/btc-block-277647.jsonl.gz', import.meta.url))],
    again: false,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const [, withBlock] = await shownTables();
  expect((await measure('--network', 'BTC')).trimEnd()).toBe(withBlock);
}, 120_000);
