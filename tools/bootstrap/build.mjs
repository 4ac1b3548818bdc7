import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { npm } from './node.mjs';
import { ROOT } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { PlainError, say } from './say.mjs';

const BUILD_DIR = path.join(ROOT, 'apps', 'web', 'build');
const STAMP = path.join(BUILD_DIR, '.sources');
/** What the site is made of: itself, the packages it uses, the method it publishes, and the versions of the rest. */
const SOURCES = ['apps/web', 'packages', 'docs/method', 'docs/developers', 'package-lock.json', 'tsconfig.base.json'];
/** Made by the build, or without influence on it. */
const IGNORED = new Set(['node_modules', 'build', 'public', '.react-router', 'coverage']);

/**
 * One hash over names and contents of everything the site is built from.
 *
 * @param {string} root
 * @param {readonly string[]} sources
 */
export function hashSources(root, sources) {
  const hash = createHash('sha256');
  /** @param {string} relative */
  const add = (relative) => {
    const place = path.join(root, relative);
    if (!existsSync(place)) return;
    const entries = readDirectory(place);
    if (entries === null) {
      hash.update(`${relative}\0`).update(readFileSync(place)).update('\0');
      return;
    }
    for (const name of entries) {
      if (!IGNORED.has(name) && !name.endsWith('.tsbuildinfo') && !/\.test\.tsx?$/.test(name))
        add(`${relative}/${name}`);
    }
  };
  for (const source of sources) add(source);
  return hash.digest('hex');
}

/**
 * Builds the site when its sources are not those of the last build.
 *
 * @param {import('./node.mjs').Runtime} runtime
 */
export async function ensureBuilt(runtime) {
  if (isBuilt()) return;
  await withLock('build', async () => {
    if (isBuilt()) return;
    say('Building the site.');
    const { command, args, env } = siteBuild(runtime);
    const { code, output } = await runQuietly(command, args, { env });
    if (code !== 0) throw new PlainError('The site could not be built; the output of the build is above.', output);
    recordBuilt();
  });
}

/** Remembers that the site is built from the present sources: a start then builds nothing, and writes nothing. */
export function recordBuilt() {
  writeFileSync(STAMP, hashSources(ROOT, SOURCES));
}

/**
 * The command that builds the site.
 *
 * @param {import('./node.mjs').Runtime} runtime
 */
export function siteBuild(runtime) {
  const { command, args } = npm(runtime.node);
  const env = { ...runtime.env, NODE_ENV: 'production' };
  return { command, args: [...args, 'run', '--silent', '-w', '@assay/web', 'build'], env };
}

function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashSources(ROOT, SOURCES);
}

/** @param {string} place */
function readDirectory(place) {
  try {
    return readdirSync(place).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return null;
    throw error;
  }
}
