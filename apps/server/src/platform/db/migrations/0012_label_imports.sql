-- An import of a label set that is being read, or was cut off while it was; gone once its set stands.
CREATE TABLE label_import (
  set_name text PRIMARY KEY,
  -- SHA-256 of format, currency and places: another command begins anew.
  request text NOT NULL,
  -- How far the staged rows go: rows of the source judged, and the digest over them.
  rows_read bigint NOT NULL DEFAULT 0,
  rows_digest text NOT NULL DEFAULT '',
  started_at timestamptz NOT NULL DEFAULT now(),
  reached_at timestamptz NOT NULL DEFAULT now()
);

-- Rows read and not yet published; no reader looks here. Logged, as the place reached is: both survive a crash.
CREATE TABLE staged_label (LIKE label, row_hash bytea NOT NULL);
ALTER TABLE staged_label ADD FOREIGN KEY (set_name) REFERENCES label_import ON DELETE CASCADE;
CREATE INDEX staged_label_of_set ON staged_label (set_name);

CREATE TABLE staged_actor (LIKE label_actor, row_hash bytea NOT NULL);
ALTER TABLE staged_actor ADD FOREIGN KEY (set_name) REFERENCES label_import ON DELETE CASCADE;
CREATE INDEX staged_actor_of_set ON staged_actor (set_name);
