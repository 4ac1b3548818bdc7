import { renameSync, utimesSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { unfinishedImports } from './import-manifest.store.ts';
import { importTransfers } from './import-transfers.ts';
import { account, database, prepareTransferImports, transfersOf } from './test/import-fixture.ts';

prepareTransferImports();

const ROWS = 12_000;

it.each([
  ['written to', (file: string) => utimesSync(file, 1, 1)],
  ['replaced', (file: string) => renameSync(`${file}.new`, file)],
])('a file that is %s while it is read is refused, and nothing of it stays', async (_name, change) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'assay-changing-'));
  const file = path.join(dir, 'transfers.csv');
  const rows = Array.from(
    { length: ROWS },
    (_, row) => `ETH,USDT,${account('a1')},${account('b2')},${row + 1},${1_600_000_000 + row},t${row}`,
  );
  await writeFile(file, ['network,asset,from,to,amount,time,transaction', ...rows, ''].join('\n'));
  await copyFile(file, `${file}.new`);
  let staged = 0;
  const importing = importTransfers(database.pool, {
    format: 'csv',
    network: null,
    asset: null,
    files: [file],
    signal: new AbortController().signal,
    onProgress: () => {
      staged += 1;
      if (staged === 1) change(file);
    },
  });
  await expect(importing).rejects.toThrow(`${file} was changed while it was read; import it again when it is complete`);
  expect(staged).toBeGreaterThan(0);
  expect(await unfinishedImports(database.pool)).toEqual([]);
  expect(await transfersOf('USDT')).toEqual([]);
  await rm(dir, { recursive: true });
});
