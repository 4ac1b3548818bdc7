import { setTimeout as sleep } from 'node:timers/promises';
import { databaseTroubleOf } from '../db/index.ts';
import type { Log } from '../kernel/log.ts';

const AGAIN_MS = 500;

/** Does work that may be repeated, again and again while the database is away; returns early where the signal stops it. */
export async function onceDatabaseAnswers(
  work: () => Promise<unknown>,
  signal: AbortSignal,
  log: Pick<Log, 'error'>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
      return;
    } catch (error) {
      if (databaseTroubleOf(error) !== 'away') throw error;
      log.error({ err: error }, 'background work could not begin');
      // What stops the wait ends the loop.
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
