import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type RestoreLogEntry,
  type RestoreLogHead,
  type RestoreLogPosition,
  restoreLogEntry,
  restoreLogHead,
  restoreLogPosition,
} from './entries.ts';

const POSITION = 'position.json';
const FILE = /^restore-log-[\w-]+\.jsonl$/;

/** A file of the log cannot be read; the message says which and why. */
export class RestoreLogError extends Error {
  override readonly name = 'RestoreLogError';
}

export interface RestoreLogFile {
  readonly head: RestoreLogHead;
  readonly entries: readonly RestoreLogEntry[];
}

/**
 * All files of a folder; none where the folder is missing. A line that was cut short at the end of a file is left out:
 * the server was killed while it wrote, and wrote it again into its next file.
 *
 * @throws RestoreLogError for anything else that is no line of a log
 */
export async function readLogFiles(folder: string): Promise<readonly RestoreLogFile[]> {
  const files: RestoreLogFile[] = [];
  for (const name of await namesIn(folder)) {
    const lines = (await readFile(path.join(folder, name), 'utf8')).split('\n');
    // After the last line end there is nothing, or a line that was cut short.
    lines.pop();
    const [first, ...rest] = lines;
    if (first === undefined) continue;
    const head = parsed(restoreLogHead.safeParse(jsonOf(first)), name, 1);
    const entries = rest.map((line, index) => parsed(restoreLogEntry.safeParse(jsonOf(line)), name, index + 2));
    files.push({ head, entries });
  }
  return files;
}

/** A new file of the log, for its owner alone. Lines are on the disk when `append` returns. */
export async function newLogFile(folder: string, head: RestoreLogHead): Promise<LogFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const day = head.began_at.slice(0, 10);
  const name = `restore-log-${day}-${randomBytes(6).toString('hex')}.jsonl`;
  const file = new LogFile(await open(path.join(folder, name), 'ax', 0o600));
  await file.append([head]);
  return file;
}

export class LogFile {
  readonly #handle: FileHandle;
  #bytes = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async append(lines: readonly object[]): Promise<void> {
    if (lines.length === 0) return;
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    try {
      await this.#handle.appendFile(text);
      await this.#handle.datasync();
    } catch (error) {
      // A full disk may have taken a part of a line, and the next one would be written behind it.
      await this.#handle.truncate(this.#bytes);
      throw error;
    }
    this.#bytes += Buffer.byteLength(text);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** How far the files of the folder go; null where none is stored. */
export async function readPosition(folder: string): Promise<RestoreLogPosition | null> {
  try {
    return restoreLogPosition.safeParse(jsonOf(await readFile(path.join(folder, POSITION), 'utf8'))).data ?? null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Whole or not at all. An older one that stays only makes lines appear twice, under the same id. */
export async function writePosition(folder: string, position: RestoreLogPosition): Promise<void> {
  const draft = path.join(folder, `${POSITION}.${randomBytes(4).toString('hex')}`);
  await writeFile(draft, `${JSON.stringify(position)}\n`, { mode: 0o600 });
  await rename(draft, path.join(folder, POSITION));
}

/** Removes files that were last written before `oldest`. */
export async function removeLogFilesBefore(folder: string, oldest: Date): Promise<void> {
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name);
    if ((await stat(file)).mtime < oldest) await rm(file, { force: true });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => FILE.test(name)).toSorted();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The schema refuses it, with the file and the line.
    return undefined;
  }
}

function parsed<T>(read: { readonly success: boolean; readonly data?: T }, name: string, line: number): T {
  if (read.data !== undefined) return read.data;
  throw new RestoreLogError(`Line ${line} of ${name} is no line of a restore log`);
}
