-- The history of checks: numbered per owner without gaps, so that any page is a range of an index, and searchable.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

ALTER TABLE checks
  -- 1, 2, 3 … in the order an owner's results came; null unless done, and after its owner left.
  ADD position integer,
  -- The same owner's result before this one, of the same address and asset.
  ADD previous text,
  -- What a search looks at, but for the date, which depends on where the reader is.
  ADD search text GENERATED ALWAYS AS (
    lower(ticker || ' ' || coalesce(parent, '') || ' ' || name || ' ' || address || ' ' || sub_id)) STORED,
  ADD CHECK (position IS NULL OR status = 'done');

UPDATE checks SET position = numbered.position, previous = numbered.previous
FROM (SELECT sub_id, row_number() OVER (PARTITION BY owner ORDER BY finished_at, sub_id) AS position,
             lag(sub_id) OVER (PARTITION BY owner, ticker, parent, address ORDER BY finished_at, sub_id) AS previous
        FROM checks WHERE status = 'done') numbered
WHERE checks.sub_id = numbered.sub_id;

CREATE UNIQUE INDEX checks_in_history ON checks (owner, position) WHERE position IS NOT NULL;
-- The owner stands in the index too: a word that everybody's history holds costs only what one's own holds. New entries
-- go in at once: a list of pending ones would be read through by every search.
CREATE INDEX checks_by_search ON checks USING gin (owner, search gin_trgm_ops) WITH (fastupdate = off)
  WHERE position IS NOT NULL;
CREATE INDEX checks_by_time ON checks (owner, created_at) WHERE position IS NOT NULL;

-- From which to which number a history goes; all numbers between are there.
CREATE TABLE history_ranges (
  owner text PRIMARY KEY,
  first integer NOT NULL DEFAULT 1,
  last integer NOT NULL CHECK (last >= first - 1)
);
INSERT INTO history_ranges (owner, last) SELECT owner, max(position) FROM checks WHERE position IS NOT NULL GROUP BY owner;
