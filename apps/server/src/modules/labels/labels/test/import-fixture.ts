import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { importLabels } from '../import/import-labels.ts';
import type { LabelFormatId } from '../import/label-formats.ts';

export let database: TestDatabase;
export let pool: TestDatabase['pool'];
export let dir: string;

/** Gives the file of tests that calls it a database of its own, without labels before each test. */
export function prepareLabelImports(): void {
  beforeAll(async () => {
    database = await testDatabase();
    pool = database.pool;
    dir = await mkdtemp(path.join(tmpdir(), 'labels-'));
  });
  beforeEach(() =>
    pool.query('TRUNCATE label_set, derived_label_set, label_import, staged_label, label_withdrawal CASCADE'),
  );
  afterAll(async () => {
    await database.drop();
    await rm(dir, { recursive: true });
  });
}

// Public facts: addresses of the OFAC SDN list and of Binance's published reserves.
export const LAZARUS = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
export const BINANCE = '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo';
export const LISTED = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h';

export let fileNumber = 0;
export async function fileOf(text: string | Uint8Array, extension = 'txt'): Promise<string> {
  fileNumber += 1;
  const file = path.join(dir, `file-${fileNumber}.${extension}`);
  await writeFile(file, text);
  return file;
}

export async function importText(text: string, setName: string, format: LabelFormatId = 'jsonl') {
  return importLabels(pool, { format, locations: [await fileOf(text)], setName, origin: 'import' });
}

export function line(address: string, network: string, entity: string, category: string, more: object = {}): string {
  return `${JSON.stringify({ address, network, entity, category, confidence: 50, ...more })}\n`;
}
