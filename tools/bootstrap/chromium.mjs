import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { npm } from './node.mjs';
import { TOOLS_DIR } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { PlainError, say } from './say.mjs';

/**
 * The headless shell comes first: the same engine without the user interface that nobody sees in a test. A visit costs
 * a third of the processor time of the whole browser.
 */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const OUTSIDE_PATH = [
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const DOWNLOADED = path.join(TOOLS_DIR, 'browsers');
const DOWNLOADS = [DOWNLOADED, path.join(homedir(), '.cache', 'ms-playwright')];

/**
 * The Chromium of the browser journeys: CHROME_PATH, a headless shell that is installed or can be, else a whole browser.
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
  const shell = await findShell();
  if (shell !== null) return shell;
  say('Installing Chromium for the browser journeys.');
  const said = [await installWithApt()];
  if ((await findShell()) === null) said.push(await installWithPlaywright(runtime));
  const installed = (await findShell()) ?? (await findBrowser());
  if (installed !== null) return installed;
  throw new PlainError(
    'The browser journeys need Chromium and none could be installed. Install Chromium or Chrome, or name one with CHROME_PATH.',
    said.join('\n'),
  );
}

async function findShell() {
  const downloaded = DOWNLOADS.flatMap((dir) => shellsUnder(dir));
  return firstThatWorks([...inPath(SHELLS), ...downloaded]);
}

/**
 * Playwright's folders: `chromium_headless_shell-REVISION/chrome-headless-shell-SYSTEM/chrome-headless-shell`.
 *
 * @param {string} dir
 */
function shellsUnder(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => name.startsWith('chromium_headless_shell-'))
    .flatMap((name) => readdirSync(path.join(dir, name)).map((system) => path.join(dir, name, system)))
    .flatMap((folder) => [path.join(folder, 'chrome-headless-shell'), path.join(folder, 'headless_shell')]);
}

async function findBrowser() {
  return firstThatWorks([...inPath(BROWSERS), ...OUTSIDE_PATH]);
}

/** @param {readonly string[]} names */
function inPath(names) {
  const dirs = (process.env.PATH ?? '').split(path.delimiter).filter((dir) => dir !== '');
  return dirs.flatMap((dir) => names.map((name) => path.join(dir, name)));
}

/** @param {readonly string[]} programs */
async function firstThatWorks(programs) {
  for (const program of programs) {
    if (await works(program)) return program;
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
  const packages = ['install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell'];
  const install = await runQuietly('apt-get', packages, { env });
  return install.code === 0 ? '' : `${update.output}\n${install.output}`;
}

/** @param {import('./node.mjs').Runtime} runtime */
async function installWithPlaywright({ node, env }) {
  const { command, args } = npm(node);
  const { code, output } = await runQuietly(
    command,
    [...args, 'exec', '--', 'playwright-core', 'install', '--only-shell', 'chromium'],
    { env: { ...env, PLAYWRIGHT_BROWSERS_PATH: DOWNLOADED } },
  );
  return code === 0 ? '' : output;
}
