-- The grant of check credits that was given for a part of a deposit, which is taken back when the deposit is; null for any
-- other use. One decision about several deposits gives one grant.
ALTER TABLE payment_uses ADD COLUMN grant_key text;
