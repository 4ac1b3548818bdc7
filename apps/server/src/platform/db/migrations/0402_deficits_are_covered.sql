-- A purchase first settles what the account owes, whatever tariff it owes it on: 'cover' takes check credits of the
-- tariff that was bought, and 'covered' takes as many from a deficit. What covered a deficit was spent, so that a refund
-- of that purchase is owed again.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_check CHECK (
  CASE kind
    -- A grant of 0 moves the end of a tariff and nothing else.
    WHEN 'grant' THEN checks >= 0 AND plan_id IS NOT NULL
    WHEN 'reserve' THEN checks = 1 AND reference IS NOT NULL AND key = 'reserve:' || reference
    -- One key for both: a reservation ends once.
    WHEN 'commit' THEN checks = 1 AND reference IS NOT NULL AND key = 'settle:' || reference
    WHEN 'release' THEN checks = 1 AND reference IS NOT NULL AND key = 'settle:' || reference
    WHEN 'refund' THEN checks = 1 AND reference IS NOT NULL AND key = 'refund:' || reference
    WHEN 'lapse' THEN checks > 0
    WHEN 'revoke' THEN checks >= 0 AND reference IS NOT NULL AND plan_id IS NOT NULL AND key = 'revoke:' || reference
    WHEN 'deficit' THEN checks > 0 AND reference IS NOT NULL AND key = 'deficit:' || reference
    WHEN 'collect' THEN checks > 0
    -- The keys end with the tariff that owes.
    WHEN 'cover' THEN checks > 0 AND reference IS NOT NULL AND starts_with(key, 'cover:' || reference || ':')
    WHEN 'covered' THEN checks > 0 AND reference IS NOT NULL AND key = 'covered:' || reference || ':' || tariff
    ELSE false
  END
) NOT VALID;

CREATE OR REPLACE FUNCTION ledger_book() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  needs text := CASE NEW.kind WHEN 'commit' THEN 'reserve:' WHEN 'release' THEN 'reserve:' WHEN 'refund' THEN 'settle:' END;
BEGIN
  IF needs IS NOT NULL AND NOT EXISTS (
    SELECT FROM ledger_entries WHERE key = needs || NEW.reference AND tariff = NEW.tariff AND kind <> 'release'
  ) THEN
    RAISE EXCEPTION 'ledger: % of % has nothing it could follow', NEW.kind, NEW.reference;
  END IF;
  UPDATE ledger_tariffs SET
    left_checks = left_checks + NEW.checks * CASE NEW.kind
      WHEN 'grant' THEN 1 WHEN 'release' THEN 1 WHEN 'refund' THEN 1
      WHEN 'reserve' THEN -1 WHEN 'lapse' THEN -1 WHEN 'revoke' THEN -1 WHEN 'collect' THEN -1 WHEN 'cover' THEN -1
      ELSE 0 END,
    held_checks = held_checks + NEW.checks * CASE NEW.kind
      WHEN 'reserve' THEN 1 WHEN 'commit' THEN -1 WHEN 'release' THEN -1 ELSE 0 END,
    used_checks = used_checks + NEW.checks * CASE NEW.kind WHEN 'commit' THEN 1 WHEN 'refund' THEN -1 ELSE 0 END,
    deficit_checks = deficit_checks + NEW.checks * CASE NEW.kind
      WHEN 'deficit' THEN 1 WHEN 'collect' THEN -1 WHEN 'covered' THEN -1 ELSE 0 END,
    plan_id = coalesce(NEW.plan_id, plan_id),
    expires_at = CASE WHEN NEW.plan_id IS NULL THEN expires_at ELSE NEW.expires_at END
  WHERE id = NEW.tariff;
  RETURN NULL;
END $$;
