-- One check of an owner's subject runs at a time, whatever server and whatever way it was asked for.
-- Duplicates that a killed server left: the one that holds a reservation stays, else the first by id. The others hold
-- nothing.
UPDATE checks SET status = 'failed', finished_at = now()
 WHERE status = 'running' AND NOT charged AND EXISTS (
   SELECT FROM checks other
    WHERE other.status = 'running' AND other.owner = checks.owner AND other.ticker = checks.ticker
      AND other.parent IS NOT DISTINCT FROM checks.parent AND other.address = checks.address
      AND (other.charged OR other.sub_id < checks.sub_id));
CREATE UNIQUE INDEX checks_one_running ON checks (owner, ticker, coalesce(parent, ''), address)
  WHERE status = 'running';

-- Idempotency keys: several requests may be answered by the same check.
CREATE TABLE check_keys (
  owner text NOT NULL,
  key text NOT NULL,
  sub_id text NOT NULL REFERENCES checks ON DELETE CASCADE,
  PRIMARY KEY (owner, key)
);
CREATE INDEX check_keys_of_check ON check_keys (sub_id);
INSERT INTO check_keys (owner, key, sub_id)
SELECT owner, idempotency_key, sub_id FROM checks WHERE idempotency_key IS NOT NULL AND status <> 'failed';
ALTER TABLE checks DROP COLUMN idempotency_key;
