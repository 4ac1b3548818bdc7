import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { writeAll } from './write-all.ts';

it('leaves no gap where a file takes only a part of the bytes at once', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-write-'));
  const file = path.join(folder, 'results.csv');
  const handle = await open(file, 'w');
  const inParts = {
    write: (bytes: Uint8Array, from: number, length: number, at: number) =>
      handle.write(bytes, from, Math.min(length, 3), at),
  } as Pick<typeof handle, 'write'>;
  await writeAll(inParts, Buffer.from('row,address\n'), 0);
  await writeAll(inParts, Buffer.from('1,somebody\n'), 12);
  await handle.close();
  expect(await readFile(file, 'utf8')).toBe('row,address\n1,somebody\n');
  await rm(folder, { recursive: true });
});
