import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RawTransfer } from '@assay/exposure';
import { Random } from '@assay/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { checkedBy, wireChecks } from '../../../app/composition/checks.ts';
import { inTransaction } from '../../../platform/db/index.ts';
import { importLabels } from '../../labels/index.ts';
import { appendTransfers, ensureLedger } from '../../records/index.ts';
import { OPERATOR } from '../checks/checks.policy.ts';
import { assetOf } from '../checks/checks.presenter.ts';
import type { ChecksDeps } from '../checks/checks.service.ts';
import { openMemory } from './reading.ts';

const random = new Random(9);
const address = (number: number): string => `0x${(number + 1).toString(16).padStart(40, '1')}`;
const transfers: readonly RawTransfer[] = Array.from({ length: 900 }, (_, at) => ({
  block: 100 + at,
  transactionIndex: 0,
  transactionId: `0x${at.toString(16).padStart(64, '0')}`,
  kind: 'token',
  index: 0,
  ordinal: 0,
  from: address(random.below(40)),
  to: address(random.below(40)),
  amount: BigInt(1 + random.below(1e9)),
  time: 1_700_000_000 + 7 * at,
}));

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'assay-memory-'));
  const file = path.join(dataDir, 'labels.jsonl');
  const labels = [0, 1, 2].map((at) => ({ network: 'ETH', address: address(at), entity: `Mixer ${at}` }));
  const rest = { category: 'mixer', confidence: 70, source: 'test', source_date: '2024-01-01' };
  await writeFile(file, labels.map((label) => `${JSON.stringify({ ...label, ...rest })}\n`).join(''));
  await importLabels(database.pool, { format: 'jsonl', locations: [file], setName: 'test', origin: 'import' });
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const failed = (fault: object, message: string) => expect.fail(`${message} ${JSON.stringify(fault)}`);
const log = { warn: failed, error: failed };

async function append(add: readonly RawTransfer[]): Promise<void> {
  const ledger = await ensureLedger(database.pool, 'ETH', 'USDT');
  await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add }));
}

async function checkAll(overrides: Partial<ChecksDeps>): Promise<readonly unknown[]> {
  const { checks } = wireChecks(database.pool, log, { clock: { now: () => new Date('2026-01-01') }, ...overrides });
  const found: unknown[] = [];
  for (let at = 3; at < 12; at += 1) {
    const request = { address: address(at), ticker: 'USDT', parent: 'ETH' };
    const { sub_id: _own, ...asset } = assetOf(await checks.runCheck(OPERATOR, request));
    found.push(asset);
  }
  return found;
}

it('serves checks from memory once it is loaded, and from the database before and in between, with the same results', async () => {
  const said: string[] = [];
  const memory = openMemory(
    database.pool,
    { memory: { bytes: 1e9, assets: null }, dataDir, methodVersion: '1' },
    { info: (_facts, text) => said.push(text) },
  );
  if (memory === null) throw new Error('no memory was opened');
  const read = vi.spyOn(memory, 'read');
  const served = checkedBy('1', database.pool, memory);
  const isFromMemory = (): readonly boolean[] => read.mock.results.map(({ value }) => value !== null);
  await append(transfers.slice(0, 600));

  expect(await checkAll(served)).toEqual(await checkAll({}));
  expect(isFromMemory()).toEqual(Array.from({ length: 9 }, () => false));

  await memory.look(new AbortController().signal);
  expect(said).toEqual([expect.stringMatching(/^USDT on ETH is in memory: 5\d\d records, \d+ MB$/)]);
  expect(await readdir(path.join(dataDir, 'memory'))).toEqual(['ETH-USDT.columns']);
  read.mockClear();
  expect(await checkAll(served)).toEqual(await checkAll({}));
  expect(isFromMemory()).toEqual(Array.from({ length: 9 }, () => true));

  await append(transfers.slice(600));
  read.mockClear();
  expect(await checkAll(served)).toEqual(await checkAll({}));
  expect(isFromMemory()).not.toContain(true);
  await memory.look(new AbortController().signal);
  read.mockClear();
  expect(await checkAll(served)).toEqual(await checkAll({}));
  expect(isFromMemory()).not.toContain(false);
});

it('keeps no records in memory by default', () => {
  expect(
    openMemory(
      database.pool,
      { memory: { bytes: 0, assets: null }, dataDir, methodVersion: '1' },
      { info: () => undefined },
    ),
  ).toBe(null);
});
