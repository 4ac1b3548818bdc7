import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVER_COMMAND, scratchFolder } from '@assay/testkit';
import { type LocalCookie, openPrintedLink } from './local-visit.ts';

export interface Product {
  /** URL of the site, without a slash at the end. */
  readonly url: string;
  /** Cookie of a browser that opened the link of the terminal. */
  readonly localCookie: LocalCookie;
  /** The link that the terminal printed last, which was not opened yet. */
  readonly newestLink: () => string;
  readonly dataDir: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START_MS = 180_000;
const STOP_MS = 20_000;

/** What a Telegram bot shows to the product of the journeys, and its name. None runs unless a journey starts it. */
export const BOT_SECRET = 'a-bot-of-the-journeys-0123456789abcdef';
export const BOT_USERNAME = 'assay_journey_bot';
/** Everybody of the journeys comes from one machine and few mail domains, on one day. */
const GENEROUS = {
  GRANTS_PER_NETWORK: '100000',
  GRANTS_PER_DOMAIN: '100000',
  GRANTS_A_DAY: '100000',
  UNCHARGED_A_DAY: '100000',
};
const BOT = { BOT_API_SECRET: BOT_SECRET, BOT_USERNAME };

/**
 * The real product on a free port, with an embedded PostgreSQL and starter data in a folder of its own, into which
 * `fill` may put what another one has loaded.
 */
export async function startProduct(
  settings: Readonly<Record<string, string>> = {},
  fill?: (dataDir: string) => Promise<void>,
): Promise<Product> {
  const dataDir = await mkdtemp(join(scratchFolder(), 'assay-journeys-'));
  await fill?.(dataDir);
  // Without the cache, each product compiles all its modules again.
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [SERVER_COMMAND, 'serve'], {
    cwd: ROOT,
    env: {
      ...{ PATH, HOME, NODE_COMPILE_CACHE },
      ...{ HOST: '127.0.0.1', PORT: '0', LIVE_CHAINS: 'off', ASSAY_DATA_DIR: dataDir },
      LABELS_UPDATE_HOURS: '0',
      // Nobody answers there, so a domain that a journey marks as proven stays proven, whatever the machine's resolver says.
      DNS_SERVERS: '127.0.0.1:9',
      ...GENEROUS,
      ...BOT,
      ...settings,
    },
    // The product stops when this channel closes, so it ends with the process of the journeys, however that one ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = collect(child);
  try {
    const link = await linkOf(child, output);
    const localCookie = await openPrintedLink(link);
    if (child.pid === undefined) throw new Error('The product did not start');
    return {
      url: new URL(link).origin,
      localCookie,
      newestLink: () => newestLink(output.text),
      dataDir,
      pid: child.pid,
      stop: () => stop(child, dataDir),
    };
  } catch (error) {
    await stop(child, dataDir);
    throw error;
  }
}

function newestLink(output: string): string {
  const link = output.match(/http:\/\/\S+\/\?local=[\w-]+/g)?.at(-1);
  if (link === undefined) throw new Error(`No link was printed:\n${output}`);
  return link;
}

function collect(child: ChildProcess): { text: string } {
  const output = { text: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    output.text += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output.text += chunk.toString();
  });
  return output;
}

async function linkOf(child: ChildProcess, output: { readonly text: string }): Promise<string> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const address = /open at (http:\/\/\S+)\n/.exec(output.text)?.[1];
    if (address !== undefined) return address;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The product did not open:\n${output.text}`);
}

async function stop(child: ChildProcess, dataDir: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(late);
  }
  await rm(dataDir, { recursive: true, force: true });
}
