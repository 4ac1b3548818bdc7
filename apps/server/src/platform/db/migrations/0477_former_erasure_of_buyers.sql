-- Servers of the version before erase the buyer of an invoice with its account. During an upgrade that passes and changes
-- nothing, since the law keeps what was issued; any other change is refused as before. That one exception goes away with
-- the release after this one.
CREATE OR REPLACE FUNCTION invoices_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.issued_at < date_trunc('year', now(), 'UTC') - interval '7 years' THEN RETURN OLD; END IF;
  IF TG_OP = 'UPDATE' AND NEW.buyer IS NULL AND to_jsonb(NEW) - 'buyer' = to_jsonb(OLD) - 'buyer' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'ledger: % is append-only, % is refused', TG_TABLE_NAME, TG_OP;
END $$;
