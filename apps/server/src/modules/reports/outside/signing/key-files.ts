import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Only the account that runs the server may read what signs. */
const SECRET_MODE = 0o600;
const PUBLIC_MODE = 0o644;

/** The folder of the keys, made when missing, closed to everybody else. */
export async function ensureKeyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Null where there is none. */
export async function readOrNull(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

export function writeSecret(file: string, content: string | Uint8Array): Promise<void> {
  return replace(file, content, SECRET_MODE);
}

export function writePublic(file: string, content: string): Promise<void> {
  return replace(file, content, PUBLIC_MODE);
}

/** Whole or not at all: written beside it, flushed, then put in its place. */
async function replace(file: string, content: string | Uint8Array, mode: number): Promise<void> {
  const beside = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString('hex')}`);
  try {
    const handle = await open(beside, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** What the operator asks of a key cannot be done; the message says why. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}
