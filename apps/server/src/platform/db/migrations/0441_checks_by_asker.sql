-- Concurrently: checks go on.
-- The deletion of an account finds what it asked for in companies.
CREATE INDEX checks_by_asker ON checks (asked_by) WHERE asked_as = 'person' AND asked_by <> owner;
CREATE INDEX batches_by_maker ON batches (made_by) WHERE made_by IS NOT NULL;
