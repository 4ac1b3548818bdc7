// Made by `npm run rows` of the migrated database: the row of each statement of this module. Not edited by hand.

declare module '../../platform/db/rows.ts' {
  interface Rows {
    "SELECT restored_at FROM installation WHERE restored_at IS NOT NULL AND resumed_at IS NULL": { restored_at: Date };
    "WITH former AS (SELECT timeline FROM installation)\n     UPDATE installation SET timeline = gen_random_uuid(), backup_made_at = $1, restored_at = $2, resumed_at = NULL\n     RETURNING (SELECT timeline FROM former) AS former": { former: string | null };
    "SELECT sequencename AS name, coalesce(last_value, start_value)::text AS last_value, last_value IS NOT NULL AS is_called\n       FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1": { name: string; last_value: string; is_called: boolean };
    "SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns\n       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0\n      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'\n        AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> 'schema_migration'\n      GROUP BY c.relname ORDER BY c.relname": { name: string; columns: string[] };
    "SELECT relname AS name FROM pg_class\n      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'schema_migration'": { name: string };
    "SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition\n       FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace": { table: string; name: string; definition: string | null };
    "SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger WHERE tgenabled = 'R' AND NOT tgisinternal": { table: string; name: string };
    "SELECT setval($1::regclass, $2::bigint, $3)": { setval: string | null };
    "SELECT timeline FROM installation": { timeline: string };
    "SELECT seq::integer AS position,\n            jsonb_build_object('id', id, 'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), 'entry', entry) AS line\n       FROM restore_log WHERE seq > $1 ORDER BY seq LIMIT $2": { position: number; line: { id: string; at: string; entry: unknown } };
    "SELECT e.id::integer AS position,\n            jsonb_build_object('id', 'ledger:' || e.key,\n              'at', to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"'),\n              'entry', jsonb_build_object('kind', 'booked', 'sub', h.sub, 'series', t.series,\n                'plan_id', coalesce(e.plan_id, t.plan_id), 'booking', e.kind, 'checks', e.checks, 'reason', e.reason,\n                'reference', e.reference, 'key', e.key, 'expires_at', e.expires_at)) AS line\n       FROM ledger_entries e JOIN ledger_tariffs t ON t.id = e.tariff JOIN ledger_holders h ON h.id = t.holder\n      WHERE e.id > $1 AND h.sub IS NOT NULL AND e.kind IN ('grant', 'revoke', 'commit', 'refund')\n      ORDER BY e.id LIMIT $2": { position: number; line: { id: string; at: string; entry: { kind: 'booked'; sub: string; series: string; plan_id: number; booking: string; checks: number; reason: string; reference: string | null; key: string; expires_at: string | null } } };
    "SELECT coalesce((SELECT max(seq) FROM restore_log), 0)::integer AS acts,\n            coalesce((SELECT max(id) FROM ledger_entries), 0)::integer AS bookings": { acts: number; bookings: number };
    "SELECT email FROM users WHERE sub = $1": { email: string };
  }
}

export {};
