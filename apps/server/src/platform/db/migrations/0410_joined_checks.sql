-- Whether the request joined a check that ran already: then another request pays for the check.
ALTER TABLE check_keys ADD COLUMN joined boolean NOT NULL DEFAULT false;
ALTER TABLE api_checks ADD COLUMN joined boolean NOT NULL DEFAULT false;
