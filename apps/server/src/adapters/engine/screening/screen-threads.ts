import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { ScreenedAddress, ScreenPort } from '../../../features/screening/index.ts';
import { threadEnv } from '../../../kernel/thread-env.ts';
import type { ScreenJob, ScreenSetting } from './screen-job.ts';

const WORKER = fileURLToPath(new URL('../../../workers/screen-worker.ts', import.meta.url));
/** Keeps threads busy while the oldest row is still being worked on. */
const AHEAD = 4;

/** Checks spread over threads; each has connections of its own. */
export function screenThreads(setting: ScreenSetting, threads: number): ScreenPort & { close(): Promise<void> } {
  const pool = new Piscina<ScreenJob, ScreenedAddress>({
    filename: WORKER,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: setting.atOnce,
    workerData: setting,
    // Settings and secrets stay in the main thread.
    env: threadEnv(),
  });
  return {
    atOnce: threads * setting.atOnce * AHEAD,
    screen: (asset, address) => pool.run({ asset, address }),
    close: () => pool.destroy(),
  };
}
