-- Answers to checks that cost their owner nothing, a day (UTC), of site, bot, API and batches together
-- (docs/decisions/0135). It takes the place of batch_uncharged, which the version before still writes.
CREATE TABLE uncharged_answers (
  owner text NOT NULL,
  day date NOT NULL,
  answers integer NOT NULL CHECK (answers > 0),
  PRIMARY KEY (owner, day)
);
CREATE INDEX uncharged_answers_by_day ON uncharged_answers (day);
ALTER TABLE uncharged_answers ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON uncharged_answers TO assay_tenant USING (owner = current_workspace());
