import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Pool } from '../../../../platform/db/index.ts';
import { importLabels } from '../import/import-labels.ts';
import { labelSetVersion } from '../known/labels.store.ts';
import { dropOldStarterSets, listLabelSets } from '../label-sets.store.ts';
import { withdrawCorrected } from '../withdrawn-labels.store.ts';

/** Folder of the labels that ship with the product. */
export const STARTER_LABELS_DIR = fileURLToPath(new URL('../../../../../starter/labels/', import.meta.url));

/** Labels that shipped, or that their publishers still state, and that are wrong: each with the reason. */
const Withdrawn = z.array(
  z.object({
    network: z.string(),
    address: z.string(),
    source: z.string(),
    entity: z.string(),
    category: z.string(),
    why: z.string(),
  }),
);
const WITHDRAWN_FILE = 'withdrawn.json';

/**
 * Loads the labels that ship with the product, one set a file. A set the operator imported meanwhile is newer than
 * what shipped, and stays. May run repeatedly: sets that are already stored are not written again.
 *
 * @param progress receives the progress as text
 * @returns one sentence for people
 */
export async function importStarterLabels(
  pool: Pool,
  progress: (text: string) => void,
  signal: AbortSignal,
  dir: string = STARTER_LABELS_DIR,
): Promise<string> {
  const own = new Set((await listLabelSets(pool)).filter(({ origin }) => origin === 'import').map(({ name }) => name));
  const entries = await readdir(dir);
  const files = entries.filter((name) => name.endsWith('.jsonl')).sort();
  let labels = 0;
  for (const file of files) {
    const setName = path.basename(file, '.jsonl');
    if (own.has(setName)) continue;
    const report = await importLabels(
      pool,
      { format: 'jsonl', locations: [path.join(dir, file)], setName, origin: 'starter' },
      { signal, progress: ({ accepted }) => progress(`Starter labels: ${setName}, ${accepted} rows`) },
    );
    if (report.rejected > 0) {
      throw new Error(`The starter labels ${file} hold ${report.rejected} bad rows: ${Object.keys(report.reasons)[0]}`);
    }
    labels += report.labels;
  }
  if (entries.includes(WITHDRAWN_FILE)) {
    // Also out of a list that the operator brought in, whose publisher still states them.
    const wrong = Withdrawn.parse(JSON.parse(await readFile(path.join(dir, WITHDRAWN_FILE), 'utf8')));
    await withdrawCorrected(pool, wrong);
  }
  await dropOldStarterSets(
    pool,
    files.map((file) => path.basename(file, '.jsonl')),
  );
  return `Starter labels are loaded: ${labels} labels, label set version ${await labelSetVersion(pool)}.`;
}
