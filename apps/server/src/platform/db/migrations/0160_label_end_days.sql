-- Whether a label's end was given as a day: that whole day then belongs to its validity. Until now a day and its midnight
-- were stored alike; what ends at a midnight is taken for a day until its set is imported again.
ALTER TABLE label ADD COLUMN ends_with_day boolean NOT NULL DEFAULT false;
UPDATE label SET ends_with_day = true WHERE valid_to = date_trunc('day', valid_to, 'UTC');

-- Staged rows of an import that was cut off are read again: they were judged without it.
DELETE FROM label_import;
ALTER TABLE staged_label ADD COLUMN ends_with_day boolean NOT NULL DEFAULT false;

CREATE OR REPLACE VIEW effective_label AS
SELECT l.network, l.address, l.set_name, l.source, coalesce(a.entity, l.entity) AS entity,
       CASE WHEN l.category = 'marketplace' AND a.category = 'dark_market' THEN a.category
            ELSE coalesce(l.category, a.category, 'other_entities') END AS category,
       l.confidence, l.source_url, l.source_date, l.valid_from, l.valid_to, l.ends_with_day
FROM label l
LEFT JOIN LATERAL (
  SELECT entity, category FROM label_actor
  WHERE label_actor.actor = l.actor
  ORDER BY set_name COLLATE "C", entity COLLATE "C", category COLLATE "C" NULLS LAST
  LIMIT 1
) a ON true;
