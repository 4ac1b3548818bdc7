-- Concurrently: events are delivered.
CREATE INDEX webhook_endpoints_by_maker ON webhook_endpoints (created_by) WHERE created_by IS NOT NULL;
