import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { npm } from './node.mjs';
import { TOOLS_DIR } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { PlainError, say } from './say.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The Chromium of the browser journeys: CHROME_PATH, one that is installed, else one installed now.
 *
 * @param {import('./node.mjs').Runtime} runtime
 * @returns {Promise<string>} its program
 */
export async function ensureChromium(runtime) {
  const given = process.env.CHROME_PATH;
  if (given !== undefined && given !== '') {
    if (await works(given)) return given;
    throw new PlainError('CHROME_PATH must name a Chromium or Chrome that runs on this machine.');
  }
  const env = { ...runtime.env, PLAYWRIGHT_BROWSERS_PATH: path.join(TOOLS_DIR, 'browsers') };
  const found = (await findInstalled()) ?? (await findPlaywrights(runtime.node, env));
  if (found !== null) return found;
  say('Installing Chromium for the browser journeys.');
  const said = [await installWithApt(), await installWithPlaywright(runtime.node, env)];
  const installed = (await findInstalled()) ?? (await findPlaywrights(runtime.node, env));
  if (installed !== null) return installed;
  throw new PlainError(
    'The browser journeys need Chromium and none could be installed. Install Chromium or Chrome, or name one with CHROME_PATH.',
    said.join('\n'),
  );
}

async function findInstalled() {
  const dirs = (process.env.PATH ?? '').split(path.delimiter).filter((dir) => dir !== '');
  const candidates = [...dirs.flatMap((dir) => NAMES.map((name) => path.join(dir, name))), ...PLACES];
  for (const candidate of candidates) {
    if (await works(candidate)) return candidate;
  }
  return null;
}

/**
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
async function findPlaywrights(node, env) {
  const ask = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))";
  for (const place of [env, { ...env, PLAYWRIGHT_BROWSERS_PATH: path.join(homedir(), '.cache', 'ms-playwright') }]) {
    const { code, output } = await runQuietly(node, ['-e', ask], { env: place });
    const program = output.trim();
    if (code === 0 && (await works(program))) return program;
  }
  return null;
}

/** @param {string} program */
async function works(program) {
  if (!existsSync(program)) return false;
  try {
    accessSync(program, constants.X_OK);
  } catch {
    return false;
  }
  // Some systems ship a chromium that only says how to install one.
  const { code, output } = await runQuietly(program, ['--version', '--no-sandbox']);
  return code === 0 && /chrom/i.test(output);
}

async function installWithApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return '';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await runQuietly('apt-get', ['update', '-q'], { env });
  const install = await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env });
  return install.code === 0 ? '' : `${update.output}\n${install.output}`;
}

/**
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
async function installWithPlaywright(node, env) {
  if ((await findInstalled()) !== null) return '';
  const { command, args } = npm(node);
  const { code, output } = await runQuietly(
    command,
    [...args, 'exec', '--', 'playwright-core', 'install', 'chromium'],
    { env },
  );
  return code === 0 ? '' : output;
}
