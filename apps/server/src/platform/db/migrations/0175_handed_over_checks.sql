-- A server that stops hands its unfinished checks over: another server, or the next start, runs them again. Only the
-- process named here may renew, finish or fail a check; null while it is handed over, and for checks of servers
-- before this migration.
ALTER TABLE checks ADD COLUMN run_by text;
ALTER TABLE checks ADD COLUMN handed_over_at timestamptz;
CREATE INDEX checks_handed_over ON checks (handed_over_at) WHERE status = 'running' AND handed_over_at IS NOT NULL;
