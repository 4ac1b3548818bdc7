import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PRODUCT, productEntries } from '../lockfile/product.mjs';
import { withLock } from './lock.mjs';
import { npm } from './node.mjs';
import { ROOT } from './paths.mjs';
import { remembered } from './remembered.mjs';
import { runQuietly } from './run.mjs';
import { PlainError, say } from './say.mjs';

/** @typedef {Record<string, import('../lockfile/problems.mjs').Locked>} LockedPackages */
/** @typedef {'product' | 'all'} Scope what runs and builds the product, or what checks and tests it too */

/**
 * Whether node_modules holds what the lockfile asks for, by the record npm leaves there at the end of an install.
 * Optional packages may be missing: most of them are for other machines. More than asked for may be there.
 *
 * @param {LockedPackages} wanted
 * @param {LockedPackages | null} installed
 * @param {Scope} scope
 */
export function isInstalled(wanted, installed, scope) {
  if (installed === null) return false;
  const entries = scope === 'product' ? productEntries(wanted) : Object.keys(wanted);
  return [...entries].every((place) => {
    const { version, link, optional } = wanted[place] ?? {};
    if (!place.includes('node_modules/')) return true;
    const found = installed[place];
    if (found === undefined) return optional === true;
    return link === true ? found.link === true : found.version === version;
  });
}

/**
 * How npm installs. From nothing, or over another lockfile, it is `npm ci`. The packages of development are added to
 * those of the product in place, as a server may run on them; the lockfile stays as it is and its hashes are compared.
 *
 * @param {Scope} scope
 * @param {boolean} hasProduct
 */
export function installArguments(scope, hasProduct) {
  const kept = ['--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  if (scope === 'product') {
    const workspaces = PRODUCT.map((name) => `--workspace=@assay/${name}`);
    // Peers that the product needs are dependencies of a workspace too. Those that are left are optional ones, which npm
    // would otherwise install because development has them (TypeScript, for the build of React Router).
    return ['ci', '--omit=dev', '--legacy-peer-deps', ...workspaces, ...kept];
  }
  return hasProduct ? ['install', '--no-save', '--include=dev', ...kept] : ['ci', '--include=dev', ...kept];
}

/**
 * Installs the packages of the lockfile that are missing, or all when node_modules belongs to another lockfile.
 *
 * @param {{ node: string, env: NodeJS.ProcessEnv }} runtime
 * @param {Scope} scope
 */
export async function ensureInstalled(runtime, scope) {
  if (has(scope)) return;
  await withLock('install', async () => {
    if (has(scope)) return;
    const hasProduct = scope === 'all' && has('product');
    say(hasProduct ? 'Installing the packages for checks and tests.' : 'Installing packages.');
    const { command, args } = npm(runtime.node);
    const { code, output } = await runQuietly(command, [...args, ...installArguments(scope, hasProduct)], {
      env: runtime.env,
    });
    if (code !== 0) throw new PlainError(installAdvice(output), output);
    if (!has(scope)) {
      throw new PlainError(
        'package.json and package-lock.json do not agree. Run npm install, then node tools/lockfile/complete.mjs.',
      );
    }
  });
}

/** @param {string} output */
function installAdvice(output) {
  if (/ENOSPC/.test(output)) return 'The disk is full: the packages need about 300 MB, those of the tests 700 MB more.';
  if (/EACCES|EROFS|EPERM/.test(output))
    return 'The clone cannot be written by this account. Clone it to a folder of its own.';
  if (/ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|network/.test(output)) {
    return 'The npm registry cannot be reached. Check the connection and try again.';
  }
  return 'The packages could not be installed (npm ci); the output of npm is above.';
}

const LOCKFILE = path.join(ROOT, 'package-lock.json');
const RECORD = path.join(ROOT, 'node_modules', '.package-lock.json');
/** Which packages a scope needs is decided by these: another release may need more of the same lockfile. */
const RULES = ['bootstrap/install.mjs', 'lockfile/product.mjs'].map((file) => path.join(ROOT, 'tools', file));

/** @param {Scope} scope */
function has(scope) {
  return remembered(`packages-${scope}`, [LOCKFILE, RECORD, ...RULES], () => {
    const wanted = readPackages(LOCKFILE);
    if (wanted === null) throw new PlainError('package-lock.json is missing or broken: restore it with git checkout.');
    return isInstalled(wanted, readPackages(RECORD), scope);
  });
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
