import type { NetworkId } from '@assay/domain';
import {
  type Direction,
  type DirectionExposure,
  type ExposureStore,
  FIRST_THRESHOLD,
  type MethodVersion,
  type SubjectFacts,
  THRESHOLD_DIVISOR,
  WalkCancelledError,
  type WalkOptions,
  walk,
} from '@assay/exposure';
import { Piscina } from 'piscina';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { exportSnapshot } from '../../../../platform/db/transactions.ts';
import { threadEnv } from '../../../../platform/kernel/thread-env.ts';
import { inSpan } from '../../../../platform/kernel/tracing.ts';
import { CANCELLED, ROUND, SHARED_BYTES, STATES, type WalkJob } from './walk-job.ts';

const THREADS = 2;
/** Own records above which a walk goes to a thread at once, and states above which it goes there midway. */
const MANY_RECORDS = 1_000;
const MANY_STATES = 4_000;
const PROGRESS_EVERY_MS = 100;

/** The threads for long walks; they start when they are needed and end when they are not. */
export interface WalkThreads {
  /**
   * A store whose long walks run in another thread, on the state of the database that `client` reads.
   *
   * @param lost ends the threads of these walks at once, wherever they are; null never does
   */
  beside(
    client: PoolClient,
    databaseUrl: string,
    asset: { readonly network: NetworkId; readonly ticker: string; readonly version: MethodVersion },
    store: ExposureStore,
    lost: AbortSignal | null,
  ): ExposureStore;
  close(): Promise<void>;
}

/** @param worker the file of what a thread does */
export function walkThreads(worker: string, limits = { records: MANY_RECORDS, states: MANY_STATES }): WalkThreads {
  const pool = new Piscina<WalkJob, DirectionExposure>({
    filename: worker,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: 60_000,
    // Settings and secrets stay in the main thread; the job names its database.
    env: threadEnv(),
  });

  async function runAside(
    job: Omit<WalkJob, 'shared'>,
    options: WalkOptions,
    lost: AbortSignal | null,
  ): Promise<DirectionExposure> {
    const shared = new SharedArrayBuffer(SHARED_BYTES);
    const words = new Int32Array(shared);
    // A thread that waits for a host that is gone sees no word that is set: it would be lost for all other walks.
    const running = pool.run({ ...job, shared }, { signal: lost });
    const cancelled = Promise.withResolvers<never>();
    // A cancelled caller is notified at once; the thread stops at its next step.
    const watch = setInterval(() => {
      if (options.signal?.aborted === true) stop();
      else {
        const round = words[ROUND] ?? 0;
        const threshold = (options.threshold ?? FIRST_THRESHOLD) / THRESHOLD_DIVISOR ** Math.max(0, round - 1);
        options.onProgress?.({ round, threshold, states: words[STATES] ?? 0 });
      }
    }, PROGRESS_EVERY_MS);
    const stop = (): void => {
      Atomics.store(words, CANCELLED, 1);
      cancelled.reject(new WalkCancelledError());
    };
    const { signal } = options;
    const signalOfCaller = signal instanceof AbortSignal ? signal : null;
    signalOfCaller?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted === true) stop();
    running.catch(() => undefined);
    try {
      return await Promise.race([running, cancelled.promise]);
    } finally {
      clearInterval(watch);
      signalOfCaller?.removeEventListener('abort', stop);
    }
  }

  return {
    beside: (client, databaseUrl, asset, store, lost) => {
      const walkBeside = async (
        subject: SubjectFacts,
        direction: Direction,
        options: WalkOptions,
      ): Promise<DirectionExposure> => {
        if (subject.inflows + subject.outflows <= limits.records) {
          const here = await walkWhileShort(store, subject, direction, options, limits.states);
          if (here !== null) return here;
        }
        const snapshot = await exportSnapshot(client);
        // What is left can be sent to another thread.
        const {
          signal: _signal,
          mayFetch: _mayFetch,
          onProgress: _onProgress,
          onUnread: _onUnread,
          yieldToEventLoop: _yieldToEventLoop,
          ...cut
        } = options;
        return inSpan('walk in a thread', { 'assay.direction': direction }, () =>
          runAside({ databaseUrl, snapshot, ...asset, subject, direction, cut }, options, lost),
        );
      };
      return { ...store, walk: walkBeside };
    },
    close: () => pool.close({ force: true }),
  };
}

/** Walks in this thread; null when that would take more states than belong here. */
async function walkWhileShort(
  store: ExposureStore,
  subject: SubjectFacts,
  direction: Direction,
  options: WalkOptions,
  most: number,
): Promise<DirectionExposure | null> {
  let isLong = false;
  const here: WalkOptions = {
    ...options,
    signal: {
      get aborted() {
        return isLong || options.signal?.aborted === true;
      },
    },
    onProgress: (progress) => {
      options.onProgress?.(progress);
      isLong = progress.states > most;
    },
  };
  try {
    return await walk(store, subject, direction, here);
  } catch (error) {
    if (error instanceof WalkCancelledError && isLong && options.signal?.aborted !== true) return null;
    throw error;
  }
}
