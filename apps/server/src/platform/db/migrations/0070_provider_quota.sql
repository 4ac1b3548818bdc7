-- What was asked of each provider of chain data, by all servers of this database (adapters/providers/quota-ledger.ts).
CREATE TABLE provider_quota (
  provider text PRIMARY KEY,
  -- Days since 1970-01-01 in UTC.
  day integer NOT NULL,
  -- In the provider's own units, on that day.
  used bigint NOT NULL,
  -- When the next request may go at the earliest in steady pace, in milliseconds since 1970 (GCRA's arrival time).
  arrival_ms double precision NOT NULL,
  -- The provider asked to be left alone until then; 0 where it did not.
  paused_until_ms bigint NOT NULL
);
