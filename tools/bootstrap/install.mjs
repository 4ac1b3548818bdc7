import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { npm } from './node.mjs';
import { ROOT } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { PlainError, say } from './say.mjs';

/** @typedef {{ version?: string, resolved?: string, link?: boolean, optional?: boolean, peer?: boolean }} LockedPackage */
/** @typedef {Record<string, LockedPackage>} LockedPackages */

/**
 * Whether node_modules holds what the lockfile asks for, by the record npm leaves there at the end of an install.
 * Optional packages may be missing: most of them are for other machines.
 *
 * @param {LockedPackages} wanted
 * @param {LockedPackages | null} installed
 */
export function isInstalled(wanted, installed) {
  if (installed === null) return false;
  return Object.entries(wanted).every(([place, { version, link, optional }]) => {
    if (!place.includes('node_modules/')) return true;
    const found = installed[place];
    if (found === undefined) return optional === true;
    return link === true ? found.link === true : found.version === version;
  });
}

/**
 * Installs the packages of the lockfile when node_modules is missing or belongs to another lockfile.
 *
 * @param {import('./node.mjs').Runtime} runtime
 */
export async function ensureInstalled(runtime) {
  if (isUpToDate()) return;
  await withLock('install', async () => {
    if (isUpToDate()) return;
    say('Installing packages.');
    const { command, args } = npm(runtime.node);
    const { code, output } = await runQuietly(
      command,
      [...args, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
      { env: runtime.env },
    );
    if (code === 0) return;
    throw new PlainError(installAdvice(output), output);
  });
}

/** @param {string} output */
function installAdvice(output) {
  if (/ENOSPC/.test(output)) return 'The disk is full: the packages need about 700 MB.';
  if (/EACCES|EROFS|EPERM/.test(output))
    return 'The clone cannot be written by this account. Clone it to a folder of its own.';
  if (/ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|network/.test(output)) {
    return 'The npm registry cannot be reached. Check the connection and try again.';
  }
  return 'The packages could not be installed (npm ci); what npm said stands above.';
}

function isUpToDate() {
  const wanted = readPackages(path.join(ROOT, 'package-lock.json'));
  if (wanted === null) throw new PlainError('package-lock.json is missing or broken: restore it with git checkout.');
  return isInstalled(wanted, readPackages(path.join(ROOT, 'node_modules', '.package-lock.json')));
}

/**
 * @param {string} file
 * @returns {LockedPackages | null}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null;
  } catch {
    // Missing or cut short: the same as not installed.
    return null;
  }
}
