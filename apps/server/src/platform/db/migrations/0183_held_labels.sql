-- A completely read list that waits for an operator: what to publish it as, why it is held, and how it differs from the
-- stored one. Null while a list is read, and after it was cut off.
ALTER TABLE label_import ADD COLUMN held jsonb;
