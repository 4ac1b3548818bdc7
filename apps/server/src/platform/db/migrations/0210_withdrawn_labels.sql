-- Labels that a decision on a dispute withdrew, by what they state (docs/decisions/0072). The same statement of the same
-- source stays withdrawn however often its list is imported again; another statement is another label.
CREATE TABLE label_withdrawal (
  network text NOT NULL,
  address text NOT NULL,
  source text NOT NULL,
  entity text NOT NULL,
  category text NOT NULL,
  withdrawn_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (address, network, source, entity, category)
);

CREATE OR REPLACE VIEW effective_label AS
SELECT network, address, set_name, source, entity, category, confidence, source_url, source_date, valid_from, valid_to,
       ends_with_day
FROM (
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
  ) a ON true
) stated
WHERE NOT EXISTS (
  SELECT FROM label_withdrawal w
   WHERE w.address = stated.address AND w.network = stated.network AND w.source = stated.source
     AND w.entity = stated.entity AND w.category = stated.category
);
