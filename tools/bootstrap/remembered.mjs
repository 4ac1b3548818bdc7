import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { arch, hostname, platform, release } from 'node:os';
import path from 'node:path';
import { TOOLS_DIR } from './paths.mjs';

/**
 * The answer to a question about files. A yes is remembered for this machine and for the files as they are, by size and
 * times of change: every start asks whether packages and Node are there, and to find out takes as long as a short command.
 *
 * @param {string} name of the question
 * @param {readonly string[]} files that decide the answer
 * @param {() => boolean} ask
 * @param {string} [dir] where it is remembered; what cannot be written there is asked again next time
 */
export function remembered(name, files, ask, dir = TOOLS_DIR) {
  const memory = path.join(dir, `remembered-${name}`);
  // Taken before the question: files that change while it is answered are asked about again.
  const now = fingerprint(files);
  if (now !== null && read(memory) === now) return true;
  const isYes = ask();
  if (isYes && now !== null) write(memory, now);
  return isYes;
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

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    if (!isOfFiles(error)) throw error;
  }
}

/** @param {unknown} error */
function isOfFiles(error) {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
