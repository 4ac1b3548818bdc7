-- The catalogue of entities: names that given labels carry, spellings of one name joined (docs/decisions/0070). It is
-- computed from the labels and replaced as a whole after they change.
CREATE TABLE entity (
  slug text PRIMARY KEY,
  title text NOT NULL,
  names text[] NOT NULL,
  -- Letters and digits of all names, also of those that no label uses.
  search_keys text[] NOT NULL,
  labels integer NOT NULL,
  addresses integer NOT NULL,
  -- Of its labels, the most frequent first: [{"key": …, "labels": …}].
  categories jsonb NOT NULL,
  networks jsonb NOT NULL,
  -- [{"source": …, "labels": …, "oldest": …, "newest": …}]
  sources jsonb NOT NULL
);
CREATE INDEX entity_size ON entity (labels DESC, slug);

CREATE TABLE entity_catalogue (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Of the labels and of the facts that it was computed from.
  version text NOT NULL,
  refreshed_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX label_entity ON label (entity);
CREATE INDEX label_actor_id ON label (actor) WHERE actor IS NOT NULL;
