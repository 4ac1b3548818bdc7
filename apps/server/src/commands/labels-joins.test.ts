import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/database.ts';
import { importLabels } from '../modules/labels/index.ts';
import { importTransfers, refreshAfterChange } from '../modules/records/index.ts';
import { readConfig } from '../platform/config/config.ts';
import { registerLabels } from './labels.ts';

const [SHOP, EXCHANGE] = ['1NxaBCFQwejSZbQfWcYNwgqML5wWoE3rK4', '1dice8EMZmqKvrGE4Qc9bUFf9PX3xaYDp'];
const RECEIVER = '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX';
const { signal } = new AbortController();
const progress = () => undefined;
const { pool, drop } = await testDatabase();
const folder = await mkdtemp(path.join(tmpdir(), 'assay-joins-'));
afterAll(async () => {
  await drop();
  await rm(folder, { recursive: true, force: true });
});

const hashOf = (at: number) => at.toString(16).padStart(64, '0');

/** The transaction `at` of a block of its own: both services pay for it. */
function jointPayment(at: number): string {
  const inputs = [SHOP, EXCHANGE].map((owner, index) => ({
    ...{ index, spent_transaction_hash: hashOf(10_000 + at * 2 + index), spent_output_index: 0 },
    ...{ addresses: [owner], value: 600 },
  }));
  return JSON.stringify({
    ...{
      hash: hashOf(at),
      block_number: at,
      block_timestamp: 1_500_000_000 + at,
      index: 0,
      is_coinbase: false,
      inputs,
    },
    outputs: [{ index: 0, addresses: [RECEIVER], value: 1_000 }],
  });
}

beforeAll(async () => {
  const [labels, records] = [path.join(folder, 'labels.jsonl'), path.join(folder, 'records.jsonl')];
  const label = { network: 'BTC', category: 'exchange_licence_unknown', confidence: 50 };
  await writeFile(
    labels,
    [
      { ...label, address: SHOP, entity: 'Shop' },
      { ...label, address: EXCHANGE, entity: 'Exchange' },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
  await writeFile(records, Array.from({ length: 51 }, (_, at) => jointPayment(at + 1)).join('\n'));
  await importLabels(pool, { format: 'jsonl', locations: [labels], setName: 'services', origin: 'import' });
  const source = { format: 'bitcoin-etl-transactions', network: 'BTC', asset: null } as const;
  await importTransfers(pool, { ...source, files: [records], again: false, onProgress: progress, signal });
  await refreshAfterChange({ pool, progress, signal });
});

async function refusedJoins(...options: readonly string[]): Promise<string> {
  const out: string[] = [];
  const program = new Command('assay').exitOverride();
  registerLabels(program, {
    config: readConfig({}),
    environment: {},
    openDatabase: async () => pool,
    out: (text) => void out.push(text),
    err: (text) => expect.fail(text),
    progress,
    signal,
  });
  await program.parseAsync(['labels', 'refused-joins', ...options], { from: 'user' });
  return out.join('\n');
}

it('assay labels refused-joins prints the transactions and services, fifty a page in the order of blocks', async () => {
  const lines = (await refusedJoins()).split('\n');
  expect(lines).toHaveLength(52);
  expect(lines[0]?.split(/ {2,}/)).toEqual([
    ...['Network', 'Asset', 'Transaction', 'Address', 'Service', 'Other address', 'Its service'],
  ]);
  const [network, asset, transaction, ...parties] = lines[1]?.split(/ {2,}/) ?? [];
  expect([network, asset, transaction]).toEqual(['BTC', 'BTC', hashOf(1)]);
  expect(parties.toSorted()).toEqual([SHOP, EXCHANGE, 'Exchange', 'Shop'].toSorted());
  expect(lines.at(-1)).toBe('51 joins, page 1 of 2');
  const second = await refusedJoins('--page', '2');
  expect(second).toContain(hashOf(51));
  expect(second.split('\n')).toHaveLength(3);
});

it('assay labels refused-joins takes one network, prints JSON, and refuses what is no page', async () => {
  expect(await refusedJoins('--network', 'LTC')).toBe('No join was refused.');
  expect(JSON.parse(await refusedJoins('--json', '--page', '2'))).toMatchObject({
    joins: [{ network: 'BTC', transactionId: hashOf(51) }],
    ...{ page: 2, pages: 2, total: 51 },
  });
  for (const options of [
    ['--page', '0'],
    ['--page', 'x'],
    ['--network', 'XYZ'],
  ]) {
    await expect(refusedJoins(...options)).rejects.toThrow(CommandError);
  }
});
