-- Who last replaced the secret of a key or an endpoint, or redirected an endpoint: they know the secret, or are sent the
-- events, so a suspension and the removal of a member reach these as well. Null: who made it.
ALTER TABLE api_keys ADD COLUMN secret_by text REFERENCES users ON DELETE SET NULL;
-- Of the secret before, while it works beside the present one.
ALTER TABLE api_keys ADD COLUMN former_by text REFERENCES users ON DELETE SET NULL;
ALTER TABLE webhook_endpoints ADD COLUMN secret_by text REFERENCES users ON DELETE SET NULL;
ALTER TABLE webhook_endpoints ADD COLUMN url_by text REFERENCES users ON DELETE SET NULL;
