import { CommandError } from '@assay/command';
import type { CommandContext } from '../../../platform/command/context.ts';
import { enqueue } from '../../../platform/command/enqueue-job.ts';
import type { Pool } from '../../../platform/db/index.ts';
import { messageOf } from '../../../platform/kernel/text/message-of.ts';
import { REFRESH_QUEUE, refreshAfterChange } from '../../records/index.ts';

export interface RefreshAfterFollowing {
  /** Called whenever the tip is reached, with the number of records that were added or undone, 0 for none. */
  readonly records: (count: number) => void;
  /** Waits for a refresh that runs. */
  readonly end: () => Promise<void>;
}

export interface RefreshPorts {
  /** 0 for never. */
  readonly everyMs: number;
  readonly refresh: () => Promise<void>;
  /** Milliseconds that never go back. */
  readonly now?: () => number;
}

/**
 * Refreshes derived labels after followed records, at most once in `everyMs`: each refresh reads all
 * records of the assets that changed. What changed before that time is up is refreshed with the first block after it.
 */
export function refreshAfterFollowing(
  { signal, err }: Pick<CommandContext, 'signal' | 'err'>,
  { everyMs, refresh, now = () => performance.now() }: RefreshPorts,
): RefreshAfterFollowing {
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let isChanged = false;
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    try {
      await refresh();
    } catch (error) {
      if (signal.aborted) return;
      isChanged = true;
      // Following goes on: the next refresh does this one's work too.
      err(`Derived labels could not be refreshed: ${messageOf(error)}`);
    } finally {
      running = null;
    }
  };
  return {
    records: (count) => {
      isChanged ||= count > 0;
      if (!isChanged || everyMs === 0 || running !== null || now() - refreshedAt < everyMs) return;
      isChanged = false;
      refreshedAt = now();
      running = run();
    },
    end: async () => {
      await running;
    },
  };
}

/** A server refreshes, where one has run on this database; otherwise this process. */
export async function enqueueOrRefresh(pool: Pool, signal: AbortSignal): Promise<void> {
  try {
    await enqueue(pool, REFRESH_QUEUE, 'all', {});
  } catch (error) {
    // No server has run on this database yet.
    if (!(error instanceof CommandError)) throw error;
    await refreshAfterChange({ pool, progress: () => undefined, signal });
  }
}
