-- Issued invoices never change. The law asks for them for seven years from the end of the year in which they were issued:
-- after that, and never before, they may be removed (docs/decisions/0137). Their numbers stay, so that series have no gaps.
CREATE FUNCTION invoices_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.issued_at < date_trunc('year', now(), 'UTC') - interval '7 years' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'ledger: % is append-only, % is refused', TG_TABLE_NAME, TG_OP;
END $$;
CREATE OR REPLACE TRIGGER invoices_stay BEFORE UPDATE OR DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION invoices_stay();
