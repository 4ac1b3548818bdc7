import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const LENGTH = 32;

/**
 * The secret of this installation: the operator's, else random bytes that are made once and kept in the data folder,
 * readable by their owner alone. Whoever has them can sign in as anybody; when they change, everybody is signed out.
 */
export async function keptSecret(given: string | null, dataDir: string): Promise<Uint8Array> {
  if (given !== null) return new TextEncoder().encode(given);
  const file = path.join(dataDir, 'auth.secret');
  await mkdir(dataDir, { recursive: true });
  try {
    // 'wx': of two processes that start at once one writes, the other reads.
    await writeFile(file, `${randomBytes(LENGTH).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const kept = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
  if (kept.length !== LENGTH)
    throw new Error(`${file} is not whole. Delete it to have a new one made; everybody signs in anew.`);
  return kept;
}
