-- Concurrently: checks are made meanwhile.
-- The hourly removal of old ones: by age alone it would read those that a company keeps for longer, or that are in a history.
CREATE INDEX checks_unlisted_by_age ON checks (created_at) WHERE position IS NULL;
