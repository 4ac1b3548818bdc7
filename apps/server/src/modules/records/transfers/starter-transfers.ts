import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NetworkId } from '@assay/domain';
import { formatCount } from '@assay/wording';
import type { Pool } from '../../../platform/db/index.ts';
import type { ImportSource } from './import/formats/formats.ts';
import { type ImportSummary, importTransfers } from './import/import-transfers.ts';

/** Sample records of real transfers that ship with the product; its README names their sources. */
export const STARTER_TRANSFERS_DIR = fileURLToPath(new URL('../../../../starter/transfers/', import.meta.url));

/** UTXO networks whose transactions ship, by the start of their file's name. */
const COIN_FILES = {
  bch: 'BCH',
  btc: 'BTC',
  dash: 'DASH',
  doge: 'DOGE',
  ltc: 'LTC',
  zec: 'ZEC',
} as const satisfies Record<string, NetworkId>;

/** Loads the sample records. A second run loads what is missing. */
export async function importStarterTransfers(
  pool: Pool,
  progress: (text: string) => void,
  signal: AbortSignal,
): Promise<string> {
  let added = 0;
  for (const { file, source } of await starterFiles()) {
    const files = [path.join(STARTER_TRANSFERS_DIR, file)];
    // Read again even when they were imported before: the caller requires the records to be stored.
    const summary = await importTransfers(pool, { ...source, files, again: true, onProgress: progress, signal });
    refuseRejects(file, summary);
    added += summary.added;
  }
  return `${formatCount(added)} sample records were loaded.`;
}

async function starterFiles(): Promise<{ readonly file: string; readonly source: ImportSource }[]> {
  const files = (await readdir(STARTER_TRANSFERS_DIR)).filter((file) => file.endsWith('.gz')).sort();
  return files.map((file) => {
    if (file.endsWith('.csv.gz')) return { file, source: { format: 'csv', network: null, asset: null } };
    const network = Object.entries(COIN_FILES).find(([head]) => file.startsWith(`${head}-`))?.[1];
    if (network === undefined) throw new Error(`The starter file ${file} names no network`);
    return { file, source: { format: 'bitcoin-etl-transactions', network, asset: null } };
  });
}

function refuseRejects(file: string, { counts }: ImportSummary): void {
  if (counts.rejected > 0) throw new Error(`${counts.rejected} rows of the starter file ${file} could not be read`);
}
