-- How often each limited thing was done in its window, counted by all servers of this database together
-- (adapters/limits). UNLOGGED: no WAL is written for it, and a crash of PostgreSQL only begins the windows again.
CREATE UNLOGGED TABLE rate_count (
  -- Keyed hash of the limit's name and of who is counted: no network, e-mail or token can be read from it.
  key bytea PRIMARY KEY,
  hits bigint NOT NULL,
  -- By the clock of the database, which all servers share.
  ends_at timestamptz NOT NULL
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);
