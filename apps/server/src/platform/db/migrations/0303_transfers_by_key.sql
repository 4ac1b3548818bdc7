-- Checks of transactions by API key, which the public API calls transfers: the beginning of an id says what it names.
ALTER TABLE api_checks DROP CONSTRAINT api_checks_id_check;
-- Not valid: every row before has an id that was allowed before, and reading all of them would hold up requests.
ALTER TABLE api_checks ADD CONSTRAINT api_checks_id_check CHECK (id ~ '^(chk|trf)_[0-9A-Za-z]{20}$') NOT VALID;

ALTER TABLE test_checks DROP CONSTRAINT test_checks_id_check;
ALTER TABLE test_checks
  ADD CONSTRAINT test_checks_id_check CHECK (id ~ '^(chk|trf)_[0-9A-Za-z]{20}$'),
  ADD COLUMN object text NOT NULL
    GENERATED ALWAYS AS (CASE left(id, 4) WHEN 'trf_' THEN 'transfer' ELSE 'check' END) STORED,
  ADD COLUMN transaction_id text,
  ADD COLUMN payment_direction text CHECK (payment_direction IN ('deposit', 'withdrawal')),
  ADD CHECK ((left(id, 4) = 'trf_') = (transaction_id IS NOT NULL)),
  ADD CHECK ((transaction_id IS NULL) = (payment_direction IS NULL));
