import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileCache } from './file-cache.ts';

const key = (digit: string) => `${digit.repeat(64)}.pdf`;
const bytesOf = (size: number) => new Uint8Array(size).fill(7);

describe('the cache of reports', () => {
  let folder: string;
  const warnings: string[] = [];
  const open = (maxBytes = 1_000) => openFileCache(folder, maxBytes, (_error, message) => warnings.push(message));

  beforeEach(async () => {
    warnings.length = 0;
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'assay-cache-')), 'reports');
  });
  afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

  it('gives back what was put in, also after a restart', async () => {
    const cache = await open();
    expect(await cache.get(key('a'))).toBeNull();
    await cache.put(key('a'), bytesOf(10));
    expect(Uint8Array.from((await cache.get(key('a'))) ?? [])).toEqual(bytesOf(10));
    expect((await (await open()).get(key('a')))?.byteLength).toBe(10);
    expect(warnings).toEqual([]);
  });

  it('never holds more than its bound; what was asked for longest ago goes first', async () => {
    const cache = await open(100);
    for (const digit of ['a', 'b', 'c']) await cache.put(key(digit), bytesOf(30));
    await cache.get(key('a'));
    await cache.put(key('d'), bytesOf(30));
    expect((await readdir(folder)).toSorted()).toEqual([key('a'), key('c'), key('d')]);
    await cache.put(key('e'), bytesOf(101));
    expect(await cache.get(key('e'))).toBeNull();
  });

  it('counts a file that is put in again once', async () => {
    const cache = await open(100);
    for (let time = 0; time < 5; time++) await cache.put(key('a'), bytesOf(40));
    await cache.put(key('b'), bytesOf(40));
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('tidies up halves, leaves files of others alone, and forgets what somebody removed', async () => {
    await open();
    await writeFile(path.join(folder, `${key('a')}.abc.part`), 'half');
    await writeFile(path.join(folder, 'notes.txt'), 'mine');
    const cache = await open();
    expect(await readdir(folder)).toEqual(['notes.txt']);
    await cache.put(key('a'), bytesOf(5));
    await rm(path.join(folder, key('a')));
    expect(await cache.get(key('a'))).toBeNull();
    expect(warnings).toEqual([]);
  });

  it.each(['../../etc/passwd', 'a'.repeat(64), `${'A'.repeat(64)}.pdf`, `${'a'.repeat(64)}.pdf/..`])(
    'takes no key that could be another file: %s',
    async (name) => {
      const cache = await open();
      await expect(cache.put(name, bytesOf(1))).rejects.toThrow(RangeError);
      expect(await cache.get(name)).toBeNull();
    },
  );

  it('costs only speed where the folder cannot be used', async () => {
    await writeFile(folder, 'a file where the folder should be');
    const cache = await open();
    await cache.put(key('a'), bytesOf(5));
    expect(await cache.get(key('a'))).toBeNull();
    expect(warnings).toEqual(['the folder of kept reports cannot be used', 'a report could not be kept']);
    await chmod(folder, 0o600);
  });
});
