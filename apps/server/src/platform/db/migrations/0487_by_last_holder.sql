-- Concurrently: keys are used and events delivered.
CREATE INDEX api_keys_by_secret ON api_keys (secret_by) WHERE secret_by IS NOT NULL;
CREATE INDEX api_keys_by_former ON api_keys (former_by) WHERE former_by IS NOT NULL;
CREATE INDEX webhook_endpoints_by_secret ON webhook_endpoints (secret_by) WHERE secret_by IS NOT NULL;
CREATE INDEX webhook_endpoints_by_url ON webhook_endpoints (url_by) WHERE url_by IS NOT NULL;
