// Made by `npm run rows` of the migrated database: the row of each statement of this module. Not edited by hand.

declare module '../../platform/db/rows.ts' {
  interface Rows {
    "SELECT server FROM ledger_placements WHERE network = $1 AND ticker = $2": { server: string };
    "SELECT number FROM ledger_servers WHERE name = $1": { number: number };
    "SELECT current_setting('wal_level') AS wal_level": { wal_level: string | null };
    "SELECT EXISTS (SELECT FROM label_set) AS has": { has: boolean };
    "SELECT (SELECT bool_and(r.srsubstate = 'r') FROM pg_subscription_rel r WHERE r.srsubid = s.oid) AS is_whole,\n            (SELECT extract(epoch FROM now() - max(t.latest_end_time))::float8\n               FROM pg_stat_subscription t WHERE t.subid = s.oid) AS silent\n       FROM pg_subscription s\n      WHERE s.subname = $1 AND s.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())": { is_whole: boolean | null; silent: number | null };
    "SELECT EXISTS (SELECT FROM ledgers WHERE network = $1 AND ticker = $2 AND placement <> 'departed') AS is_here,\n            (SELECT count(*) > 0 AND bool_and(r.srsubstate = 'r')\n               FROM pg_subscription s JOIN pg_subscription_rel r ON r.srsubid = s.oid\n              WHERE s.subname = $3 AND s.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())\n            ) AS has_labels": { is_here: boolean; has_labels: boolean | null };
    "SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))": { pg_advisory_xact_lock_shared: string | null };
    "SELECT placement FROM ledgers WHERE network = $1 AND ticker = $2": { placement: string };
    "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))": { pg_advisory_xact_lock: string | null };
    "SELECT (SELECT bool_and(r.srsubstate = 'r') FROM pg_subscription_rel r\n               JOIN pg_subscription s ON s.oid = r.srsubid WHERE s.subname = $1) AS complete,\n            (SELECT coalesce(sum(tuples_processed), 0)::float8 FROM pg_stat_progress_copy\n              WHERE datname = current_database() AND command = 'COPY FROM') AS rows": { complete: boolean | null; rows: number };
    "SELECT system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS history FROM pg_control_system()": { history: string | null };
    "SELECT (SELECT placement FROM ledgers WHERE id = $1) AS placement,\n            (SELECT max(mark) FROM ledger_move_marks WHERE ledger_id = $1) AS mark": { placement: string | null; mark: string | null };
    "SELECT from_beginning, records, addresses, revision FROM ledgers WHERE id = $1": { from_beginning: boolean; records: string; addresses: string; revision: string };
    "SELECT EXISTS (SELECT FROM pg_stat_activity\n                     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xmin IS NOT NULL\n                       AND age(backend_xmin) > age($1::text::xid)) AS has": { has: boolean };
    "SELECT pg_current_xact_id()::xid::text AS xid": { xid: string };
    "SELECT network, ticker, ledger_id, from_server, to_server, step, started_at, histories FROM ledger_moves ORDER BY network, ticker": { network: string; ticker: string; ledger_id: number; from_server: string; to_server: string; step: 'copy' | 'index' | 'pause' | 'switch' | 'clean'; started_at: Date; histories: string | null };
    "SELECT network, ticker, ledger_id, from_server, to_server, step, started_at, histories FROM ledger_moves WHERE network = $1 AND ticker = $2": { network: string; ticker: string; ledger_id: number; from_server: string; to_server: string; step: 'copy' | 'index' | 'pause' | 'switch' | 'clean'; started_at: Date; histories: string | null };
    "SELECT nextval(pg_get_serial_sequence('ledgers', 'id')) AS id": { id: string | null };
    "SELECT id FROM ledgers WHERE network = $1 AND ticker = $2": { id: number };
    "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS claimed": { claimed: boolean | null };
    "SELECT pg_advisory_unlock(hashtextextended($1, 0))": { pg_advisory_unlock: boolean | null };
    "SELECT CASE WHEN active_pid IS NULL THEN pg_drop_replication_slot(slot_name) IS NULL\n                   ELSE pg_terminate_backend(active_pid) END AS active\n         FROM pg_replication_slots WHERE slot_name = $1 AND database = current_database()": { active: boolean | null };
    "SELECT (confirmed_flush_lsn - '0/0')::float8 AS at\n       FROM pg_replication_slots WHERE slot_name = $1 AND database = current_database()": { at: number | null };
    "SELECT (pg_current_wal_lsn() - '0/0')::float8 AS at": { at: number };
    "SELECT pg_is_in_recovery() AS standby, (pg_last_wal_replay_lsn() - '0/0')::text AS position,\n            (extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 AS since_ms": { standby: boolean; position: string | null; since_ms: number | null };
    "SELECT (pg_current_wal_lsn() - '0/0')::text AS position": { position: string };
    "SELECT encode(sha256(convert_to(coalesce(string_agg(line, E'\\n' ORDER BY line COLLATE \"C\"), ''), 'UTF8')), 'hex') AS mark\n         FROM (SELECT 'ledger ' || id || ' ' || revision || ' ' || records || ' ' || xmin || ' ' ||\n                      coalesce((SELECT change_id::text FROM ledger_changes c WHERE c.ledger_id = l.id AND c.revision = l.revision), '')\n                      AS line FROM ledgers l\n               UNION ALL SELECT 'placement ' || ledger_id || ' ' || server FROM ledger_placements\n               UNION ALL SELECT 'given ' || name || ' ' || content_hash || ' ' || xmin FROM label_set\n               UNION ALL SELECT 'derived ' || network || ' ' || asset || ' ' || content_hash || ' ' || xmin FROM derived_label_set\n               UNION ALL SELECT 'method 2 ' || network || ' ' || asset || ' ' || content_hash || ' ' || xmin FROM method_2_label_set\n               UNION ALL SELECT 'clusters ' || ledger_id || ' ' || xmin FROM coin_cluster_state\n               UNION ALL SELECT 'withdrawn ' || count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) FROM label_withdrawal\n               UNION ALL SELECT 'contracts ' || count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) FROM evm_contract_marks\n              ) states": { mark: string | null };
  }
}

export {};
