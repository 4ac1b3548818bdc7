import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/database.ts';
import { importLabels } from './import/import-labels.ts';
import { labelConflicts } from './label-stats.store.ts';

const { pool, drop } = await testDatabase();
const dir = await mkdtemp(path.join(tmpdir(), 'assay-conflicts-'));
afterAll(async () => {
  await drop();
  await rm(dir, { recursive: true, force: true });
});

const [BOTH, ILLICIT, FORMER, GUESS, SAME] = [
  '1EMVSMe1VJUuqv7D7SFzctnVXk4KdjXATi',
  '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h',
];

async function load(setName: string, rows: readonly object[]): Promise<void> {
  const file = path.join(dir, `${setName}.jsonl`);
  await writeFile(file, rows.map((row) => JSON.stringify({ network: 'BTC', confidence: 50, ...row })).join('\n'));
  await importLabels(pool, { format: 'jsonl', locations: [file], setName, origin: 'import' });
}

it('conflicts are addresses that labels in force call illicit and an ordinary service', async () => {
  await load('one', [
    { address: BOTH, category: 'scam', entity: 'Fake exchange', source_date: '2024-02-03' },
    { address: ILLICIT, category: 'scam', entity: 'Scam' },
    { address: FORMER, category: 'sanctions', entity: 'Delisted', valid_to: '2025-03-21' },
    { address: GUESS, category: 'ransom', entity: 'Guess', confidence: 10 },
    { address: SAME, category: 'gambling', entity: 'Casino' },
  ]);
  await load('two', [
    { address: BOTH, category: 'exchange_licence_unknown', entity: 'Exchange' },
    { address: ILLICIT, category: 'other_entities', entity: 'Project' },
    { address: FORMER, category: 'exchange_licence_unknown', entity: 'Exchange' },
    { address: GUESS, category: 'miner', entity: 'Pool' },
    { address: SAME, category: 'miner', entity: 'Pool' },
  ]);
  expect(await labelConflicts(pool, 10)).toEqual({
    total: 1,
    first: [
      {
        network: 'BTC',
        address: BOTH,
        labels: [
          { category: 'scam', entity: 'Fake exchange', source: 'one', sourceDate: '2024-02-03' },
          { category: 'exchange_licence_unknown', entity: 'Exchange', source: 'two', sourceDate: null },
        ],
      },
    ],
  });
});

it('conflicts are all counted, and the first listed', async () => {
  await load(
    'one',
    [BOTH, ILLICIT, FORMER].map((address) => ({ address, category: 'scam', entity: 'Scam' })),
  );
  await load(
    'two',
    [BOTH, ILLICIT, FORMER].map((address) => ({ address, category: 'miner', entity: 'Pool' })),
  );
  const { total, first } = await labelConflicts(pool, 2);
  expect([total, first.map(({ address }) => address)]).toEqual([3, [FORMER, BOTH]]);
});
