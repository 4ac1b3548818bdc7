import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Category, NetworkId } from '@assay/domain';
import { importLabels } from '../apps/server/src/modules/labels/index.ts';
import type { Pool } from '../apps/server/src/platform/db/index.ts';

export interface BenchLabel {
  readonly address: string;
  readonly entity: string;
  readonly category: Category;
}

/** Imports labels as an operator does, so that the label set's version and everything derived from it follow. */
export async function importBenchLabels(
  pool: Pool,
  labels: Iterable<BenchLabel>,
  network: NetworkId = 'ETH',
): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), 'assay-bench-labels-'));
  try {
    const rows = Array.from(
      labels,
      ({ address, entity, category }) => `${address},${network},${entity},${category},90\n`,
    );
    const file = path.join(dir, 'labels.csv');
    await writeFile(file, ['address,network,entity,category,confidence\n', ...rows].join(''));
    await importLabels(pool, { format: 'csv', locations: [file], setName: 'bench', origin: 'import' });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
