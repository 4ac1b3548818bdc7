import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { installPinned, isInstalledPinned, nodePackage } from './node-package.mjs';
import { TOOLS_DIR } from './paths.mjs';
import { remembered } from './remembered.mjs';
import { PlainError, say } from './say.mjs';

const NEEDED = { major: 24, minor: 12 };

/**
 * Where the product's Node is and the environment its programs run in.
 *
 * @typedef {{ node: string, env: NodeJS.ProcessEnv }} Runtime
 */

/** @param {string} version such as '20.20.2' */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor);
}

/**
 * The Node the product runs on: this one when it is new enough, else one taken from the npm registry into `.tools`.
 *
 * @returns {Promise<Runtime>}
 */
export async function ensureNode() {
  if (isNewEnough(process.versions.node)) return runtimeAt(process.execPath);
  const pinned = nodePackage(process.platform, process.arch);
  if (pinned === null) {
    throw new PlainError(
      `This machine has Node ${process.versions.node}, and the npm registry has no Node for ${process.platform} ${process.arch}. Install Node ${NEEDED.major}.${NEEDED.minor} or newer and try again.`,
    );
  }
  const { name, version } = pinned;
  const home = path.join(TOOLS_DIR, `node-${version}`);
  const node = path.join(home, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const isReady = () => isInstalledPinned(pinned, home) && remembered('node', [node], () => runs(node));
  if (!isReady()) {
    await withLock('node', async () => {
      if (isReady()) return;
      say(`Taking Node ${version} from the npm registry (this machine has ${process.versions.node}).`);
      await installPinned(pinned, home, { ...npm(process.execPath), env: npmEnvironment(process.env) });
      if (!runs(node)) {
        throw new PlainError(
          `Node ${version} does not run on this machine. Install Node ${NEEDED.major}.${NEEDED.minor} or newer and try again.`,
        );
      }
    });
  }
  return runtimeAt(node);
}

/**
 * The Node that runs this script, which is enough for npm.
 *
 * @returns {Runtime}
 */
export function machineRuntime() {
  return { node: process.execPath, env: npmEnvironment(process.env) };
}

/** @param {string} node */
function runs(node) {
  if (!existsSync(node)) return false;
  try {
    return isNewEnough(execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim());
  } catch {
    // Half a download, or a program of another machine: it is installed again.
    return false;
  }
}

/**
 * @param {string} node
 * @returns {Runtime}
 */
function runtimeAt(node) {
  const env = npmEnvironment(process.env);
  env.PATH = `${path.dirname(node)}${path.delimiter}${env.PATH ?? ''}`;
  // Compiled code is kept, so that the next start is quicker.
  env.NODE_COMPILE_CACHE ??= path.join(TOOLS_DIR, 'compile-cache');
  const headers = path.dirname(path.dirname(node));
  // A user's own nodedir may point at the headers of another Node.
  if (existsSync(path.join(headers, 'include', 'node', 'node.h'))) env.npm_config_nodedir = headers;
  return { node, env };
}

/**
 * How to call npm: the one that runs this script, under the given Node; else the one on PATH.
 *
 * @param {string} node
 */
export function npm(node) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('npm-cli.js')) return { command: node, args: [cli] };
  return { command: 'npm', args: [] };
}

/**
 * The environment without what the outer npm says of itself, and with a cache that can be written: the home folder
 * may be missing.
 *
 * @param {NodeJS.ProcessEnv} env
 */
function npmEnvironment(env) {
  const own = Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^npm_(package|lifecycle|command|config_(local_prefix|loglevel|prefix|workspace))/.test(name),
    ),
  );
  if (!canWrite(env.npm_config_cache ?? homedir())) own.npm_config_cache = path.join(TOOLS_DIR, 'npm-cache');
  return own;
}

/** @param {string} dir */
function canWrite(dir) {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
