import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { governingLabel } from '@assay/exposure';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/support/database.ts';
import { importLabels } from '../import/import-labels.ts';
import { labelSetVersion, labelsOf } from '../known/labels.store.ts';
import { listLabelSets } from '../label-sets.store.ts';
import { importStarterLabels } from './starter-labels.ts';

const database = await testDatabase();
const { pool } = database;
const never = new AbortController().signal;
const quiet = (): void => undefined;
afterAll(() => database.drop());

describe('the labels that ship with the product', () => {
  beforeAll(async () => {
    expect(await importStarterLabels(pool, quiet, never)).toContain('Starter labels are loaded');
  });

  it('are all sound: no row is rejected', async () => {
    const sets = await listLabelSets(pool);
    expect(sets.map(({ name }) => name)).toEqual([
      'am-i-exposed',
      'corrections',
      'defihacklabs',
      'defillama-cex',
      'defillama-protocols',
      'graphsense-tagpacks',
      'ledger',
      'mew-darklist',
      'mining-pools',
      'nbctf-seizure-orders',
      'ofac-delisted',
      'ofac-sdn',
    ]);
    expect(sets.every(({ origin, rejected }) => origin === 'starter' && rejected === 0)).toBe(true);
  });

  it.each([
    ['ETH', '0x098b716b8aaf21512996dc57eb0615e2383e2f96', 'sanctions'],
    ['BTC', '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h', 'sanctions'],
    ['TRX', 'TUCsTq7TofTCJRRoHk6RvhMoS2mJLm5Yzq', 'sanctions'],
    ['TRX', 'TAHEHY7wQncEfQc9gJq5RWX8RfCrvuNbTC', 'sanctions'],
    ['SOL', 'CLNEVwuSAiGsvPtE74yLhda4beNfd8qfZXVKkUcAJZDL', 'exchange_licence_unknown'],
    ['BSC', '0x783fbea45b32eaaa596b44412041dd1208025e83', 'stolen_coins'],
    ['BTC', '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo', 'exchange_licence_unknown'],
    ['TRX', 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi', 'exchange_licence_unknown'],
    ['ETH', '0xbe0eb53f46cd790cd13851d5eff43d12404d33e8', 'exchange_licence_unknown'],
    ['BTC', '1GY1AsGNTzxbBxe6WdaD6SJrPtMZRDTBSC', 'miner'],
    ['BTC', 'bc1qa6yzr2hr0wfg9f2pjjcxhte264sdatk538lyft', 'coinjoin'],
    ['ETH', '0x0000000000000000000000000000000000000000', 'issuer'],
    ['BTC', '1263CRwhYA4Zr3cWcGhpgrZ7NxBXtJckYH', 'stolen_coins'],
    ['BTC', '12FACbewf5Fy9nmeaLQtm6Ugo5WS8g2Hay', 'stolen_coins'],
    ['BTC', '3BMEXuoRza9EimRGSHGrwPmyFNUqWFpu8t', 'exchange_licence_unknown'],
  ])('know on %s %s as %s', async (network, address, category) => {
    const [labels] = await labelsOf(pool, network, [address]);
    expect(governingLabel(labels ?? [], null)?.label.category).toBe(category);
  });

  it('know Tornado Cash as sanctioned until March 2025, and as a mixer since', async () => {
    const [labels] = await labelsOf(pool, 'ETH', ['0x8589427373d6d84e98730d7795d8f6f8731fda16']);
    const before = Date.parse('2023-01-01') / 1000;
    const after = Date.parse('2026-01-01') / 1000;
    expect(governingLabel(labels ?? [], before)?.label.category).toBe('sanctions');
    expect(governingLabel(labels ?? [], after)?.label.category).toBe('mixer');
  });

  it.each([
    ['ETH', '0x6b3595068778dd592e39a122f4f5a5cf09c90fe2'],
    ['ETH', '0xd533a949740bb3306d119cc777fa900ba034cd52'],
    ['ETH', '0x00000000000000000000000000000000000018fe'],
  ])('say nothing of the contract or number %s %s', async (network, address) => {
    expect((await labelsOf(pool, network, [address]))[0] ?? []).toEqual([]);
  });

  it('change nothing when they are loaded again', async () => {
    const [version, sets] = [await labelSetVersion(pool), await listLabelSets(pool)];
    await importStarterLabels(pool, quiet, never);
    expect(await labelSetVersion(pool)).toBe(version);
    expect(await listLabelSets(pool)).toEqual(sets);
  });

  it('do not come back over a list the operator imported', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'labels-'));
    const file = path.join(dir, 'newer_XBT.txt');
    await writeFile(file, '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h\n');
    await importLabels(pool, { format: 'ofac-list', locations: [file], setName: 'ofac-sdn', origin: 'import' });
    await importStarterLabels(pool, quiet, never);
    expect((await listLabelSets(pool)).find(({ name }) => name === 'ofac-sdn')).toMatchObject({
      origin: 'import',
      accepted: 1,
    });
    await rm(dir, { recursive: true });
  });
});

it('a set that no longer ships goes, an operator’s stays', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'labels-'));
  const row = '{"address":"12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h","network":"BTC","entity":"x","category":"scam"}\n';
  await writeFile(path.join(dir, 'new.jsonl'), row);
  await importStarterLabels(pool, quiet, never, dir);
  expect((await listLabelSets(pool)).map(({ name }) => name)).toEqual(['new', 'ofac-sdn']);
  await rm(dir, { recursive: true });
});

it('a bad row in a starter file stops the load and says so', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'labels-'));
  await writeFile(
    path.join(dir, 'bad.jsonl'),
    '{"address":"12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h","network":"BTC","entity":"x","category":"scam"}\n{"address":"no"}\n',
  );
  await expect(importStarterLabels(pool, quiet, never, dir)).rejects.toThrow('bad.jsonl');
  await rm(dir, { recursive: true });
});
