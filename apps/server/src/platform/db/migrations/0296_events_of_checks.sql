-- Whether a batch asked for it: its end is no event of its own, since a batch may have a hundred thousand (docs/decisions/0095).
ALTER TABLE api_checks ADD COLUMN of_batch boolean NOT NULL DEFAULT false;
