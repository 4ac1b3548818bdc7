-- An order that waits stays payable: where it is paid, and what an underpaid one still lacks.
ALTER TABLE orders
  ADD COLUMN pay_url text,
  -- In the currency that was sent, as the provider names it; a decimal number.
  ADD COLUMN missing_amount text,
  ADD COLUMN missing_currency text,
  ADD CHECK ((missing_amount IS NULL) = (missing_currency IS NULL));
