import { fileURLToPath } from 'node:url';

/** The files of threads that put several modules together. Modules are given theirs, since none of them knows `app`. */
export const WORKERS = {
  screen: fileURLToPath(new URL('./screen-worker.ts', import.meta.url)),
  walk: fileURLToPath(new URL('./walk-worker.ts', import.meta.url)),
} as const;
