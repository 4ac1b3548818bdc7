import { setTimeout as wait } from 'node:timers/promises';
import type { Db, Pool } from '../../src/platform/db/index.ts';

/**
 * How many connections to this database wait for a lock. `pg_locks` shows those of the whole server, on which other tests
 * run, and a wait for another transaction names no database: the locks that its connection has do.
 */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await db.query<{ waits: number }>(
    `SELECT count(DISTINCT w.pid)::integer AS waits FROM pg_locks w JOIN pg_locks h USING (pid)
       JOIN pg_database d ON d.oid = h.database WHERE NOT w.granted AND d.datname = current_database()`,
  );
  return rows[0]?.waits ?? 0;
}

/** Until so many connections wait for a lock, or that is over. */
export async function untilWaiting(db: Db, connections: number, isOver = () => false): Promise<void> {
  const until = Date.now() + 10_000;
  while (!isOver() && (await lockWaits(db)) < connections) {
    if (Date.now() > until) throw new Error(`Fewer than ${connections} wait`);
    await wait(20);
  }
}

/**
 * Runs two calls, the second of which begins once the first waits for what the statement `locks`. That is held until the
 * second waits too or is over; then both go on in the order in which they can.
 */
export async function inTurn<First, Second>(
  pool: Pool,
  locks: readonly [string, ...unknown[]],
  [first, second]: readonly [() => Promise<First>, () => Promise<Second>],
): Promise<readonly [First, Second]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const [text, ...values] = locks;
    await client.query(text, values);
    const begun = first();
    await untilWaiting(pool, 1);
    let isOver = false;
    const followed = second().finally(() => {
      isOver = true;
    });
    await untilWaiting(pool, 2, () => isOver);
    await client.query('ROLLBACK');
    return [await begun, await followed];
  } finally {
    client.release();
  }
}
