import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** What the databases of one run take at most, with room for others. */
const LEAST_FREE = 4 * 2 ** 30;

/**
 * The folder for databases of tests, which nobody needs after a crash: in memory where the system has such a folder with
 * at least 4 GiB free, else that for temporary files. Nothing is executed from it.
 */
export function scratchFolder(): string {
  return freeBytes(IN_MEMORY) >= LEAST_FREE ? IN_MEMORY : tmpdir();
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}
