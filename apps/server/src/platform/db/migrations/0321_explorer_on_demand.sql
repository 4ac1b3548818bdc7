-- Of the expansions of a day, those that read a chain. What a provider did not answer is given back.
ALTER TABLE explorer_budgets
  ADD COLUMN on_demand integer NOT NULL DEFAULT 0 CHECK (on_demand >= 0),
  DROP CONSTRAINT explorer_budgets_used_check,
  ADD CONSTRAINT explorer_budgets_used_check CHECK (used >= 0);
