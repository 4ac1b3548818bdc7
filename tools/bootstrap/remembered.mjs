import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { arch, hostname, platform, release } from 'node:os';
import path from 'node:path';
import { TOOLS_DIR } from './paths.mjs';

/**
 * Whether an answer about files still holds, without asking again: it was remembered for this machine and for these files
 * as they are, by size and time of change. Every start asks whether packages and Node are there, and the answer costs as
 * much as a short command.
 *
 * @param {string} name of the question
 * @param {readonly string[]} files that decide the answer
 * @param {string} [dir]
 */
export function isRemembered(name, files, dir = TOOLS_DIR) {
  const now = fingerprint(files);
  return now !== null && read(fileOf(name, dir)) === now;
}

/**
 * Remembers that the answer is yes for these files as they are. What cannot be written is asked again next time.
 *
 * @param {string} name
 * @param {readonly string[]} files
 * @param {string} [dir]
 */
export function remember(name, files, dir = TOOLS_DIR) {
  const now = fingerprint(files);
  if (now === null || read(fileOf(name, dir)) === now) return;
  try {
    mkdirSync(dir, { recursive: true });
    writeFileSync(fileOf(name, dir), now);
  } catch (error) {
    if (!isOfFiles(error)) throw error;
  }
}

/**
 * @param {string} name
 * @param {string} dir
 */
function fileOf(name, dir) {
  return path.join(dir, `remembered-${name}`);
}

/**
 * Null where one of the files is missing.
 *
 * @param {readonly string[]} files
 */
function fingerprint(files) {
  try {
    const facts = files.map((file) => {
      const { size, mtimeMs, ctimeMs, ino } = statSync(file);
      return `${file} ${size} ${mtimeMs} ${ctimeMs} ${ino}`;
    });
    // A folder may be opened by another machine, which needs another Node.
    return [`${platform()} ${arch()} ${release()} ${hostname()}`, ...facts].join('\n');
  } catch (error) {
    if (isOfFiles(error)) return null;
    throw error;
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isOfFiles(error)) return null;
    throw error;
  }
}

/** @param {unknown} error */
function isOfFiles(error) {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
