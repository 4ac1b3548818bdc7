-- Null: the code does not expire.
ALTER TABLE promo_codes ALTER COLUMN expired_at DROP NOT NULL;
