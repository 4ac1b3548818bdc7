-- A signature of an input commits to that input alone (ANYONECANPAY): others may have added theirs. False also where the
-- source states no signatures.
ALTER TABLE coin_transactions ADD COLUMN signed_by_several boolean NOT NULL DEFAULT false;
