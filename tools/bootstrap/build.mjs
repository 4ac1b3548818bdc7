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

/** @type {Part} the code of the server in few files, which load sooner than its modules */
const SERVER = {
  name: 'server',
  dir: path.join(ROOT, 'apps', 'server', 'build'),
  sources: [
    ...['apps/server/src', 'apps/server/starter/examples.ts', 'apps/server/tools', 'apps/server/package.json'],
    ...['packages', 'package-lock.json', 'tsconfig.base.json'],
  ],
  build: ({ node, env }) => {
    // Two folders in turn: a server that runs goes on with the files that it was started from.
    const place = builtOf(SERVER)?.place === 'a' ? 'b' : 'a';
    const bundler = path.join(ROOT, 'apps', 'server', 'tools', 'bundle.ts');
    return { command: node, args: [bundler, path.join(SERVER.dir, place)], env, place };
  },
};

const PARTS = [SITE, SERVER];

/** The file that the server is started from, once it is built. */
export function serverEntry() {
  return path.join(SERVER.dir, builtOf(SERVER)?.place ?? '', 'assay.mjs');
}

/**
 * Builds what was built from other sources than those that are there.
 *
 * @param {import('./node.mjs').Runtime} runtime
 */
export async function ensureBuilt(runtime) {
  if (isBuilt()) return;
  await withLock('build', async () => {
    const stale = staleParts();
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
    const parts = hashParts().filter((one) => one.part === SITE || isStale(one));
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

/** Whether nothing is to be built. A yes is remembered by what the system says of each file: none of them is read. */
function isBuilt() {
  const sources = new Set(PARTS.flatMap((part) => part.sources));
  const places = listSources(ROOT, [...sources]).map((file) => path.join(ROOT, file));
  return remembered('built', [...PARTS.map(stampOf), ...places], () => staleParts().length === 0);
}

function staleParts() {
  return hashParts().filter(isStale);
}

/** @param {Hashed} one */
function isStale({ part, hash }) {
  return builtOf(part)?.hash !== hash;
}

/** The hash of the sources of each part, which share many. */
function hashParts() {
  /** @type {Map<string, string>} */
  const known = new Map();
  return PARTS.map((part) => ({ part, hash: hashFiles(ROOT, listSources(ROOT, part.sources), known) }));
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
