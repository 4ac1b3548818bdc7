import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Made by a build, or without influence on it. */
const IGNORED = new Set(['node_modules', 'build', 'public', '.react-router', '.types', 'coverage', 'test']);

/**
 * Every file that something is built from, below the root, in order of names.
 *
 * @param {string} root
 * @param {readonly string[]} sources files, and folders with all below them
 */
export function listSources(root, sources) {
  /** @type {string[]} */
  const files = [];
  /** @param {string} folder */
  const addFolder = (folder) => {
    const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry;
      if (IGNORED.has(name) || /\.test\.tsx?$/.test(name)) continue;
      if (entry.isDirectory()) addFolder(`${folder}/${name}`);
      else files.push(`${folder}/${name}`);
    }
  };
  for (const source of sources) {
    const found = statSync(path.join(root, source), { throwIfNoEntry: false });
    if (found?.isDirectory() === true) addFolder(source);
    else if (found !== undefined) files.push(source);
  }
  return files;
}

/**
 * One hash over names and contents.
 *
 * @param {string} root
 * @param {readonly string[]} files below the root
 * @param {Map<string, string>} [known] hashes of the contents that were read already
 */
export function hashFiles(root, files, known = new Map()) {
  const all = createHash('sha256');
  for (const file of files) {
    const hash = known.get(file) ?? hashOf(readFileSync(path.join(root, file)));
    known.set(file, hash);
    all.update(`${file}\0${hash}\0`);
  }
  return all.digest('hex');
}

/** @param {Buffer} content */
function hashOf(content) {
  return createHash('sha256').update(content).digest('hex');
}
