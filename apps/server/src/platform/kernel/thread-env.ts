import { getCompileCacheDir } from 'node:module';
import path from 'node:path';

/** The environment of a worker thread: no settings and no secrets, but the process's cache of compiled code. */
export function threadEnv(): Record<string, string> {
  // Without it, every thread would read and compile all of its modules again.
  const dir = getCompileCacheDir();
  // Node appends the folder of its version itself.
  return dir === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(dir) };
}
