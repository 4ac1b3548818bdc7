import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A real EVM node on this machine, whose chain is gone once it is closed. */
export interface AnvilNode {
  /** JSON-RPC over HTTP. */
  readonly url: string;
  readonly chainId: number;
  /** One call; an error of the node is thrown with its message. */
  rpc<T = unknown>(method: string, ...parameters: readonly unknown[]): Promise<T>;
  /** Ends the process, which writes its state, and starts another one with that state at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface AnvilOptions {
  readonly chainId: number;
  /** Unix seconds of the first block; each later block is twelve seconds younger. */
  readonly genesisTime: number;
}

const require = createRequire(import.meta.url);
const START_MS = 30_000;
const BLOCK_SECONDS = 12;

/**
 * Ends the node when its input ends: that happens when the process that started it exits, for any reason. A line asks it
 * to write its state and end.
 */
const UNTIL_INPUT_ENDS =
  'exec 3<&0; "$@" <&- & node=$!; (if read -r _ <&3; then kill -INT $node; else kill -9 $node; fi) & wait $node 3<&-';

/**
 * Starts anvil on a free port. Every account may send without a key; each transaction gets its own block unless
 * `evm_setAutomine` says otherwise.
 */
export async function startAnvil({ chainId, genesisTime }: AnvilOptions): Promise<AnvilNode> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-anvil-'));
  const state = ['--state', path.join(folder, 'state.json'), '--preserve-historical-states'];
  const chain = ['--chain-id', String(chainId), '--timestamp', String(genesisTime), '--auto-impersonate'];
  const start = (port: string): ChildProcess => {
    const anvil = [binary(), '--host', '127.0.0.1', '--port', port, ...chain, '--hardfork', 'cancun', ...state];
    return spawn('sh', ['-c', UNTIL_INPUT_ENDS, 'sh', ...anvil], { stdio: ['pipe', 'pipe', 'pipe'] });
  };
  let child = start('0');
  const url = await listening(child);
  let id = 0;
  const call = async <T>(method: string, ...parameters: readonly unknown[]): Promise<T> => {
    id += 1;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params: parameters }),
    });
    const answer = (await response.json()) as { readonly result?: T; readonly error?: { readonly message: string } };
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result as T;
  };
  await call('anvil_setBlockTimestampInterval', BLOCK_SECONDS);
  /** Calls wait for a node that is restarted, which waits for those that run. */
  let ready = Promise.resolve();
  const running = new Set<Promise<unknown>>();
  const rpc: AnvilNode['rpc'] = async <T>(method: string, ...parameters: readonly unknown[]) => {
    await ready;
    const answer = call<T>(method, ...parameters);
    running.add(answer);
    try {
      return await answer;
    } finally {
      running.delete(answer);
    }
  };
  return {
    url,
    chainId,
    rpc,
    restart: async () => {
      const isBack = Promise.withResolvers<void>();
      ready = isBack.promise;
      await Promise.allSettled(running);
      const last = await call<{ readonly timestamp: string }>('eth_getBlockByNumber', 'latest', false);
      const gone = once(child, 'exit');
      child.stdin?.end('\n');
      await gone;
      child = start(new URL(url).port);
      await listening(child);
      await call('anvil_setBlockTimestampInterval', BLOCK_SECONDS);
      // The interval counts from the first block of the new process.
      await call('evm_setNextBlockTimestamp', Number(last.timestamp) + BLOCK_SECONDS);
      isBack.resolve();
    },
    close: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.stdin?.end();
        await gone;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The program: ANVIL_PATH, else that of the optional package `@foundry-rs/anvil-linux-amd64`. The package that picks a
 * machine's program by itself is not used: its install script downloads what no lockfile pins.
 */
function binary(): string {
  const { ANVIL_PATH: given } = process.env;
  if (given !== undefined && given !== '') return given;
  try {
    return require.resolve('@foundry-rs/anvil-linux-amd64/bin/anvil');
  } catch (cause) {
    const machine = `${process.platform} ${process.arch}`;
    throw new Error(`No anvil is installed for ${machine}: install Foundry and name its anvil with ANVIL_PATH.`, {
      cause,
    });
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const give = setTimeout(() => reject(new Error(`anvil did not start: ${said}`)), START_MS);
    const onOutput = (chunk: unknown): void => {
      said += String(chunk);
      const found = /Listening on (127\.0\.0\.1:\d+)/.exec(said);
      if (found === null) return;
      clearTimeout(give);
      // Read on, or the node stops once the pipe is full.
      child.stdout?.off('data', onOutput).resume();
      resolve(`http://${found[1]}`);
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}: ${said}`)));
  });
}
