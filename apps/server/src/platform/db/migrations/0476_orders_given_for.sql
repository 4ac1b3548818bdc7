-- Concurrently: purchases go on.
-- Orders for whose money checks were given are looked at like paid ones.
CREATE INDEX payment_uses_given ON payment_uses (order_id) WHERE grant_key IS NOT NULL;
