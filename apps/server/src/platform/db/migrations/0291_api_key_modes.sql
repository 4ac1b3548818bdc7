-- Test keys (docs/decisions/0094). No live check can be of a test key, whatever the code does: the mode is part of what
-- a check refers to.
ALTER TABLE api_keys
  ADD COLUMN mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test')),
  ADD CHECK (mode = 'live' OR monthly_limit IS NULL),
  ADD UNIQUE (id, mode);
ALTER TABLE api_keys ALTER COLUMN mode DROP DEFAULT;

ALTER TABLE api_checks
  ADD COLUMN key_mode text NOT NULL GENERATED ALWAYS AS ('live') STORED,
  ADD FOREIGN KEY (api_key, key_mode) REFERENCES api_keys (id, mode) ON DELETE CASCADE;
