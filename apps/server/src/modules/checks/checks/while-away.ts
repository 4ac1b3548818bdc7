import { setTimeout as sleep } from 'node:timers/promises';

export interface AwayPorts {
  /** Whether the error reports that the database is away, such as while it restarts. */
  readonly isDatabaseAway: (error: unknown) => boolean;
  /** Called once for a step. */
  readonly onAway: (error: unknown) => void;
}

const PAUSE_MS = 250;

/**
 * Does one step of a check, and does it again for as long as the database is away. A step that was stored although its
 * answer was lost must fail when it is done again.
 *
 * @throws what the step throws for another reason, and the reason of the signal
 */
export async function againWhileAway<T>(
  signal: AbortSignal,
  { isDatabaseAway, onAway }: AwayPorts,
  step: () => Promise<T>,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await step();
    } catch (error) {
      if (signal.aborted || !isDatabaseAway(error)) throw error;
      if (isFirst) onAway(error);
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}
