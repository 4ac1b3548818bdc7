import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOOLS_DIR } from './paths.mjs';
import { PlainError, say } from './say.mjs';

/**
 * One process at a time in this clone: two starts at once must not install over each other. A lock whose holder
 * is gone is taken over.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {string} [dir]
 * @returns {Promise<T>}
 */
export async function withLock(name, work, dir = TOOLS_DIR) {
  const lock = path.join(dir, `${name}.lock`);
  for (let isFirst = true; !take(lock); isFirst = false) {
    if (isFirst) say('Another process prepares this clone; waiting for it.');
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} lock */
function take(lock) {
  try {
    mkdirSync(path.dirname(lock), { recursive: true });
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOSPC')
      throw new PlainError(
        'The disk is full: Node, the packages and the site need about 500 MB, those of the tests 700 MB more.',
      );
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
      throw new PlainError(
        'The clone cannot be written by this account. Run npm run build there as one that can, or clone it to a folder of its own.',
      );
    }
    if (code !== 'EEXIST') throw error;
  }
  if (!isHeld(lock)) rmSync(lock, { force: true });
  return false;
}

/** @param {string} lock */
function isHeld(lock) {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    if (!Number.isInteger(holder) || holder <= 0) return false;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    // EPERM: alive, of another account.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
