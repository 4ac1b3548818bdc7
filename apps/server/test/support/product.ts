import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SERVER_COMMAND, scratchFolder } from '@assay/testkit';
import { stopCluster } from '../../src/platform/db/postgres/cluster.ts';

const CLONE = fileURLToPath(new URL('../../../../', import.meta.url));
const COMMAND = path.join('apps', 'server', 'src', 'commands', 'index.ts');
/** As npm start sets it, for every process that a test starts: without it, each compiles all its modules again. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE:
    process.env['NODE_COMPILE_CACHE'] ?? fileURLToPath(new URL('../../../../.tools/compile-cache/', import.meta.url)),
};
const OPEN_WITHIN_MS = 45_000;

/** The real server in a process of its own, as `npm start` runs it. */
export interface Product {
  readonly child: ChildProcess;
  /** Everything it said on both streams so far. */
  readonly said: () => string;
  /** What it wrote to stderr so far. */
  readonly stderr: () => string;
  /** Where it answers; rejects when the process ends first. */
  readonly opened: Promise<string>;
  /** The printed address, with the token that makes a browser a local one. */
  readonly printedLink: Promise<string>;
  readonly exited: Promise<number | NodeJS.Signals>;
}

export interface ProductOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What runs the server, such as a shell that sets a limit first. */
  readonly launcher?: readonly string[];
  /** A module that is loaded before the server, in its threads too. It receives messages of the test. */
  readonly preload?: URL;
  /** A program that serves in another way; by default the command `serve`. */
  readonly program?: string;
  /** The file of the command line; by default `SERVER_COMMAND`, of another clone its source. */
  readonly command?: string;
  /** Another clone of the product, of another version; by default this one. */
  readonly clone?: string;
  /** How long it may take to open, where that is not what is tested. */
  readonly openWithinMs?: number;
}

export function startProduct({
  dataDir,
  env = {},
  launcher = [],
  preload,
  program,
  clone = CLONE,
  command: commandFile = clone === CLONE ? SERVER_COMMAND : path.join(clone, COMMAND),
  openWithinMs = OPEN_WITHIN_MS,
}: ProductOptions): Product {
  const [command = process.execPath, ...args] = [
    ...launcher,
    process.execPath,
    ...(preload === undefined ? [] : ['--import', preload.href]),
    ...(program === undefined ? [commandFile, 'serve'] : [program]),
  ];
  const child = spawn(command, args, {
    env: {
      ...COMPILE_CACHE,
      PORT: '0',
      STARTER_DATA: 'off',
      // A test with a PUBLIC_URL of others asks no publisher for its list.
      LABELS_UPDATE_HOURS: '0',
      LIVE_CHAINS: 'off',
      ASSAY_DATA_DIR: dataDir,
      ...env,
    },
    // It stops when this channel closes, so it ends with this process, however this one ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    stderr += chunk.toString();
  });
  const exited = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 0));
  });
  const printedLink = linkOf(() => said, child, openWithinMs);
  const opened = printedLink.then((link) => new URL(link).origin);
  // Not every test waits for both.
  opened.catch(() => undefined);
  printedLink.catch(() => undefined);
  return { child, said: () => said, stderr: () => stderr, exited, opened, printedLink };
}

async function linkOf(said: () => string, child: ChildProcess, withinMs: number): Promise<string> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    const address = / is open at (\S+)\n/.exec(said())?.[1];
    if (address !== undefined) return address;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended instead: ${said()}`);
    await sleep(10);
  }
  throw new Error(`It did not open within ${withinMs / 1000} s: ${said()}`);
}

/** An empty data folder, as before the first start; `remove` also stops a PostgreSQL that a test left running there. */
export async function temporaryDataDir(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const home = await mkdtemp(path.join(scratchFolder(), 'assay-product-'));
  const dataDir = path.join(home, 'data with spaces');
  return {
    dataDir,
    remove: async () => {
      await stopCluster(path.join(dataDir, 'postgres'));
      await rm(home, { recursive: true, force: true });
    },
  };
}
