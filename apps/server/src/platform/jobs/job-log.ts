import { databaseTroubleOf } from '../db/index.ts';

export interface JobLog {
  error(facts: { readonly err?: unknown; readonly queue?: string }, message: string): void;
  warn(facts: { readonly reason: string }, message: string): void;
}

/** Between two lines that say that the database is away. */
const AWAY_LINE_EVERY_MS = 60_000;

/**
 * The log of background work. While the database is away every piece of work fails again and again: that is one line
 * now and then, without stacks, and the server reports the loss itself.
 */
export function quietWhileAway(log: JobLog, now: () => number = Date.now): Pick<JobLog, 'error'> {
  let saidAt: number | null = null;
  return {
    error: (facts, message) => {
      if (databaseTroubleOf(facts.err) !== 'away') {
        log.error(facts, message);
        return;
      }
      if (saidAt !== null && now() - saidAt < AWAY_LINE_EVERY_MS) return;
      saidAt = now();
      const reason = facts.err instanceof Error ? facts.err.message : '';
      log.warn({ reason }, 'background work waits for the database');
    },
  };
}
