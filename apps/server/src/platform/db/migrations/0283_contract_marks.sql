-- What is known of contracts belongs to the label set of method 2 (docs/method/2, section 5.2), so its version has to
-- change with them. Counting millions for each check would take too long: each change adds a mark, and the marks of a
-- network sum to the same value in whatever order its contracts came.
CREATE TABLE evm_contract_marks (
  network text NOT NULL,
  contracts bigint NOT NULL,
  mark numeric NOT NULL
);

CREATE FUNCTION mark_evm_contracts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM evm_contract_marks;
  ELSE
    INSERT INTO evm_contract_marks (network, contracts, mark)
    SELECT network, sign * count(*),
           sign * sum(('x' || left(encode(sha256(convert_to(address, 'UTF8')), 'hex'), 15))::bit(60)::bigint)
      FROM changed, (SELECT CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END) AS signs (sign)
     GROUP BY network, sign;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER added_contracts AFTER INSERT ON evm_contracts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_evm_contracts();
CREATE TRIGGER removed_contracts AFTER DELETE ON evm_contracts REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_evm_contracts();
CREATE TRIGGER no_contracts AFTER TRUNCATE ON evm_contracts
  FOR EACH STATEMENT EXECUTE FUNCTION mark_evm_contracts();

INSERT INTO evm_contract_marks (network, contracts, mark)
SELECT network, count(*), sum(('x' || left(encode(sha256(convert_to(address, 'UTF8')), 'hex'), 15))::bit(60)::bigint)
  FROM evm_contracts GROUP BY network;
