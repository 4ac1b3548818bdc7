import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { once } from '../../../../platform/kernel/once.ts';
import type { ReportCache } from '../../reports/reports.ports.ts';

/** As {@link openFileCache}, opened by the first call. */
export function lazyFileCache(...[folder, maxBytes, warn]: Parameters<typeof openFileCache>): ReportCache {
  const cache = once(() => openFileCache(folder, maxBytes, warn));
  return {
    get: async (key) => (await cache()).get(key),
    put: async (key, bytes) => (await cache()).put(key, bytes),
  };
}

const KEY = /^[0-9a-f]{16,128}\.(pdf|png)$/;

/**
 * Files by content under one folder, together no larger than `maxBytes`; what was asked for longest ago goes first.
 * Files come into being whole: written beside, then renamed. A folder that cannot be written to only costs speed.
 */
export async function openFileCache(
  folder: string,
  maxBytes: number,
  warn: (error: unknown, message: string) => void,
): Promise<ReportCache> {
  const sizes = await readFolder(folder, warn);
  let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);

  async function evict(): Promise<void> {
    for (const [key, size] of sizes) {
      if (total <= maxBytes) return;
      sizes.delete(key);
      total -= size;
      await rm(path.join(folder, key), { force: true });
    }
  }

  return {
    async get(key) {
      const size = sizes.get(key);
      if (size === undefined) return null;
      try {
        const bytes = await readFile(path.join(folder, key));
        sizes.delete(key);
        sizes.set(key, size);
        return bytes;
      } catch (error) {
        // Somebody tidied up: it is rendered again.
        if (sizes.delete(key)) total -= size;
        if (!isMissing(error)) warn(error, 'a kept report could not be read');
        return null;
      }
    },

    async put(key, bytes) {
      if (!KEY.test(key)) throw new RangeError(`"key" expected a digest and a kind, got ${key}`);
      if (bytes.byteLength > maxBytes) return;
      try {
        const beside = path.join(folder, `${key}.${randomBytes(6).toString('hex')}.part`);
        await writeFile(beside, bytes, { mode: 0o600 });
        await rename(beside, path.join(folder, key));
        total += bytes.byteLength - (sizes.get(key) ?? 0);
        sizes.delete(key);
        sizes.set(key, bytes.byteLength);
        await evict();
      } catch (error) {
        warn(error, 'a report could not be kept');
      }
    },
  };
}

/** What is there, oldest first; halves of files that were cut off are removed. */
async function readFolder(
  folder: string,
  warn: (error: unknown, message: string) => void,
): Promise<Map<string, number>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = await readdir(folder);
    await Promise.all(names.filter((name) => name.endsWith('.part')).map((name) => rm(path.join(folder, name))));
    const files = await Promise.all(
      names
        .filter((name) => KEY.test(name))
        .map(async (name) => ({ name, facts: await stat(path.join(folder, name)) })),
    );
    files.sort((a, b) => a.facts.mtimeMs - b.facts.mtimeMs);
    return new Map(files.map(({ name, facts }) => [name, facts.size]));
  } catch (error) {
    warn(error, 'the folder of kept reports cannot be used');
    return new Map();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
