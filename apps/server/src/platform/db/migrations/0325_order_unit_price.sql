-- What one check cost when the order was opened, without discount: prices are the operator's and change. NULL for a plan,
-- and for orders of the version before, whose price was always 99.
ALTER TABLE orders ADD COLUMN unit_cents integer, ADD CONSTRAINT orders_unit_cents CHECK (unit_cents > 0) NOT VALID;
