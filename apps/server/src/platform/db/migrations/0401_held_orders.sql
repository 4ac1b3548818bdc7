-- Concurrently: purchases go on.
-- The orders whose money is held are listed by a command, and counted at every scrape of the metrics.
CREATE INDEX orders_held ON orders (held_since) WHERE held_since IS NOT NULL;
