import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ColumnStore } from '@assay/exposure';
import { accountGraph } from '@assay/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { columnFiles } from './column-files.ts';

const store = new ColumnStore({ network: 'ETH' });
store.append(accountGraph({ seed: 3, accounts: 20, transfers: 200 }).transfers);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-columns-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const KEPT = { identity: 'these tables', state: { revision: 7, lastChange: 'one' }, parts: store.parts() };

it('gives back what was kept, and nothing for what was not', async () => {
  const files = columnFiles(path.join(folder, 'deeper'));
  expect(await files.read('ETH-USDT')).toBe(null);
  await files.write('ETH-USDT', KEPT);
  const back = await files.read('ETH-USDT');
  expect(back).toMatchObject({ identity: 'these tables', state: { revision: 7, lastChange: 'one' } });
  if (back === null) throw new Error('nothing came back');
  const again = ColumnStore.from(back.parts);
  expect([...again.snapshot().records()]).toEqual([...store.snapshot().records()]);
  expect(await files.read('../ETH-USDT')).toBe(null);
});

it.each([
  ['cut short', (file: string) => truncate(file, 5_000)],
  ['cut in its head', (file: string) => truncate(file, 20)],
  ['something else', (file: string) => writeFile(file, 'x'.repeat(2_000))],
])('forgets a file that is %s', async (_how, harm) => {
  const files = columnFiles(folder);
  await files.write('ETH-USDT', KEPT);
  const [file = ''] = await readdir(folder);
  await harm(path.join(folder, file));
  expect(await files.read('ETH-USDT')).toBe(null);
  expect(await readdir(folder)).toEqual([]);
});
