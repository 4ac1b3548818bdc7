-- Concurrently: programs check all the time. A page lists one kind, by the beginning of its ids.
CREATE INDEX api_checks_by_kind ON api_checks (workspace, left(id, 4), created_at DESC, id DESC)
  WHERE sub_id IS NOT NULL;
