import { CommandError } from '@assay/command';
import type { Pool } from '../db/index.ts';
import { REFRESH_QUEUE, refreshAfterChange } from '../jobs/refresh-after-change.ts';
import type { CommandContext } from './context.ts';
import { enqueue } from './enqueue-job.ts';

export interface RefreshAfterFollowing {
  /** Records were added at the tip. */
  readonly records: (count: number) => void;
  /** Waits for a refresh that runs. */
  readonly end: () => Promise<void>;
}

/**
 * Refreshes derived labels after followed records, at most once in `everyMs`, 0 for never: each refresh reads all
 * records of the assets that changed. A server does it, where one has run on this database; otherwise this process.
 */
export function refreshAfterFollowing(
  { signal, err }: CommandContext,
  pool: Pool,
  everyMs: number,
): RefreshAfterFollowing {
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  const refresh = async (): Promise<void> => {
    try {
      await enqueueOrRefresh(pool, signal);
    } catch (error) {
      if (signal.aborted) return;
      // Following goes on: the next refresh does this one's work too.
      err(`Derived labels could not be refreshed: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      running = null;
    }
  };
  return {
    records: (count) => {
      const now = performance.now();
      if (count === 0 || everyMs === 0 || running !== null || now - refreshedAt < everyMs) return;
      refreshedAt = now;
      running = refresh();
    },
    end: async () => {
      await running;
    },
  };
}

async function enqueueOrRefresh(pool: Pool, signal: AbortSignal): Promise<void> {
  try {
    await enqueue(pool, REFRESH_QUEUE, 'all', {});
  } catch (error) {
    // No server has run on this database yet.
    if (!(error instanceof CommandError)) throw error;
    await refreshAfterChange({ pool, progress: () => undefined, signal });
  }
}
