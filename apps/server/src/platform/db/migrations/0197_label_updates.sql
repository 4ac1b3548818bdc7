-- When the list of each publisher was fetched, and how that ended: one row a publisher. Fetches before this release
-- left none.
CREATE TABLE label_updates (
  set_name text PRIMARY KEY,
  tried_at timestamptz NOT NULL,
  -- The list was fetched and read, also where it is held or unchanged.
  succeeded_at timestamptz,
  -- Why the last fetch failed; null after a success.
  failure text
);
