import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@assay/testkit';
import { request } from 'undici';

/** A process of Bitcoin Core with a chain of its own (regtest), which the tests write block by block. */
export interface Bitcoind {
  readonly url: URL;
  readonly cookieFile: string;
  readonly blocksDir: string;
  rpc<Result>(method: string, ...params: readonly unknown[]): Promise<Result>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starting on a busy machine takes its time. */
const TRIES = 600;

/** @param binary path of `bitcoind`, version 28 or newer */
export async function startBitcoind(binary: string, dir: string, options: readonly string[] = []): Promise<Bitcoind> {
  await mkdir(dir, { recursive: true });
  const [rpcPort, zmqPort] = [await freePort(), await freePort()];
  const url = new URL(`http://127.0.0.1:${rpcPort}`);
  const cookieFile = path.join(dir, 'regtest', '.cookie');
  const args = [
    '-regtest',
    `-datadir=${dir}`,
    '-server',
    '-listen=0',
    '-dnsseed=0',
    `-rpcport=${rpcPort}`,
    `-zmqpubhashblock=tcp://127.0.0.1:${zmqPort}`,
    '-printtoconsole=0',
    ...options,
  ];
  let process: ChildProcess | null = null;

  async function rpc<Result>(method: string, ...params: readonly unknown[]): Promise<Result> {
    const authorization = `Basic ${Buffer.from(await readFile(cookieFile, 'utf8')).toString('base64')}`;
    const body = JSON.stringify({ id: 1, method, params });
    const answer = await request(url, { method: 'POST', headers: { authorization }, body });
    const { result, error } = (await answer.body.json()) as { result: Result; error: unknown };
    if (error !== null) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  async function start(): Promise<void> {
    const started = spawn(binary, args, { stdio: 'ignore' });
    process = started;
    for (let tried = 0; ; tried += 1) {
      if (started.exitCode !== null) throw new Error(`${binary} ended with ${started.exitCode}`);
      const isUp = await rpc('getblockcount').then(
        () => true,
        () => false,
      );
      if (isUp) return;
      if (tried > TRIES) throw new Error(`${binary} does not answer`);
      await sleep(100);
    }
  }

  async function stop(): Promise<void> {
    const stopping = process;
    process = null;
    if (stopping === null || stopping.exitCode !== null) return;
    const ended = once(stopping, 'exit');
    stopping.kill('SIGTERM');
    await ended;
  }

  await start();
  return { url, cookieFile, blocksDir: path.join(dir, 'regtest', 'blocks'), rpc, start, stop };
}
