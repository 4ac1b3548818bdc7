// Made by `npm run rows` of the migrated database: the row of each statement of this module. Not edited by hand.

declare module '../../platform/db/rows.ts' {
  interface Rows {
    "SELECT read_to FROM freeze_reading WHERE network = $1 AND contract = $2":
      { read_to: string };
    "SELECT kind, address, block, log_index, happened_at, transaction FROM freeze_event\n        WHERE network = $1 AND contract = $2\n          AND (address COLLATE \"C\", happened_at, block, log_index, transaction) > ($3, $4, $5, $6, $7)\n        ORDER BY address COLLATE \"C\", happened_at, block, log_index, transaction LIMIT 5000":
      { kind: 'frozen' | 'released'; address: string; block: string; log_index: number; happened_at: Date; transaction: string };
    "\n  INSERT INTO provider_quota AS q (provider, day, used, arrival_ms, paused_until_ms)\n  SELECT $1, $2::integer, $3::bigint, $5::bigint + $6::float8, 0 WHERE $4::bigint IS NULL OR $3::bigint <= $4::bigint\n  ON CONFLICT (provider) DO UPDATE SET\n    day = $2::integer,\n    used = CASE WHEN q.day = $2::integer THEN q.used ELSE 0 END + $3::bigint,\n    arrival_ms = greatest(q.arrival_ms, $5::bigint) + $6::float8\n  WHERE q.paused_until_ms <= $5::bigint\n    AND ($4::bigint IS NULL OR CASE WHEN q.day = $2::integer THEN q.used ELSE 0 END + $3::bigint <= $4::bigint)\n    AND greatest(q.arrival_ms, $5::bigint) + $6::float8 - $7::integer * $6::float8 <= $5::bigint\n  RETURNING q.used":
      { used: string };
    "SELECT provider, day, used, arrival_ms, paused_until_ms FROM provider_quota":
      { provider: string; day: number; used: string; arrival_ms: number; paused_until_ms: string };
    "SELECT day, used, arrival_ms, paused_until_ms FROM provider_quota WHERE provider = $1":
      { day: number; used: string; arrival_ms: number; paused_until_ms: string };
    "SELECT day::text, trim_scale(usd)::text AS usd, source FROM prices\n        WHERE ticker = $1 AND day BETWEEN $2 AND $3 ORDER BY day":
      { day: string; usd: string; source: string };
    "WITH given AS (\n         SELECT day, usd::numeric(38, 18) FROM unnest($3::date[], $4::text[]) AS given (day, usd)),\n       before AS (\n         SELECT day, p.usd = given.usd AND p.source = $2 AND p.origin = 'import' AS same\n           FROM given JOIN prices p USING (day) WHERE p.ticker = $1),\n       written AS (\n         INSERT INTO prices AS p (ticker, day, usd, source, origin, known_at)\n         SELECT $1, day, usd, $2, 'import', $5 FROM given\n         ON CONFLICT (ticker, day) DO UPDATE\n            SET usd = excluded.usd, source = excluded.source, origin = excluded.origin, known_at = excluded.known_at\n          WHERE (p.usd, p.source, p.origin) IS DISTINCT FROM (excluded.usd, excluded.source, excluded.origin))\n       SELECT (SELECT count(*) FROM given)::int - count(*)::int AS added,\n              (count(*) FILTER (WHERE NOT same))::int AS changed,\n              (count(*) FILTER (WHERE same))::int AS unchanged\n         FROM before":
      { added: number; changed: number; unchanged: number };
    "SELECT day::text FROM price_gaps WHERE ticker = $1 AND provider = $2 AND day = ANY ($3::date[]) AND asked_at > $4":
      { day: string };
    "SELECT ticker, source, origin, count(*)::int AS days, min(day)::text AS \"firstDay\", max(day)::text AS \"lastDay\"\n         FROM prices GROUP BY ticker, source, origin ORDER BY ticker, source, origin":
      { ticker: string; source: string; origin: 'import' | 'provider'; days: number; firstDay: string; lastDay: string };
    "INSERT INTO live_claims AS held (network, ticker, address, holder, until)\n       VALUES ($1, $2, $3, gen_random_uuid(), clock_timestamp() + $4::float8 * interval '1 millisecond')\n       ON CONFLICT (network, ticker, address) DO UPDATE SET holder = excluded.holder, until = excluded.until\n       WHERE held.until <= clock_timestamp()\n       RETURNING holder":
      { holder: string };
    "SELECT transaction_id, body, checked_until, is_settled, spends, spends_until, spends_settled\n         FROM live_coin_transactions WHERE network = $1 AND transaction_id = ANY ($2)":
      { transaction_id: string; body: string; checked_until: string; is_settled: boolean; spends: string | null; spends_until: string | null; spends_settled: boolean };
    "SELECT from_mark, settled_until, checked_until, transactions, received, sent, settled, loose, provider, gaps,\n              compared_at, is_equal, missing_received, missing_sent\n         FROM live_accounts WHERE network = $1 AND ticker = $1 AND address = $2":
      { from_mark: string | null; settled_until: string; checked_until: string; transactions: string | null; received: string | null; sent: string | null; settled: string; loose: string; provider: string; gaps: string; compared_at: string | null; is_equal: boolean | null; missing_received: string | null; missing_sent: string | null };
    "SELECT block, time, final_block, final_time, provider FROM live_tips WHERE network = $1 AND asked_at > $2":
      { block: string; time: string; final_block: string; final_time: string; provider: string };
    "SELECT from_mark, opening, settled_until, checked_until, gaps, compared_at, is_equal, missing_received,\n              missing_sent, is_contract, contracts, counterparties,\n              transactions, received, sent, settled, loose, provider\n         FROM live_accounts WHERE network = $1 AND ticker = $2 AND address = $3":
      { from_mark: string | null; opening: string | null; settled_until: string; checked_until: string; gaps: string; compared_at: string | null; is_equal: boolean | null; missing_received: string | null; missing_sent: string | null; is_contract: boolean | null; contracts: string; counterparties: string | null; transactions: string | null; received: string | null; sent: string | null; settled: string; loose: string; provider: string };
  }
}

export {};
