import { type Db, prepared } from '../../../platform/db/index.ts';
import type { DailyPrice } from './prices.ports.ts';

export interface KeptPrice extends DailyPrice {
  readonly source: string;
}

export interface PriceSeries {
  readonly ticker: string;
  readonly source: string;
  readonly origin: 'import' | 'provider';
  readonly days: number;
  readonly firstDay: string;
  readonly lastDay: string;
}

/** What an import changed in the stored days. */
export interface StoredCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

export const pricesStore = {
  /** Stored prices of the days from `firstDay` to `lastDay`, both included, in order. */
  async between(db: Db, ticker: string, firstDay: string, lastDay: string): Promise<readonly KeptPrice[]> {
    const { rows } = await db.query(
      `SELECT day::text, trim_scale(usd)::text AS usd, source FROM prices
        WHERE ticker = $1 AND day BETWEEN $2 AND $3 ORDER BY day`,
      [ticker, firstDay, lastDay],
    );
    return rows;
  },

  /** Stores an operator's prices; they replace existing ones. */
  async keepImported(
    db: Db,
    ticker: string,
    source: string,
    prices: readonly DailyPrice[],
    now: Date,
  ): Promise<StoredCounts> {
    const { rows } = await db.query(
      `WITH given AS (
         SELECT day, usd::numeric(38, 18) FROM unnest($3::date[], $4::text[]) AS given (day, usd)),
       before AS (
         SELECT day, p.usd = given.usd AND p.source = $2 AND p.origin = 'import' AS same
           FROM given JOIN prices p USING (day) WHERE p.ticker = $1),
       written AS (
         INSERT INTO prices AS p (ticker, day, usd, source, origin, known_at)
         SELECT $1, day, usd, $2, 'import', $5 FROM given
         ON CONFLICT (ticker, day) DO UPDATE
            SET usd = excluded.usd, source = excluded.source, origin = excluded.origin, known_at = excluded.known_at
          WHERE (p.usd, p.source, p.origin) IS DISTINCT FROM (excluded.usd, excluded.source, excluded.origin))
       SELECT (SELECT count(*) FROM given)::int - count(*)::int AS added,
              (count(*) FILTER (WHERE NOT same))::int AS changed,
              (count(*) FILTER (WHERE same))::int AS unchanged
         FROM before`,
      [ticker, source, prices.map(({ day }) => day), prices.map(({ usd }) => usd), now],
    );
    return rows[0] ?? { added: 0, changed: 0, unchanged: 0 };
  },

  /** Stores a provider's answer for the days asked: prices permanently, other days as gaps. Existing prices stay. */
  async keepAnswer(
    db: Db,
    ticker: string,
    provider: string,
    answer: { readonly prices: readonly DailyPrice[]; readonly gaps: readonly string[] },
    now: Date,
  ): Promise<void> {
    const { prices, gaps } = answer;
    await db.query(
      `INSERT INTO prices (ticker, day, usd, source, origin, known_at)
       SELECT $1, day, usd::numeric(38, 18), $2, 'provider', $5
         FROM unnest($3::date[], $4::text[]) AS given (day, usd)
       ON CONFLICT (ticker, day) DO NOTHING`,
      [ticker, provider, prices.map(({ day }) => day), prices.map(({ usd }) => usd), now],
    );
    await db.query(
      `INSERT INTO price_gaps (ticker, provider, day, asked_at) SELECT $1, $2, day, $4 FROM unnest($3::date[]) AS day
       ON CONFLICT (ticker, provider, day) DO UPDATE SET asked_at = excluded.asked_at`,
      [ticker, provider, gaps, now],
    );
  },

  /** Those of the given days for which a provider had no price when last asked, at or after `since`. */
  async gapsSince(
    db: Db,
    ticker: string,
    provider: string,
    days: readonly string[],
    since: Date,
  ): Promise<ReadonlySet<string>> {
    const { rows } = await db.query(
      `SELECT day::text FROM price_gaps WHERE ticker = $1 AND provider = $2 AND day = ANY ($3::date[]) AND asked_at > $4`,
      [ticker, provider, days, since],
    );
    return new Set(rows.map(({ day }) => day));
  },

  async isHeld(db: Db, ticker: string): Promise<boolean> {
    const found = await db.query(prepared('SELECT FROM prices WHERE ticker = $1 LIMIT 1', [ticker]));
    return found.rowCount === 1;
  },

  /** Whether the price of any stored day is off par by more than this many percent. */
  async isEverOffPar(db: Db, ticker: string, percent: number): Promise<boolean> {
    const found = await db.query('SELECT FROM prices WHERE ticker = $1 AND abs(usd - 1) * 100 > $2 LIMIT 1', [
      ticker,
      percent,
    ]);
    return found.rowCount === 1;
  },

  /** What is stored, by asset and source. */
  async series(db: Db): Promise<readonly PriceSeries[]> {
    const { rows } = await db.query(
      `SELECT ticker, source, origin, count(*)::int AS days, min(day)::text AS "firstDay", max(day)::text AS "lastDay"
         FROM prices GROUP BY ticker, source, origin ORDER BY ticker, source, origin`,
    );
    return rows;
  },

  /** Removes the prices of an asset, or of one of its sources if given; returns how many. */
  async remove(db: Db, ticker: string, source: string | null): Promise<number> {
    const removed = await db.query('DELETE FROM prices WHERE ticker = $1 AND ($2::text IS NULL OR source = $2)', [
      ticker,
      source,
    ]);
    return removed.rowCount ?? 0;
  },
};
