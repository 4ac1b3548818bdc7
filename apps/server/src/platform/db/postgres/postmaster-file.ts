import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** What a running PostgreSQL says of itself in `postmaster.pid`. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number | null;
  readonly state: 'starting' | 'stopping' | 'ready' | 'standby' | null;
}

export function postmasterFilePath(dir: string): string {
  return path.join(dir, 'postmaster.pid');
}

export async function readPostmasterFile(dir: string): Promise<PostmasterFile | null> {
  let text: string;
  try {
    text = await readFile(postmasterFilePath(dir), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return parsePostmasterFile(text);
}

/** Lines of the file, as PostgreSQL documents them: 1 process id, 4 port, 8 state. */
export function parsePostmasterFile(text: string): PostmasterFile | null {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const port = Number(lines[3]);
  const state = lines[7];
  return {
    pid,
    port: Number.isInteger(port) && port > 0 ? port : null,
    state: state === 'starting' || state === 'stopping' || state === 'ready' || state === 'standby' ? state : null,
  };
}

/** Whether the process is there and is a PostgreSQL: after a crash the number may belong to anything. */
export function isPostmasterAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  if (process.platform === 'linux') {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return /^Name:\s+postgres$/m.test(status) && !/^State:\s+Z/m.test(status);
    } catch {
      // It ended between the two looks.
      return false;
    }
  }
  try {
    return /postgres/.test(execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }));
  } catch {
    return false;
  }
}
