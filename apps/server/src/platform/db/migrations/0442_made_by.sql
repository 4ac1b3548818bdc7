-- Who added an endpoint: a suspension and the removal of a member reach it. By key, who made the key.
ALTER TABLE webhook_endpoints ADD COLUMN created_by text REFERENCES users ON DELETE SET NULL;
