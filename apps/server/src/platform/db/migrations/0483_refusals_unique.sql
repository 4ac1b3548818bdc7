-- Concurrently: gifts are given meanwhile.
-- The refusals of the day alone: those of former days have no hash any more.
CREATE UNIQUE INDEX free_grants_refused ON free_grants (day, refused_gift) WHERE refused_gift IS NOT NULL;
