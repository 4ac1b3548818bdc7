-- For what is kept no longer than promised.
CREATE INDEX checks_by_age ON checks (created_at);
