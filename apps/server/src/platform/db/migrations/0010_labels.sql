-- One publisher's list as it stands here. A re-import replaces the whole set, so nothing half-imported can stay.
CREATE TABLE label_set (
  name text PRIMARY KEY CHECK (name ~ '^[a-z0-9][a-z0-9._:/-]{0,63}$'),
  -- How it came: an operator's import may not be overwritten by the starter labels of a later start.
  origin text NOT NULL CHECK (origin IN ('starter', 'import')),
  format text NOT NULL,
  location text NOT NULL,
  -- SHA-256 over the sorted hashes of the set's facts: equal facts give an equal value wherever they are imported.
  content_hash text NOT NULL CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  accepted integer NOT NULL,
  rejected integer NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE label (
  network text NOT NULL,
  address text NOT NULL,
  set_name text NOT NULL REFERENCES label_set (name) ON DELETE CASCADE,
  -- Short id of the publisher, shown in results; one set may carry several publishers' facts.
  source text NOT NULL,
  entity text NOT NULL,
  -- The publisher's own id of the entity; name and missing category come from label_actor when it is known there.
  actor text,
  -- Null: the source states none.
  category text,
  confidence smallint NOT NULL CHECK (confidence BETWEEN 0 AND 100),
  source_url text,
  source_date date,
  valid_from timestamptz,
  valid_to timestamptz
);
-- A batch of hundreds of addresses is one index scan per address. Addresses come first: an address alone (which
-- networks know it?) uses the same index, and text addresses hardly repeat across networks.
CREATE INDEX label_address ON label (address, network);
CREATE INDEX label_of_set ON label (set_name);

CREATE TABLE label_actor (
  set_name text NOT NULL REFERENCES label_set (name) ON DELETE CASCADE,
  actor text NOT NULL,
  entity text NOT NULL,
  category text
);
CREATE INDEX label_actor_actor ON label_actor (actor);
CREATE INDEX label_actor_of_set ON label_actor (set_name);

-- What a check sees. Several actor packs may name one actor; their names decide, never the order of imports.
-- A label that says only 'market' is of a dark market when its actor is one.
CREATE VIEW effective_label AS
SELECT l.network, l.address, l.set_name, l.source, coalesce(a.entity, l.entity) AS entity,
       CASE WHEN l.category = 'marketplace' AND a.category = 'dark_market' THEN a.category
            ELSE coalesce(l.category, a.category, 'other_entities') END AS category,
       l.confidence, l.source_url, l.source_date, l.valid_from, l.valid_to
FROM label l
LEFT JOIN LATERAL (
  SELECT entity, category FROM label_actor
  WHERE label_actor.actor = l.actor
  ORDER BY set_name COLLATE "C", entity COLLATE "C", category COLLATE "C" NULLS LAST
  LIMIT 1
) a ON true;

-- Concluded from the records of one asset (docs/method, section 3); replaced as a whole per network and asset.
CREATE TABLE derived_label_set (
  network text NOT NULL,
  asset text NOT NULL,
  content_hash text NOT NULL CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  -- Version of the given labels it was concluded from.
  given_version text NOT NULL,
  labels integer NOT NULL,
  derived_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (network, asset)
);

CREATE TABLE derived_label (
  network text NOT NULL,
  asset text NOT NULL,
  address text NOT NULL,
  entity text NOT NULL,
  category text NOT NULL,
  confidence smallint NOT NULL CHECK (confidence BETWEEN 0 AND 100),
  -- Which rule concluded it.
  source text NOT NULL,
  PRIMARY KEY (network, asset, address),
  FOREIGN KEY (network, asset) REFERENCES derived_label_set (network, asset) ON DELETE CASCADE
);
