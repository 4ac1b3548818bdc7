import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../../platform/kernel/app-error.ts';

/** Whether the labels and records that checks use have been loaded once. */
export type Readiness =
  | { readonly state: 'ready' }
  /** The first load is running; a check would treat data that is not loaded yet as absent. */
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: string };

export interface ReadinessWait {
  readonly signal: AbortSignal;
  readonly withinMs: number;
  readonly lookEveryMs: number;
  /** Called whenever something is still being loaded. */
  readonly onWaiting: () => void;
}

/**
 * Resolves as soon as the data that checks use is loaded.
 *
 * @throws AppError LabelsNotLoaded where loading failed or timed out; the signal's reason
 */
export async function awaitReadiness(
  look: () => Promise<Readiness>,
  { signal, withinMs, lookEveryMs, onWaiting }: ReadinessWait,
): Promise<void> {
  const until = performance.now() + withinMs;
  for (;;) {
    const readiness = await look();
    if (readiness.state === 'ready') return;
    if (readiness.state === 'failed') throw new AppError('LabelsNotLoaded', { internal: readiness.reason });
    if (performance.now() >= until) {
      throw new AppError('LabelsNotLoaded', { internal: `nothing was loaded within ${withinMs / 1000} s` });
    }
    onWaiting();
    await sleep(lookEveryMs, undefined, { signal });
  }
}
