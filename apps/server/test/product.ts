import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stopCluster } from '../src/adapters/postgres/cluster.ts';

const COMMAND = fileURLToPath(new URL('../src/commands/index.ts', import.meta.url));
/** As npm start sets it. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../.tools/compile-cache/', import.meta.url));
const OPEN_WITHIN_MS = 45_000;

/** The real server in a process of its own, as `npm start` runs it. */
export interface Product {
  readonly child: ChildProcess;
  /** Everything it said on both streams so far. */
  readonly said: () => string;
  /** The printed address; rejects when the process ends first. */
  readonly opened: Promise<string>;
  readonly exited: Promise<number | NodeJS.Signals>;
}

export interface ProductOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What runs the server, such as a shell that sets a limit first. */
  readonly launcher?: readonly string[];
}

export function startProduct({ dataDir, env = {}, launcher = [] }: ProductOptions): Product {
  const [command, ...args] = [...launcher, process.execPath, COMMAND, 'serve'];
  const child = spawn(command, args, {
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: '0',
      STARTER_DATA: 'off',
      LIVE_CHAINS: 'off',
      ASSAY_DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const exited = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 0));
  });
  return { child, said: () => said, exited, opened: addressOf(() => said, child) };
}

async function addressOf(said: () => string, child: ChildProcess): Promise<string> {
  const deadline = Date.now() + OPEN_WITHIN_MS;
  while (Date.now() < deadline) {
    const address = / is open at (\S+)\n/.exec(said())?.[1];
    if (address !== undefined) return address;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended instead: ${said()}`);
    await sleep(10);
  }
  throw new Error(`It did not open within ${OPEN_WITHIN_MS / 1000} s: ${said()}`);
}

/** A data folder for one test file; `remove` also stops a PostgreSQL that a test left running there. */
export async function temporaryDataDir(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const home = await mkdtemp(path.join(tmpdir(), 'assay-product-'));
  const dataDir = path.join(home, 'data with spaces');
  return {
    dataDir,
    remove: async () => {
      await stopCluster(path.join(dataDir, 'postgres'));
      await rm(home, { recursive: true, force: true });
    },
  };
}
