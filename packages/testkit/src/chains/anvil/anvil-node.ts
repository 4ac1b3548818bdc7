import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/** A real EVM node on this machine, whose chain is gone with it. */
export interface AnvilNode {
  /** JSON-RPC over HTTP. */
  readonly url: string;
  readonly chainId: number;
  /** One call; an error of the node is thrown with its message. */
  rpc<T = unknown>(method: string, ...parameters: readonly unknown[]): Promise<T>;
  close(): Promise<void>;
}

export interface AnvilOptions {
  readonly chainId: number;
  /** Unix seconds of the first block; each later block is twelve seconds younger. */
  readonly genesisTime: number;
}

const require = createRequire(import.meta.url);
const START_MS = 30_000;

/** Ends the node when its input ends: that happens when the process that started it exits, for any reason. */
const UNTIL_INPUT_ENDS = 'exec 3<&0; "$@" <&- & node=$!; (cat <&3 >/dev/null; kill -9 $node) & wait $node 3<&-';

/**
 * Starts anvil on a free port. Every account may send without a key; each transaction gets its own block unless
 * `evm_setAutomine` says otherwise.
 */
export async function startAnvil({ chainId, genesisTime }: AnvilOptions): Promise<AnvilNode> {
  const where = ['--host', '127.0.0.1', '--port', '0'];
  const chain = ['--chain-id', String(chainId), '--timestamp', String(genesisTime), '--auto-impersonate'];
  const anvil = [binary(), ...where, ...chain, '--hardfork', 'cancun'];
  const child = spawn('sh', ['-c', UNTIL_INPUT_ENDS, 'sh', ...anvil], { stdio: ['pipe', 'pipe', 'pipe'] });
  const url = await listening(child);
  let id = 0;
  const rpc = async <T>(method: string, ...parameters: readonly unknown[]): Promise<T> => {
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
  await rpc('anvil_setBlockTimestampInterval', 12);
  return {
    url,
    chainId,
    rpc,
    close: async () => {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.stdin?.end();
      await gone;
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
