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
const PACKAGES: Readonly<Record<string, string>> = {
  'linux x64': 'linux-amd64',
  'linux arm64': 'linux-arm64',
  'darwin x64': 'darwin-amd64',
  'darwin arm64': 'darwin-arm64',
};
const START_MS = 30_000;

/** Ends the node when its input ends, which it does with whoever started it, however that came about. */
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

/** The program comes in the package of its machine, which the package of anvil names as optional. */
function binary(): string {
  const machine = `${process.platform} ${process.arch}`;
  const name = PACKAGES[machine];
  if (name === undefined) throw new Error(`There is no anvil for ${machine}`);
  const anvil = require.resolve('@foundry-rs/anvil/package.json');
  return createRequire(anvil).resolve(`@foundry-rs/anvil-${name}/bin/anvil`);
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const give = setTimeout(() => reject(new Error(`anvil did not start: ${said}`)), START_MS);
    const hear = (chunk: unknown): void => {
      said += String(chunk);
      const found = /Listening on (127\.0\.0\.1:\d+)/.exec(said);
      if (found === null) return;
      clearTimeout(give);
      // Read on, or the node stops once the pipe is full.
      child.stdout?.off('data', hear).resume();
      resolve(`http://${found[1]}`);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}: ${said}`)));
  });
}
