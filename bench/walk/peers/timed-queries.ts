import type { Direction } from '@assay/exposure';
import type { Pool } from '../../../apps/server/src/platform/db/index.ts';
import { Rounds, type Times, timesOf } from '../statistics.ts';

const QUERY_TIMEOUT_MS = 20_000;
/** After so many seconds a query is stopped. */
export const QUERY_TIMEOUT_SECONDS = QUERY_TIMEOUT_MS / 1_000;

/** Times the query of each direction for each item, one after the other; how many were stopped after `QUERY_TIMEOUT_SECONDS`. */
export async function timedQueries<T>(
  pool: Pool,
  items: readonly T[],
  query: (direction: Direction, item: T) => readonly [text: string, values: readonly unknown[]],
): Promise<{ readonly times: Times; readonly stopped: number }> {
  const rounds = new Rounds();
  let stopped = 0;
  const client = await pool.connect();
  try {
    await client.query(`SET statement_timeout = ${QUERY_TIMEOUT_MS}`);
    rounds.add(
      await timesOf(items, async (item) => {
        for (const direction of ['bwd', 'fwd'] as const) {
          const [text, values] = query(direction, item);
          try {
            await client.query(text, [...values]);
          } catch (error) {
            if (!(error instanceof Error && /statement timeout/.test(error.message))) throw error;
            stopped += 1;
          }
        }
      }),
    );
    await client.query('RESET statement_timeout');
  } finally {
    client.release();
  }
  return { times: rounds.times, stopped };
}
