import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EvmChain, exportEthereumEtl } from '@assay/testkit/chains';
import { importTransfers, isTransferFormat } from '../../../src/modules/records/index.ts';
import type { Pool } from '../../../src/platform/db/index.ts';

/**
 * Imports a chain as the files that ethereum-etl exports of it.
 *
 * @param part `genesis`: only the balances that it began with, which no call of a node lists
 */
export async function importEvmChain(pool: Pool, chain: EvmChain, part: 'all' | 'genesis'): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-follow-'));
  const files = await exportEthereumEtl(chain, []);
  for (const [table, content] of Object.entries(files)) {
    const format = `ethereum-etl-${table.replaceAll('_', '-')}`;
    if (!isTransferFormat(format)) throw new Error(`No format ${format}`);
    const [head = '', ...rows] = content.trimEnd().split('\n');
    const isWanted = (row: string): boolean => (table === 'blocks' ? row.startsWith('0,') : row.includes('genesis'));
    const kept = part === 'all' ? rows : rows.filter(isWanted);
    if (kept.length === 0) continue;
    const file = path.join(folder, `${table}.csv`);
    await writeFile(file, `${[head, ...kept].join('\n')}\n`);
    const signal = AbortSignal.timeout(60_000);
    await importTransfers(pool, { format, network: null, asset: null, files: [file], signal });
  }
  await rm(folder, { recursive: true });
}
