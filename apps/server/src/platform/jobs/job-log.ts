import { databaseTroubleOf } from '../db/index.ts';
import type { Log } from '../kernel/log.ts';

/** Between two lines that say that the database is away. */
const AWAY_LINE_EVERY_MS = 60_000;

/**
 * The log of background work. While the database is away every piece of work fails again and again: that is one line
 * now and then, without stacks, and the server reports the loss itself.
 */
export function quietWhileAway(log: Pick<Log, 'warn' | 'error'>, now: () => number = Date.now): Pick<Log, 'error'> {
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
