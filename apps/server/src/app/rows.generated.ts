// Made by `npm run rows` of the migrated database: the row of each statement of this module. Not edited by hand.

declare module '../platform/db/rows.ts' {
  interface Rows {
    "SELECT version FROM starter_set WHERE name = $1 AND state = 'done'": { version: string };
    "SELECT name, state, failure FROM starter_set WHERE loaded_at IS NULL ORDER BY name COLLATE \"C\"": { name: string; state: 'running' | 'done' | 'failed'; failure: string | null };
    "SELECT pg_try_advisory_lock($1, hashtext($2)) AS held": { held: boolean | null };
    "SELECT pg_advisory_unlock($1, hashtext($2))": { pg_advisory_unlock: boolean | null };
    "SELECT kind, count, coalesce(greatest(0, extract(epoch FROM now() - oldest)), 0)::float8 AS \"oldestSeconds\"\n       FROM (\n  SELECT 'checks' AS kind, count(*)::integer AS count, min(created_at) AS oldest FROM checks WHERE status = 'running'\n  UNION ALL\n  SELECT 'batches', count(*)::integer, min(created_at) FROM batches WHERE status = 'running'\n  UNION ALL\n  SELECT 'webhooks', count(*)::integer, min(next_at) FROM webhook_deliveries\n   WHERE status = 'waiting' AND next_at <= now()\n  UNION ALL\n  SELECT 'transfer-imports', count(*)::integer, min(started_at) FROM transfer_imports WHERE state <> 'done'\n  UNION ALL\n  SELECT q.name, count(j.id)::integer, min(j.start_after) FROM pgboss.queue q\n    LEFT JOIN pgboss.job j ON j.name = q.name AND j.state < 'active' AND j.start_after <= now()\n   GROUP BY q.name) AS work": { kind: string; count: number; oldestSeconds: number };
    "SELECT provider, status, count(*)::integer AS count FROM orders\n      WHERE created_at > now() - interval '1 day' GROUP BY provider, status ORDER BY provider, status": { provider: 'stripe' | 'nowpayments'; status: 'created' | 'pending' | 'partial' | 'paid' | 'expired' | 'failed' | 'disputed' | 'refunded' | 'reversed'; count: number };
    "SELECT count(*)::integer AS count FROM orders WHERE held_since IS NOT NULL": { count: number };
  }
}

export {};
