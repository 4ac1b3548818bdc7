import { setTimeout as sleep } from 'node:timers/promises';
import { LOCKS } from './advisory-locks.ts';
import type { Connection } from './rows.ts';

const TURN_EVERY_MS = 200;
/**
 * Longest that a migration waits for a lock, and so the longest that requests wait behind it. Below the second after which
 * PostgreSQL looks for deadlocks (deadlock_timeout), so that in a deadlock it is the migration that gives way.
 */
const LOCK_WITHIN = '400ms';
const NEXT_TRY_MS = 500;
const GIVE_UP_AFTER_MS = 300_000;

/** SQLSTATE lock_not_available and deadlock_detected. */
const GAVE_WAY: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/**
 * Waits until no other process migrates this database; the turn ends with the connection. Asks again and again: a statement
 * that waits would hold a snapshot, and an index that is built while rows are written waits for those.
 */
export async function takeTurn(client: Connection): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [LOCKS.migrations]);
    if (rows[0]?.taken === true) return;
    await sleep(TURN_EVERY_MS);
  }
}

/**
 * Does work that locks tables while requests use them: where a lock is not free soon, it lets the requests pass and tries
 * again, for five minutes.
 *
 * @throws what the work throws
 */
export async function betweenRequests<Done>(client: Connection, work: () => Promise<Done>): Promise<Done> {
  const endsAt = Date.now() + GIVE_UP_AFTER_MS;
  await client.query(`SET lock_timeout = '${LOCK_WITHIN}'`);
  for (;;) {
    try {
      const done = await work();
      await client.query('RESET lock_timeout');
      return done;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && GAVE_WAY.has(error.code)) || Date.now() > endsAt) throw error;
      await sleep(NEXT_TRY_MS);
    }
  }
}
