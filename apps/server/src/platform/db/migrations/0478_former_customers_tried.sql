-- When the removal of a customer failed last: those that never failed come first, then the longest untried.
ALTER TABLE former_customers ADD COLUMN tried_at timestamptz;
