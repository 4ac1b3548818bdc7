-- When the TXT record of a proven domain was last seen there; null: when it was proven. A look that no resolver answered
-- does not count.
ALTER TABLE identity_domains ADD COLUMN looked_at timestamptz;
