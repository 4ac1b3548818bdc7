-- A dispute is about labels of an address, or about a row of the list of services that identify their customers.
ALTER TABLE dispute ALTER COLUMN network DROP NOT NULL;
ALTER TABLE dispute ALTER COLUMN address DROP NOT NULL;
-- The entity of the row, as the list names it.
ALTER TABLE dispute ADD COLUMN service text;
-- Decided: the row is to be corrected.
ALTER TABLE dispute ADD COLUMN corrects_service boolean NOT NULL DEFAULT false;
ALTER TABLE dispute ADD CONSTRAINT dispute_subject
  CHECK ((service IS NULL) = (network IS NOT NULL) AND (network IS NULL) = (address IS NULL)) NOT VALID;
