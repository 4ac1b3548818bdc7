-- Concurrently: purchases go on.
-- The orders of the last day are counted at every scrape of the metrics.
CREATE INDEX orders_by_age ON orders (created_at);
