import type { Log } from '../kernel/log.ts';
import { everyWhile, type Repetition } from '../kernel/time/timing.ts';
import type { OutgoingGate } from './jobs.ts';

/** What every server does at intervals, whether or not others run on the same database. */
export interface RegularWork {
  readonly everyMs: number;
  /** What the log says when it fails. */
  readonly failure: string;
  /** Whether it reaches people or other services: after a restore it waits until the operator lets it. */
  readonly isOutgoing?: boolean;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
}

export interface RegularWorkContext {
  readonly signal: AbortSignal;
  readonly log: Pick<Log, 'error'>;
  readonly outgoing: OutgoingGate;
}

/** Starts each of them; a failure is logged, and the next time it is tried again. */
export function startRegularWork(
  works: readonly RegularWork[],
  { signal, log, outgoing }: RegularWorkContext,
): Repetition {
  const running = works.map(({ everyMs, failure, isOutgoing = false, work }) =>
    everyWhile(everyMs, signal, async () => {
      if (isOutgoing && !outgoing.isOpen()) return;
      try {
        await work(signal);
      } catch (error) {
        log.error({ err: error }, failure);
      }
    }),
  );
  return {
    stop: async () => {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}
