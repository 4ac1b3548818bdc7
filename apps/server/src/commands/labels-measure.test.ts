import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/database.ts';
import { STARTER_SETS } from '../composition/starter-data.ts';
import { readConfig } from '../config/config.ts';
import { CommandError } from './context.ts';
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

it('assay labels measure prints what docs/operations/labels.md shows of the labels that ship', async () => {
  const page = await readFile(new URL('../../../../docs/operations/labels.md', import.meta.url), 'utf8');
  const table = /```text\n(Network +Asset +Rule[^`]*)\n```/.exec(page)?.[1];
  expect((await measure()).trimEnd()).toBe(table);
}, 120_000);

it('assay labels measure takes one network, and prints JSON for programs', async () => {
  const rows: unknown = JSON.parse(await measure('--network', 'LTC', '--json'));
  expect(rows).toEqual(expect.arrayContaining([expect.objectContaining({ network: 'LTC', rule: 'cluster' })]));
  expect(JSON.stringify(rows)).not.toContain('BTC');
  await expect(measure('--network', 'XYZ')).rejects.toThrow(CommandError);
}, 120_000);
