import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A bare Fastify in a process of its own that sends the same bytes at every request. */
export interface Peer {
  readonly url: string;
  readonly close: () => void;
}

/** `bytes` are packed with Brotli, and kept in a file in `dir`. */
export async function openPeer(dir: string, bytes: Buffer): Promise<Peer> {
  const file = path.join(dir, 'landing.br');
  await writeFile(file, bytes);
  const child = fork(fileURLToPath(new URL('./bare.ts', import.meta.url)), [file], {
    stdio: ['ignore', 'pipe', 2, 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()));
    child.once('exit', (code) => reject(new Error(`The peer ended with ${code}`)));
  });
  return { url, close: () => child.disconnect() };
}
