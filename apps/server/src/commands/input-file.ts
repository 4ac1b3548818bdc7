import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { STDIN } from '../features/intake/index.ts';
import { CommandError, EXIT } from './context.ts';

/**
 * The bytes of a file, or of stdin where it is named `-`.
 *
 * @throws CommandError when it cannot be read
 */
export async function readWhole(file: string): Promise<Buffer> {
  if (file === STDIN) {
    assertStdinUnread();
    return buffer(process.stdin);
  }
  try {
    return await readFile(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read.`, EXIT.usage, { cause: error });
  }
}

/**
 * Runs `work` with files that can be read more than once: stdin, named `-`, is written to a private temporary file for
 * that long.
 */
export async function withInputFiles<T>(
  files: readonly string[],
  signal: AbortSignal,
  work: (files: readonly string[]) => Promise<T>,
): Promise<T> {
  if (!files.includes(STDIN)) return work(files);
  assertStdinUnread();
  const dir = await mkdtemp(path.join(tmpdir(), 'assay-'));
  try {
    const stdin = path.join(dir, 'stdin');
    await pipeline(process.stdin, createWriteStream(stdin, { mode: 0o600 }), { signal });
    return await work(files.map((file) => (file === STDIN ? stdin : file)));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function assertStdinUnread(): void {
  if (process.stdin.readableEnded) throw new CommandError('- names stdin, which can be read once only.', EXIT.usage);
}
