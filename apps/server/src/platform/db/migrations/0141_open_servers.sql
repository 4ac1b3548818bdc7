-- Addresses under which servers of this database are open just now: commands print links with them (commands/check.ts).
CREATE TABLE open_servers (
  url text PRIMARY KEY,
  -- Renewed while the server runs; a row that was not renewed belongs to one that was killed.
  seen_at timestamptz NOT NULL
);
