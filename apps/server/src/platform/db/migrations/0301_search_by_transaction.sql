-- Concurrently: checks are many, and are written all the time.
-- A history is searched by the id of a transaction as by an address, in any part of it.
CREATE INDEX checks_by_transaction ON checks USING gin (owner, lower(transaction_id) gin_trgm_ops)
  WITH (fastupdate = off) WHERE transaction_id IS NOT NULL;
