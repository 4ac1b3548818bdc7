import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

export interface InstallationFolders {
  readonly dataDir: string;
  /** Of the keys that sign results and reports; inside the data folder or elsewhere. */
  readonly keysDir: string;
}

export interface InstallationFile {
  readonly kind: 'data' | 'keys';
  /** Relative to its folder, with slashes. */
  readonly name: string;
  readonly path: string;
}

/** Secrets that were made at the first start, and what commands recorded. All else in the folder can be made again. */
const DATA_FILE = /^(?:[a-z-]+\.secret|security-events\.jsonl)$/;
const SAFE_NAME = /^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/;

/** Files without which a copy of the database is not the installation. */
export async function listFiles({ dataDir, keysDir }: InstallationFolders): Promise<readonly InstallationFile[]> {
  const secrets = (await namesIn(dataDir, false)).filter((name) => DATA_FILE.test(name));
  const keys = (await namesIn(keysDir, true)).filter((name) => SAFE_NAME.test(name));
  return [
    ...secrets.map((name) => ({ kind: 'data' as const, name, path: path.join(dataDir, name) })),
    ...keys.map((name) => ({ kind: 'keys' as const, name, path: path.join(keysDir, name) })),
  ];
}

/** Where a file of a backup goes; null for a name that no backup has. */
export function pathOf(folders: InstallationFolders, kind: InstallationFile['kind'], name: string): string | null {
  if (kind === 'data') return DATA_FILE.test(name) ? path.join(folders.dataDir, name) : null;
  return SAFE_NAME.test(name) ? path.join(folders.keysDir, name) : null;
}

/** Writes a file that only its owner reads, whole or not at all. */
export async function writePrivate(file: string, content: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.restoring`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Those that a restore wrote into folders that had none. */
export async function removeFiles(folders: InstallationFolders): Promise<void> {
  for (const file of await listFiles(folders)) await rm(file.path, { force: true });
}

async function namesIn(dir: string, isRecursive: boolean): Promise<readonly string[]> {
  try {
    if (!(await stat(dir)).isDirectory()) return [];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  const entries = await readdir(dir, { recursive: isRecursive, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted();
}
