import { type Db, prepared } from '../db/index.ts';
import type { CountedHits, LimitCounts, NewHits } from '../http/limits/shared-limiter.ts';

/** Counts that all servers of a database share, in the table `rate_count`. */
export function postgresLimitCounts(db: Db): LimitCounts {
  return {
    async add(hits: readonly NewHits[]): Promise<readonly CountedHits[]> {
      // In one order everywhere, so that two servers never wait for each other's rows in a circle.
      const sorted = hits.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      const { rows } = await db.query(
        prepared(ADD, [
          sorted.map(({ id }) => id),
          sorted.map(({ count }) => count),
          sorted.map(({ windowMs }) => windowMs),
        ]),
      );
      return rows.map((row) => ({ id: row.id, hits: Number(row.hits), resetMs: row.reset_ms }));
    },

    async prune() {
      await db.query('DELETE FROM rate_count WHERE ends_at <= now()');
    },
  };
}

const ADD = `
  INSERT INTO rate_count AS c (key, hits, ends_at)
  SELECT decode(id, 'hex'), hits, now() + window_ms * interval '1 millisecond'
    FROM unnest($1::text[], $2::bigint[], $3::float8[]) AS new (id, hits, window_ms)
  ON CONFLICT (key) DO UPDATE SET
    hits = excluded.hits + CASE WHEN c.ends_at > now() THEN c.hits ELSE 0 END,
    ends_at = CASE WHEN c.ends_at > now() THEN c.ends_at ELSE excluded.ends_at END
  RETURNING encode(key, 'hex') AS id, hits, (extract(epoch FROM ends_at - now()) * 1000)::float8 AS reset_ms`;
