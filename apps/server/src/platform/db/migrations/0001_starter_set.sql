-- What has been loaded of the facts that ship with the product, so that a restart
-- neither repeats the work nor forgets half of it.
CREATE TABLE starter_set (
  name text PRIMARY KEY,
  version text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  failure text,
  updated_at timestamptz NOT NULL DEFAULT now()
);
