import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { npm } from './node.mjs';
import { ROOT } from './paths.mjs';
import { remembered } from './remembered.mjs';
import { runHere, runQuietly } from './run.mjs';
import { PlainError, say } from './say.mjs';
import { hashFiles, listSources } from './sources.mjs';

/**
 * Something that a start needs and that is built from the clone. Its stamp says from which sources, and where it is.
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {string} dir where it is built
 * @property {readonly string[]} sources
 * @property {(runtime: import('./node.mjs').Runtime) => Build} build
 */

/**
 * How something is built.
 *
 * @typedef {object} Build
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {string} place where it will be, below the folder of the part
 */

/** @typedef {{ part: Part, hash: string }} Hashed with the hash of its present sources */

/** @type {Part} the site: itself, the packages it uses and offers, the method it publishes, and the versions of the rest */
const SITE = {
  name: 'site',
  dir: path.join(ROOT, 'apps', 'web', 'build'),
  sources: [
    ...['apps/web', 'packages', 'docs/method', 'docs/developers', 'package-lock.json', 'tsconfig.base.json'],
    'tools/bundle.mjs',
  ],
  build: (runtime) => {
    const { command, args } = npm(runtime.node);
    const env = { ...runtime.env, NODE_ENV: 'production' };
    return { command, args: [...args, 'run', '--silent', '-w', '@assay/web', 'build'], env, place: '.' };
  },
};

/** The code of the server in few files, which load sooner than its modules. */
const SERVER = serverIn('server', path.join(ROOT, 'apps', 'server', 'build'));

/** The same for tests that start it as a process: no product runs from these files, which change with each edit. */
const TESTED_SERVER = serverIn('server of the tests', path.join(SERVER.dir, 'tests'));

const PARTS = [SITE, SERVER];

/** The file that the server is started from, once it is built. */
export function serverEntry() {
  return entryOf(SERVER);
}

/**
 * Builds what was built from other sources than those that are there.
 *
 * @param {import('./node.mjs').Runtime} runtime
 */
export async function ensureBuilt(runtime) {
  await ensureParts('build', PARTS, runtime);
}

/**
 * The file that tests start the server from, which is built where its sources have changed.
 *
 * @param {import('./node.mjs').Runtime} runtime
 */
export async function ensureTestedServer(runtime) {
  await ensureParts('build-tested', [TESTED_SERVER], runtime);
  return entryOf(TESTED_SERVER);
}

/**
 * @param {string} name of the lock, and of what is remembered
 * @param {readonly Part[]} parts
 * @param {import('./node.mjs').Runtime} runtime
 */
async function ensureParts(name, parts, runtime) {
  if (isBuilt(name, parts)) return;
  await withLock(name, async () => {
    const stale = hashParts(parts).filter(isStale);
    if (stale.length === 0) return;
    say(`Building the ${stale.map(({ part }) => part.name).join(' and the ')}.`);
    const outcomes = await buildAtOnce(stale, runtime, ({ command, args, env }) => runQuietly(command, args, { env }));
    const failed = outcomes.find(({ code }) => code !== 0);
    if (failed === undefined) return;
    throw new PlainError(`The ${failed.name} could not be built; the output of the build is above.`, failed.output);
  });
}

/**
 * Builds the site, and the server where it is of other sources; shows what the builds print.
 *
 * @param {import('./node.mjs').Runtime} runtime
 * @returns {Promise<number>} the exit code
 */
export async function buildAgain(runtime) {
  return withLock('build', async () => {
    // A second build of the same server would empty the folder that it runs from.
    const parts = hashParts(PARTS).filter((one) => one.part === SITE || isStale(one));
    const outcomes = await buildAtOnce(parts, runtime, async ({ command, args, env }) => ({
      code: await runHere(command, args, env),
      output: '',
    }));
    return outcomes.find(({ code }) => code !== 0)?.code ?? 0;
  });
}

/**
 * @param {readonly Hashed[]} parts
 * @param {import('./node.mjs').Runtime} runtime
 * @param {(build: Build) => Promise<{ code: number, output: string }>} run
 */
async function buildAtOnce(parts, runtime, run) {
  return Promise.all(
    parts.map(async ({ part, hash }) => {
      const build = part.build(runtime);
      const { code, output } = await run(build);
      if (code === 0) writeFileSync(stampOf(part), `${hash} ${build.place}`);
      return { name: part.name, code, output };
    }),
  );
}

/**
 * Whether nothing is to be built. A yes is remembered by what the system says of each file: none of them is read.
 *
 * @param {string} name
 * @param {readonly Part[]} parts
 */
function isBuilt(name, parts) {
  const sources = new Set(parts.flatMap((part) => part.sources));
  const places = listSources(ROOT, [...sources]).map((file) => path.join(ROOT, file));
  const isFresh = () => !hashParts(parts).some(isStale);
  return remembered(`${name}-is-fresh`, [...parts.map(stampOf), ...places], isFresh);
}

/** @param {Hashed} one */
function isStale({ part, hash }) {
  return builtOf(part)?.hash !== hash;
}

/**
 * The hash of the sources of each part, which share many.
 *
 * @param {readonly Part[]} parts
 */
function hashParts(parts) {
  /** @type {Map<string, string>} */
  const known = new Map();
  return parts.map((part) => ({ part, hash: hashFiles(ROOT, listSources(ROOT, part.sources), known) }));
}

/**
 * @param {string} name
 * @param {string} dir
 * @returns {Part}
 */
function serverIn(name, dir) {
  /** @type {Part} */
  const server = {
    name,
    dir,
    sources: [
      ...['apps/server/src', 'apps/server/starter/examples.ts', 'apps/server/tools', 'apps/server/package.json'],
      ...['packages', 'package-lock.json', 'tsconfig.base.json'],
    ],
    build: ({ node, env }) => {
      // Two folders in turn: a server that runs goes on with the files that it was started from.
      const place = builtOf(server)?.place === 'a' ? 'b' : 'a';
      const bundler = path.join(ROOT, 'apps', 'server', 'tools', 'bundle.ts');
      return { command: node, args: [bundler, path.join(dir, place)], env, place };
    },
  };
  return server;
}

/** @param {Part} part the server, where it is built */
function entryOf(part) {
  return path.join(part.dir, builtOf(part)?.place ?? '', 'assay.mjs');
}

/** @param {Part} part */
function stampOf({ dir }) {
  return path.join(dir, '.sources');
}

/**
 * What was built last; null where nothing was.
 *
 * @param {Part} part
 */
function builtOf(part) {
  const stamp = stampOf(part);
  if (!existsSync(stamp)) return null;
  const [hash = '', place = ''] = readFileSync(stamp, 'utf8').split(' ');
  return { hash, place };
}
