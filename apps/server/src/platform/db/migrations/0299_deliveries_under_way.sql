-- Finds what is being sent for a workspace, which is limited over all of its endpoints (docs/decisions/0095).
CREATE INDEX webhook_deliveries_under_way ON webhook_deliveries (workspace) WHERE lease_until IS NOT NULL;
