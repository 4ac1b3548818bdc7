import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { assertStdinUnread, STDIO } from '@assay/command';

/**
 * Runs `work` with files that can be read more than once: stdin, named `-`, is written to a private temporary file for
 * that long.
 */
export async function withInputFiles<T>(
  files: readonly string[],
  signal: AbortSignal,
  work: (files: readonly string[]) => Promise<T>,
): Promise<T> {
  if (!files.includes(STDIO)) return work(files);
  assertStdinUnread();
  const dir = await mkdtemp(path.join(tmpdir(), 'assay-'));
  try {
    const stdin = path.join(dir, 'stdin');
    await pipeline(process.stdin, createWriteStream(stdin, { mode: 0o600 }), { signal });
    return await work(files.map((file) => (file === STDIO ? stdin : file)));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
