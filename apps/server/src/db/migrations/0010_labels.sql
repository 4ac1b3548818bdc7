-- One publisher's list as it stands here. A re-import replaces the whole set, so nothing half-imported can stay.
CREATE TABLE label_set (
  source text PRIMARY KEY CHECK (source ~ '^[a-z0-9][a-z0-9._:/-]{0,63}$'),
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
  source text NOT NULL REFERENCES label_set (source) ON DELETE CASCADE,
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
CREATE INDEX label_source ON label (source);

CREATE TABLE label_actor (
  source text NOT NULL REFERENCES label_set (source) ON DELETE CASCADE,
  actor text NOT NULL,
  name text NOT NULL,
  category text,
  PRIMARY KEY (actor, source)
);
CREATE INDEX label_actor_source ON label_actor (source);

-- What a check sees. Several actor packs may name one actor; the first source by name decides, never the order of imports.
CREATE VIEW effective_label AS
SELECT l.network, l.address, l.source, coalesce(a.name, l.entity) AS entity,
       coalesce(l.category, a.category, 'other_entities') AS category,
       l.confidence, l.source_url, l.source_date, l.valid_from, l.valid_to
FROM label l
LEFT JOIN LATERAL (
  SELECT name, category FROM label_actor WHERE label_actor.actor = l.actor ORDER BY label_actor.source COLLATE "C" LIMIT 1
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
  PRIMARY KEY (network, asset, address),
  FOREIGN KEY (network, asset) REFERENCES derived_label_set (network, asset) ON DELETE CASCADE
);
