// Made by `npm run rows` of the migrated database: the row of each statement of this module. Not edited by hand.

declare module '../../platform/db/rows.ts' {
  interface Rows {
    "SELECT id, finished_at IS NOT NULL AS finished FROM account_exposure_runs WHERE ledger_id = $1 AND basis = $2":
      { id: string; finished: boolean };
    "SELECT direction, first_key FROM account_exposure_parts WHERE run_id = $1":
      { direction: 'bwd' | 'fwd'; first_key: number };
    "DELETE FROM account_exposure_runs WHERE ledger_id = $1 AND id <> $2 RETURNING id":
      { id: string };
    "SELECT count(*) AS shares FROM account_exposure WHERE run_id = $1":
      { shares: string };
    "SELECT count(*) AS inexact FROM account_exposure_inexact WHERE run_id = $1":
      { inexact: string };
    "SELECT network, ticker, server FROM ledger_placements":
      { network: string; ticker: string; server: string };
    "SELECT server FROM ledger_placements WHERE network = $1 AND ticker = $2":
      { server: string };
    "SELECT number FROM ledger_servers WHERE name = $1":
      { number: number };
    "SHOW wal_level":
      { wal_level: string | null };
    "SELECT EXISTS (SELECT FROM label_set) AS has":
      { has: boolean };
    "SELECT (SELECT bool_and(r.srsubstate = 'r') FROM pg_subscription_rel r WHERE r.srsubid = s.oid) AS is_whole,\n            (SELECT extract(epoch FROM now() - max(t.latest_end_time))::float8\n               FROM pg_stat_subscription t WHERE t.subid = s.oid) AS silent\n       FROM pg_subscription s\n      WHERE s.subname = $1 AND s.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())":
      { is_whole: boolean | null; silent: number | null };
    "SELECT EXISTS (SELECT FROM ledgers WHERE network = $1 AND ticker = $2 AND placement <> 'departed') AS is_here,\n            (SELECT count(*) > 0 AND bool_and(r.srsubstate = 'r')\n               FROM pg_subscription s JOIN pg_subscription_rel r ON r.srsubid = s.oid\n              WHERE s.subname = $3 AND s.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())\n            ) AS has_labels":
      { is_here: boolean; has_labels: boolean | null };
    "SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))":
      { pg_advisory_xact_lock_shared: string | null };
    "SELECT placement FROM ledgers WHERE network = $1 AND ticker = $2":
      { placement: string };
    "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))":
      { pg_advisory_xact_lock: string | null };
    "SELECT pg_advisory_xact_lock_shared(hashtextextended('assay tables of several ledgers', 0))":
      { pg_advisory_xact_lock_shared: string | null };
    "SELECT pg_advisory_xact_lock(hashtextextended('assay tables of several ledgers', 0))":
      { pg_advisory_xact_lock: string | null };
    "SELECT (SELECT bool_and(r.srsubstate = 'r') FROM pg_subscription_rel r\n               JOIN pg_subscription s ON s.oid = r.srsubid WHERE s.subname = $1) AS complete,\n            (SELECT coalesce(sum(tuples_processed), 0)::float8 FROM pg_stat_progress_copy\n              WHERE datname = current_database() AND command = 'COPY FROM') AS rows":
      { complete: boolean | null; rows: number };
    "SELECT system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS history FROM pg_control_system()":
      { history: string | null };
    "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS claimed":
      { claimed: boolean | null };
    "SELECT pg_advisory_unlock(hashtextextended($1, 0))":
      { pg_advisory_unlock: boolean | null };
    "SELECT network, ticker, ledger_id, from_server, to_server, step, started_at, histories FROM ledger_moves ORDER BY network, ticker":
      { network: string; ticker: string; ledger_id: number; from_server: string; to_server: string; step: 'copy' | 'index' | 'pause' | 'switch' | 'clean'; started_at: Date; histories: string | null };
    "SELECT network, ticker, ledger_id, from_server, to_server, step, started_at, histories FROM ledger_moves WHERE network = $1 AND ticker = $2":
      { network: string; ticker: string; ledger_id: number; from_server: string; to_server: string; step: 'copy' | 'index' | 'pause' | 'switch' | 'clean'; started_at: Date; histories: string | null };
    "SELECT (SELECT placement FROM ledgers WHERE id = $1) AS placement,\n            (SELECT max(mark) FROM ledger_move_marks WHERE ledger_id = $1) AS mark":
      { placement: string | null; mark: string | null };
    "SELECT from_beginning, records, addresses, revision FROM ledgers WHERE id = $1":
      { from_beginning: boolean; records: string; addresses: string; revision: string };
    "SELECT EXISTS (SELECT FROM pg_stat_activity\n                     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xmin IS NOT NULL\n                       AND age(backend_xmin) > age($1::text::xid)) AS has":
      { has: boolean };
    "SELECT pg_current_xact_id()::xid::text AS xid":
      { xid: string };
    "SELECT nextval(pg_get_serial_sequence('ledgers', 'id')) AS id":
      { id: string | null };
    "SELECT id FROM ledgers WHERE network = $1 AND ticker = $2":
      { id: number };
    "SELECT CASE WHEN active_pid IS NULL THEN pg_drop_replication_slot(slot_name) IS NULL\n                   ELSE pg_terminate_backend(active_pid) END AS active\n         FROM pg_replication_slots WHERE slot_name = $1 AND database = current_database()":
      { active: boolean | null };
    "SELECT (confirmed_flush_lsn - '0/0')::float8 AS at\n       FROM pg_replication_slots WHERE slot_name = $1 AND database = current_database()":
      { at: number | null };
    "SELECT (pg_current_wal_lsn() - '0/0')::float8 AS at":
      { at: number };
    "SELECT pg_is_in_recovery() AS standby, (pg_last_wal_replay_lsn() - '0/0')::text AS position,\n            (extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 AS since_ms":
      { standby: boolean; position: string | null; since_ms: number | null };
    "SELECT (pg_current_wal_lsn() - '0/0')::text AS position":
      { position: string };
    "SELECT encode(sha256(convert_to(coalesce(string_agg(line, E'\\n' ORDER BY line COLLATE \"C\"), ''), 'UTF8')), 'hex') AS mark\n         FROM (SELECT 'ledger ' || id || ' ' || revision || ' ' || records || ' ' || xmin || ' ' ||\n                      coalesce((SELECT change_id::text FROM ledger_changes c WHERE c.ledger_id = l.id AND c.revision = l.revision), '')\n                      AS line FROM ledgers l\n               UNION ALL SELECT 'placement ' || ledger_id || ' ' || server FROM ledger_placements\n               UNION ALL SELECT 'given ' || name || ' ' || content_hash || ' ' || xmin FROM label_set\n               UNION ALL SELECT 'derived ' || network || ' ' || asset || ' ' || content_hash || ' ' || xmin FROM derived_label_set\n               UNION ALL SELECT 'method 2 ' || network || ' ' || asset || ' ' || content_hash || ' ' || xmin FROM method_2_label_set\n               UNION ALL SELECT 'clusters ' || ledger_id || ' ' || xmin FROM coin_cluster_state\n               UNION ALL SELECT 'withdrawn ' || count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) FROM label_withdrawal\n               UNION ALL SELECT 'contracts ' || count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) FROM evm_contract_marks\n              ) states":
      { mark: string | null };
    [text: `SELECT position, transaction_id, NULL::bigint, NULL::text, NULL::boolean\n               FROM ${string} WHERE ledger_id = $1 AND position = ANY ($2::bigint[])\n             UNION ALL\n             SELECT NULL, address, id, role, opening_unread\n               FROM ${string} WHERE ledger_id = $1 AND id = ANY ($3::bigint[])`]:
      { position: string | null; transaction_id: string; int8: string | null; text: 'account' | 'fee' | 'issuer' | null; bool: boolean | null };
    "SELECT id, address, role, opening_unread\n             FROM accounts WHERE ledger_id = $2 AND id = ANY ($1::bigint[])":
      { id: string; address: string; role: 'account' | 'fee' | 'issuer'; opening_unread: boolean };
    "SELECT id, address, role, opening_unread, inflows, outflows, first_time, last_time, short, opening_known\n             FROM accounts WHERE ledger_id = $1 AND address = $2 AND first_time IS NOT NULL":
      { id: string; address: string; role: 'account' | 'fee' | 'issuer'; opening_unread: boolean; inflows: number; outflows: number; first_time: string; last_time: string | null; short: boolean; opening_known: boolean };
    "SELECT EXISTS (SELECT FROM evm_transactions\n                           WHERE network = $1 AND NOT (has_receipt AND has_traces)) AS lacking":
      { lacking: boolean };
    "INSERT INTO accounts (ledger_id, address, role)\n     SELECT $1, n.address, n.role FROM unnest($2::text[], $3::text[]) AS n (address, role) RETURNING id, address":
      { id: string; address: string };
    "SELECT nextval('account_ids') AS id FROM generate_series(1, $1)":
      { id: string };
    "SELECT id, address, role, opening, opening_known, short, balance, last_position,\n  inflows, outflows, received, sent, first_time, last_time FROM accounts WHERE ledger_id = $1 AND address = ANY ($2::text[])":
      { id: string; address: string; role: 'account' | 'fee' | 'issuer'; opening: string; opening_known: boolean; short: boolean; balance: string; last_position: string; inflows: number; outflows: number; received: string; sent: string; first_time: string | null; last_time: string | null };
    "SELECT max(position) AS position FROM transfers WHERE ledger_id = $1":
      { position: string | null };
    [text: `SELECT t.position, t.from_id, t.to_id, t.amount, t.inflow_share, t.covered, t.outflow_share, t.time, t.block,\n            t.transaction_index, t.kind, t.record_index, t.ordinal, t.transaction_id,\n            (SELECT address FROM ${string} WHERE ledger_id = $1 AND id = t.from_id) AS from_address,\n            (SELECT address FROM ${string} WHERE ledger_id = $1 AND id = t.to_id) AS to_address\n       FROM unnest($2::bigint[], $3::bigint[]) AS s (first, after)\n      CROSS JOIN LATERAL (SELECT * FROM ${string}\n                           WHERE ledger_id = $1 AND position >= s.first AND position < s.after\n                           ORDER BY ledger_id, position OFFSET 0) t\n      ORDER BY t.position`]:
      { position: string; from_id: string; to_id: string; amount: string; inflow_share: number; covered: number; outflow_share: number; time: string; block: string; transaction_index: number | null; kind: number; record_index: number | null; ordinal: number; transaction_id: string; from_address: string | null; to_address: string | null };
    "SELECT DISTINCT time FROM transfers WHERE ledger_id = $1 AND position >= $3 AND block >= $2 ORDER BY time":
      { time: string };
    "SELECT position, from_id, to_id, amount, time, inflow_share, covered, outflow_share\n       FROM transfers WHERE ledger_id = $4 AND to_id = ANY ($1::bigint[]) AND position > $2\n      UNION ALL\n     SELECT position, from_id, to_id, amount, time, inflow_share, covered, outflow_share\n       FROM transfers\n      WHERE ledger_id = $4 AND from_id = ANY ($1::bigint[]) AND NOT to_id = ANY ($1::bigint[]) AND position > $2\n      ORDER BY position LIMIT $3":
      { position: string; from_id: string; to_id: string; amount: string; time: string; inflow_share: number; covered: number; outflow_share: number };
    "SELECT to_regclass($1) IS NOT NULL AS known":
      { known: boolean };
    "SELECT l.network, l.ticker, s.clusters, s.members AS addresses,\n            (SELECT coalesce(max(size), 0) FROM coin_cluster c WHERE c.ledger_id = l.id AND c.size > 1) AS largest,\n            (SELECT count(*) FROM coin_cluster_refusal r WHERE r.ledger_id = l.id) AS refused\n       FROM coin_cluster_state s JOIN ledgers l ON l.id = s.ledger_id WHERE s.revision IS NOT NULL\n      ORDER BY l.network COLLATE \"C\", l.ticker COLLATE \"C\"":
      { network: string; ticker: string; clusters: string; addresses: string; largest: string; refused: string };
    "SELECT m.account_id, a.address, m.labels\n       FROM coin_cluster_member m JOIN accounts a ON a.ledger_id = $1 AND a.id = m.account_id\n      WHERE m.ledger_id = $1 AND m.account_id > $2 ORDER BY m.account_id LIMIT $3":
      { account_id: string; address: string; labels: unknown };
    "SELECT c.cluster_id, (\n       SELECT jsonb_agg(DISTINCT label.value) FROM coin_cluster_member m, jsonb_array_elements(m.labels) AS label\n        WHERE m.cluster_id = c.cluster_id AND m.labels IS NOT NULL) AS labels\n       FROM (SELECT DISTINCT cluster_id FROM coin_cluster_member WHERE account_id = ANY ($1::bigint[])) AS c":
      { cluster_id: string; labels: unknown[] | null };
    "SELECT rule, labels_version, revision, through_position FROM coin_cluster_state WHERE ledger_id = $1":
      { rule: number | null; labels_version: string | null; revision: string | null; through_position: string };
    "SELECT mark FROM coin_cluster_state WHERE ledger_id = $1":
      { mark: string };
    "SELECT position, id FROM cluster_work WHERE (position, id) > ($1, $2) ORDER BY position, id LIMIT $3":
      { position: string; id: string };
    "SELECT position, id FROM coin_transactions WHERE ledger_id = $1 AND held AND position > $2\n      ORDER BY position LIMIT $3":
      { position: string; id: string };
    "SELECT max(t.position) AS position FROM coin_cluster_change c JOIN coin_transactions t ON t.id = c.subject_id\n      WHERE c.ledger_id = $1 AND c.kind = 'moved'":
      { position: string | null };
    "SELECT a.id AS account_id, a.address, m.cluster_id\n             FROM accounts a LEFT JOIN coin_cluster_member m ON m.account_id = a.id\n            WHERE a.ledger_id = $1 AND a.id = ANY ($2::bigint[])":
      { account_id: string; address: string; cluster_id: string | null };
    "SELECT id, size, entity, labels, is_refused, address_sum FROM coin_cluster WHERE id = ANY ($1::bigint[])":
      { id: string; size: string; entity: string | null; labels: unknown; is_refused: boolean; address_sum: string };
    "SELECT count(*) AS total FROM coin_cluster_refusal r JOIN ledgers l ON l.id = r.ledger_id\n      WHERE l.placement <> 'departed' AND ($1::text IS NULL OR l.network = $1)":
      { total: string };
    "SELECT l.network, l.ticker, t.transaction_id AS \"transactionId\", a.address, k.entity,\n            b.address AS \"otherAddress\", o.entity AS \"otherEntity\"\n       FROM coin_cluster_refusal r\n       JOIN ledgers l ON l.id = r.ledger_id\n       JOIN coin_transactions t ON t.id = r.transaction_id\n       JOIN accounts a ON a.ledger_id = r.ledger_id AND a.id = r.first_id\n       JOIN accounts b ON b.ledger_id = r.ledger_id AND b.id = r.other_id\n       LEFT JOIN coin_cluster_member m ON m.account_id = a.id\n       LEFT JOIN coin_cluster k ON k.id = m.cluster_id\n       LEFT JOIN coin_cluster_member n ON n.account_id = b.id\n       LEFT JOIN coin_cluster o ON o.id = n.cluster_id\n      WHERE l.placement <> 'departed' AND ($1::text IS NULL OR l.network = $1)\n      ORDER BY l.network COLLATE \"C\", l.ticker COLLATE \"C\", t.block, t.block_index, t.id, a.address COLLATE \"C\",\n               b.address COLLATE \"C\"\n     OFFSET $2 LIMIT $3":
      { network: string; ticker: string; transactionId: string; address: string; entity: string | null; otherAddress: string; otherEntity: string | null };
    "SELECT t.id, t.position, t.time, t.coinbase, t.signed_by_several, spent.inputs, made.outputs\n             FROM coin_transactions t \n  LEFT JOIN LATERAL (\n    SELECT json_agg(json_build_array(i.created_by, i.output_index, i.owner_id, i.amount::text, i.spent_by)\n                    ORDER BY i.input_index) AS inputs\n      FROM coin_outputs i WHERE i.spent_by = t.id) AS spent ON true\n  LEFT JOIN LATERAL (\n    SELECT json_agg(json_build_array(o.created_by, o.output_index, o.owner_id, o.amount::text, o.spent_by)\n                    ORDER BY o.output_index) AS outputs\n      FROM coin_outputs o WHERE o.created_by = t.id) AS made ON true\n            WHERE t.id = ANY ($1::bigint[]) AND t.held":
      { id: string; position: string | null; time: string | null; coinbase: boolean; signed_by_several: boolean; inputs: unknown[] | null; outputs: unknown[] | null };
    "SELECT t.id, t.position, t.time, t.coinbase, t.signed_by_several, spent.inputs, made.outputs\n             FROM (\n               SELECT id, position FROM (\n                 (SELECT created_by AS id, created_position AS position FROM coin_outputs\n                   WHERE owner_id = $1 AND created_position > $2\n                   GROUP BY created_by, created_position ORDER BY created_position LIMIT $3)\n                 UNION\n                 (SELECT spent_by, spent_position FROM coin_outputs\n                   WHERE owner_id = $1 AND spent_by IS NOT NULL AND spent_position > $2\n                   GROUP BY spent_by, spent_position ORDER BY spent_position LIMIT $3)\n               ) AS either ORDER BY position LIMIT $3\n             ) AS page\n             JOIN coin_transactions t ON t.id = page.id \n  LEFT JOIN LATERAL (\n    SELECT json_agg(json_build_array(i.created_by, i.output_index, i.owner_id, i.amount::text, i.spent_by)\n                    ORDER BY i.input_index) AS inputs\n      FROM coin_outputs i WHERE i.spent_by = t.id) AS spent ON true\n  LEFT JOIN LATERAL (\n    SELECT json_agg(json_build_array(o.created_by, o.output_index, o.owner_id, o.amount::text, o.spent_by)\n                    ORDER BY o.output_index) AS outputs\n      FROM coin_outputs o WHERE o.created_by = t.id) AS made ON true\n            ORDER BY page.position":
      { id: string; position: string | null; time: string | null; coinbase: boolean; signed_by_several: boolean; inputs: unknown[] | null; outputs: unknown[] | null };
    "SELECT id, transaction_id FROM coin_transactions WHERE id = ANY ($1::bigint[])":
      { id: string; transaction_id: string };
    "SELECT id, transaction_id, held FROM coin_transactions WHERE ledger_id = $1 AND transaction_id = ANY ($2::text[])":
      { id: string; transaction_id: string; held: boolean };
    "SELECT t.id, t.transaction_id, t.block, t.block_index, t.position,\n            (SELECT array_agg(DISTINCT p.id) FROM coin_outputs o\n               JOIN coin_transactions p ON p.id = o.created_by AND p.held AND p.block = t.block\n              WHERE o.spent_by = t.id) AS parents\n       FROM coin_transactions t\n      WHERE t.ledger_id = $1 AND t.held AND t.block = ANY ($2::bigint[])":
      { id: string; transaction_id: string; block: string; block_index: number | null; position: string | null; parents: string[] | null };
    "SELECT owner_id FROM coin_outputs WHERE created_by = ANY ($1::bigint[]) AND owner_id IS NOT NULL\n      UNION\n     SELECT owner_id FROM coin_outputs WHERE spent_by = ANY ($1::bigint[]) AND owner_id IS NOT NULL":
      { owner_id: string };
    "SELECT id FROM coin_transactions WHERE ledger_id = $1 AND held AND block >= $2":
      { id: string };
    "INSERT INTO evm_contracts (network, address) SELECT DISTINCT $1, * FROM unnest($2::text[])\n     ON CONFLICT DO NOTHING RETURNING address":
      { address: string };
    "SELECT address, rule, entity, category, source, confidence FROM method_2_label\n        WHERE network = $1 AND asset = $2 AND address COLLATE \"C\" > $3\n        ORDER BY address COLLATE \"C\" LIMIT 10000":
      { address: string; rule: 'deposit_address' | 'unlabelled_service'; entity: string; category: string; source: string; confidence: number };
    "SELECT basis FROM method_2_label_set WHERE network = $1 AND asset = $2":
      { basis: string };
    "SELECT network, asset AS ticker, rule, count(*) AS labels FROM method_2_label\n      GROUP BY network, asset, rule ORDER BY network COLLATE \"C\", asset COLLATE \"C\", rule COLLATE \"C\"":
      { network: string; ticker: string; rule: 'deposit_address' | 'unlabelled_service'; labels: string };
    "SELECT s.content_hash, c.clusters, c.mark, c.labels_version FROM method_2_label_set s\n       LEFT JOIN ledgers l ON l.network = s.network AND l.ticker = s.asset\n       LEFT JOIN coin_cluster_state c ON c.ledger_id = l.id\n      WHERE s.network = $1 AND s.asset = $2":
      { content_hash: string; clusters: string | null; mark: string | null; labels_version: string | null };
    "SELECT address, rule, entity, category, source, confidence FROM method_2_label\n            WHERE network = $1 AND asset = $2 AND address = ANY ($3::text[])":
      { address: string; rule: 'deposit_address' | 'unlabelled_service'; entity: string; category: string; source: string; confidence: number };
    "SELECT a.address, c.size, c.labels\n             FROM ledgers l JOIN accounts a ON a.ledger_id = l.id AND a.address = ANY ($3::text[])\n             JOIN coin_cluster_member m ON m.account_id = a.id\n             JOIN coin_cluster c ON c.id = m.cluster_id AND c.size > 1 AND c.labels IS NOT NULL\n            WHERE l.network = $1 AND l.ticker = $2\n              AND EXISTS (SELECT FROM method_2_label_set s WHERE s.network = $1 AND s.asset = $2)":
      { address: string; size: string; labels: unknown };
    "SELECT address FROM method_2_label WHERE network = $1 AND asset = $2 LIMIT $3":
      { address: string };
    "(SELECT position, transaction_id, time, from_id, to_id, amount FROM transfers\n             WHERE ledger_id = $1 AND to_id = $2 AND position > $3 ORDER BY position LIMIT $4)\n           UNION ALL\n           (SELECT position, transaction_id, time, from_id, to_id, amount FROM transfers\n             WHERE ledger_id = $1 AND from_id = $2 AND position > $3 ORDER BY position LIMIT $4)\n           ORDER BY position LIMIT $4":
      { position: string; transaction_id: string; time: string; from_id: string; to_id: string; amount: string };
    [text: `SELECT opening FROM ${string} WHERE ledger_id = $1 AND id = $2`]:
      { opening: string };
    "SELECT t.from_id FROM transfers t JOIN accounts r ON r.ledger_id = $1 AND r.id = t.to_id AND r.role <> 'fee'\n      WHERE t.ledger_id = $1 AND t.from_id = ANY ($2::bigint[])\n      GROUP BY t.from_id\n     HAVING count(*) >= $4 AND sum(t.amount) FILTER (WHERE t.to_id = ANY ($3::bigint[])) * 100 >= sum(t.amount) * $5\n      ORDER BY t.from_id":
      { from_id: string };
    "SELECT m.account_id, c.size, c.labels FROM coin_cluster_member m JOIN coin_cluster c ON c.id = m.cluster_id\n      WHERE m.account_id = ANY ($1::bigint[]) AND c.size > 1 AND c.labels IS NOT NULL":
      { account_id: string; size: string; labels: unknown };
    "SELECT id, address, role FROM accounts WHERE ledger_id = $1 AND id > $2 ORDER BY id LIMIT $3":
      { id: string; address: string; role: 'account' | 'fee' | 'issuer' };
    "SELECT id, address, role FROM accounts WHERE ledger_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id":
      { id: string; address: string; role: 'account' | 'fee' | 'issuer' };
    "SELECT id FROM accounts WHERE ledger_id = $1 AND address = ANY ($2::text[]) ORDER BY id":
      { id: string };
    "SELECT DISTINCT from_id FROM transfers WHERE ledger_id = $2 AND to_id = ANY ($1::bigint[]) \n      ORDER BY from_id":
      { from_id: string };
    "SELECT DISTINCT from_id FROM transfers WHERE ledger_id = $2 AND to_id = ANY ($1::bigint[]) AND from_id = ANY ($3::bigint[])\n      ORDER BY from_id":
      { from_id: string };
    "SELECT DISTINCT to_id FROM transfers WHERE ledger_id = $2 AND from_id = ANY ($1::bigint[]) ORDER BY to_id":
      { to_id: string };
    "SELECT position, from_id, to_id, amount, time FROM transfers\n      WHERE ledger_id = $2 AND from_id = ANY ($1::bigint[]) ORDER BY from_id, position":
      { position: string; from_id: string; to_id: string; amount: string; time: string };
    "SELECT a.id, met.counterparties FROM accounts a\n      CROSS JOIN LATERAL (\n        SELECT count(*) AS counterparties FROM (\n          SELECT t.to_id FROM transfers t\n            JOIN accounts r ON r.ledger_id = $1 AND r.id = t.to_id AND r.role <> 'fee'\n           WHERE t.ledger_id = $1 AND t.from_id = a.id\n           UNION SELECT from_id FROM transfers WHERE ledger_id = $1 AND to_id = a.id) AS other) AS met\n      WHERE a.ledger_id = $1 AND a.role = 'account' AND a.inflows + a.outflows > $2 AND met.counterparties > $2\n            \n      ORDER BY a.id":
      { id: string; counterparties: string };
    "SELECT a.id, met.counterparties FROM accounts a\n      CROSS JOIN LATERAL (\n        SELECT count(*) AS counterparties FROM (\n          SELECT t.to_id FROM transfers t\n            JOIN accounts r ON r.ledger_id = $1 AND r.id = t.to_id AND r.role <> 'fee'\n           WHERE t.ledger_id = $1 AND t.from_id = a.id\n           UNION SELECT from_id FROM transfers WHERE ledger_id = $1 AND to_id = a.id) AS other) AS met\n      WHERE a.ledger_id = $1 AND a.role = 'account' AND a.inflows + a.outflows > $2 AND met.counterparties > $2\n            AND a.id = ANY ($3::bigint[])\n      ORDER BY a.id":
      { id: string; counterparties: string };
    "SELECT a.id FROM evm_contracts c JOIN accounts a ON a.ledger_id = $2 AND a.address = c.address\n      WHERE c.network = $1 AND a.inflows + a.outflows > 0\n             ORDER BY a.id":
      { id: string };
    "SELECT a.id FROM evm_contracts c JOIN accounts a ON a.ledger_id = $2 AND a.address = c.address\n      WHERE c.network = $1 AND a.inflows + a.outflows > 0\n            AND a.id = ANY ($3::bigint[]) ORDER BY a.id":
      { id: string };
    "SELECT count(*) AS contracts FROM evm_contracts WHERE network = $1":
      { contracts: string };
    "SELECT count(*) AS contracts FROM evm_contracts":
      { contracts: string };
    "SELECT DISTINCT i.owner_id FROM coin_outputs o JOIN coin_outputs i ON i.spent_by = o.created_by\n      WHERE o.owner_id = ANY ($1::bigint[]) AND i.owner_id IS NOT NULL ORDER BY i.owner_id":
      { owner_id: string };
    "WITH member AS (\n       SELECT o.created_by AS id, o.owner_id FROM coin_outputs o JOIN coin_transactions t ON t.id = o.created_by\n        WHERE t.ledger_id = $1 AND t.held AND o.owner_id IS NOT NULL\n        UNION\n       SELECT o.spent_by, o.owner_id FROM coin_outputs o JOIN coin_transactions t ON t.id = o.spent_by\n        WHERE t.ledger_id = $1 AND o.owner_id IS NOT NULL\n     ), size AS (SELECT id, count(*) - 1 AS others FROM member GROUP BY id)\n     SELECT m.owner_id FROM member m JOIN size s USING (id)\n      GROUP BY m.owner_id HAVING sum(s.others) > $2 ORDER BY m.owner_id":
      { owner_id: string };
    "SELECT t.id FROM coin_transactions t WHERE t.held AND t.id IN (\n       SELECT created_by FROM coin_outputs WHERE owner_id = ANY ($1::bigint[])\n        UNION SELECT spent_by FROM coin_outputs WHERE owner_id = ANY ($1::bigint[]) AND spent_by IS NOT NULL)\n      ORDER BY t.position":
      { id: string };
    "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes\n       FROM ledgers l\n       JOIN pg_class c ON c.relname ~ ('_' || l.id || '$') AND c.relkind = 'r' AND c.relispartition\n      WHERE l.network = $1 AND l.ticker = $2":
      { bytes: number };
    [text: `WITH repeated AS (\n       DELETE FROM ${string} WHERE coinbase AND number IN (\n         SELECT number FROM (SELECT number, row_number() OVER (PARTITION BY transaction_id ORDER BY number) AS nth\n                               FROM ${string} WHERE coinbase) AS n WHERE nth > 1)\n       RETURNING number, block\n     ), dropped AS (\n       DELETE FROM ${string} o USING repeated r WHERE o.number = r.number\n     )\n     SELECT block FROM repeated`]:
      { block: string };
    [text: `SELECT height, hash, transactions FROM ${string}`]:
      { height: string; hash: string; transactions: string };
    [text: `SELECT count(*) AS unstaged FROM coin_transactions t\n      WHERE t.ledger_id = $1 AND t.held\n        AND NOT EXISTS (SELECT FROM ${string} s WHERE s.transaction_id = t.transaction_id AND s.block = t.block)`]:
      { unstaged: string };
    [text: `WITH now AS (SELECT nextval(pg_get_serial_sequence('coin_transactions', 'id')) AS first)\n     SELECT first AS before, setval(pg_get_serial_sequence('coin_transactions', 'id'),\n                                    first + (SELECT coalesce(max(number), 0) FROM ${string})) FROM now`]:
      { before: string | null; setval: string | null };
    "SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition, k.contype AS constraint,\n            i.indisreplident AS is_identity\n       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid\n       LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype IN ('p', 'u') AND k.conrelid = i.indrelid\n      WHERE i.indrelid = to_regclass($1) ORDER BY c.relname":
      { name: string; definition: string | null; constraint: string | null; is_identity: boolean };
    "SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint\n      WHERE conrelid = to_regclass($1) AND contype = 'f'":
      { name: string; definition: string | null };
    "SELECT attname AS name, pg_get_serial_sequence($1, attname) AS sequence FROM pg_attribute\n      WHERE attrelid = to_regclass($1) AND attidentity <> '' AND NOT attisdropped":
      { name: string; sequence: string | null };
    "SELECT nextval($1) AS next":
      { next: string | null };
    "SELECT id, format, state, counts FROM transfer_imports WHERE fingerprint = $1":
      { id: string; format: string; state: 'reading' | 'appending' | 'done'; counts: unknown };
    "SELECT id, format, state, counts FROM transfer_imports WHERE state <> 'done' ORDER BY id":
      { id: string; format: string; state: 'reading' | 'appending' | 'done'; counts: unknown };
    "SELECT pg_try_advisory_lock(hashtext('assay transfer import'), $1) AS claimed":
      { claimed: boolean | null };
    "SELECT pg_advisory_unlock(hashtext('assay transfer import'), $1)":
      { pg_advisory_unlock: boolean | null };
    "INSERT INTO transfer_import_files (import_id, sha256, name) VALUES ($1, $2, $3)\n     ON CONFLICT (import_id, sha256) DO UPDATE SET name = excluded.name RETURNING rows_read, rows_digest, done":
      { rows_read: string; rows_digest: string; done: boolean };
    "SELECT f.name AS file_name, r.row_number, r.reason, r.content\n       FROM transfer_import_rejects r JOIN transfer_import_files f USING (import_id, sha256)\n      WHERE r.import_id = $1 ORDER BY f.name, r.sha256, r.row_number OFFSET $2 LIMIT $3":
      { file_name: string; row_number: string; reason: string; content: string };
    "WITH gone AS (DELETE FROM evm_transactions WHERE import_id = $1 AND dirty RETURNING network)\n     SELECT DISTINCT network FROM gone ORDER BY network":
      { network: string };
    "SELECT id FROM transfer_imports WHERE state <> 'reading' ORDER BY id":
      { id: string };
    "SELECT count(*) FROM staged_transfers WHERE network = $1 AND ticker = $2 AND time IS NOT NULL AND import_id = ANY ($3::bigint[])\n  AND ($4::bigint IS NULL OR time <= $4)":
      { count: string };
    "SELECT count(*) AS all, count(*) FILTER (WHERE import_id = $5) AS own FROM staged_transfers WHERE network = $1 AND ticker = $2 AND time IS NOT NULL AND import_id = ANY ($3::bigint[])\n  AND ($4::bigint IS NULL OR time <= $4)":
      { all: string; own: string };
    "SELECT min(time) AS first, max(time) AS last, count(*) AS count\n       FROM (SELECT time FROM staged_transfers WHERE network = $1 AND ticker = $2 AND time IS NOT NULL AND import_id = ANY ($3::bigint[])\n  AND ($4::bigint IS NULL OR time <= $4) ORDER BY time LIMIT $5) AS page":
      { first: string | null; last: string | null; count: string };
    "DELETE FROM staged_transfers WHERE network = $1 AND ticker = $2 AND time IS NOT NULL AND import_id = ANY ($3::bigint[])\n  AND ($4::bigint IS NULL OR time <= $4)\n     RETURNING id, time, block, transaction_index, transaction_id, kind, record_index, ordinal, from_address,\n               to_address, amount":
      { id: string; time: string; block: string; transaction_index: number | null; transaction_id: string; kind: number; record_index: number | null; ordinal: number; from_address: string; to_address: string; amount: string };
    "SELECT pg_advisory_xact_lock(hashtextextended('assay staged transfers', 0))":
      { pg_advisory_xact_lock: string | null };
    "SELECT network, ticker FROM staged_transfers WHERE time IS NOT NULL AND import_id IN (SELECT id FROM transfer_imports WHERE state <> 'reading')\n      GROUP BY network, ticker\n      UNION SELECT network, ticker FROM staged_openings WHERE import_id IN (SELECT id FROM transfer_imports WHERE state <> 'reading') ORDER BY network, ticker":
      { network: string; ticker: string };
    "SELECT DISTINCT network FROM staged_coin_transactions WHERE import_id IN (SELECT id FROM transfer_imports WHERE state <> 'reading') ORDER BY network":
      { network: string };
    "SELECT DISTINCT network FROM evm_transactions WHERE dirty AND import_id IN (SELECT id FROM transfer_imports WHERE state <> 'reading') ORDER BY network":
      { network: string };
    "DELETE FROM staged_openings WHERE network = $1 AND ticker = $2 AND import_id IN (SELECT id FROM transfer_imports WHERE state <> 'reading')\n     RETURNING import_id, address, amount":
      { import_id: string; address: string; amount: string };
    "DELETE FROM staged_coin_transactions WHERE id IN (\n       SELECT id FROM staged_coin_transactions WHERE network = $1 AND import_id IN (SELECT id FROM transfer_imports WHERE state <> 'reading')\n        ORDER BY block, block_index, id LIMIT $2)\n     RETURNING body":
      { body: unknown };
    "UPDATE evm_transactions t SET dirty = false\n       FROM (SELECT e.hash, b.time FROM evm_transactions e\n               JOIN evm_blocks b ON b.network = e.network AND b.number = e.block\n              WHERE e.network = $1 AND e.dirty AND e.from_address IS NOT NULL AND e.import_id IN (SELECT id FROM transfer_imports WHERE state <> 'reading')\n              ORDER BY e.block, e.transaction_index LIMIT $2) AS page\n      WHERE t.network = $1 AND t.hash = page.hash\n      RETURNING t.hash, t.block, t.transaction_index, page.time, t.from_address, t.to_address, t.contract_address,\n                t.value, t.gas_used * coalesce(t.effective_gas_price, t.gas_price) AS fee, t.status":
      { hash: string; block: string; transaction_index: number; time: string; from_address: string | null; to_address: string | null; contract_address: string | null; value: string | null; fee: string | null; status: number | null };
    "SELECT (SELECT count(*) FROM staged_transfers WHERE time IS NULL AND import_id IN (SELECT id FROM transfer_imports WHERE state <> 'reading'))\n          + (SELECT count(*) FROM evm_transactions WHERE dirty AND import_id IN (SELECT id FROM transfer_imports WHERE state <> 'reading')) AS waiting":
      { waiting: string };
    [text: `SELECT max(id) AS id FROM ${string} WHERE ledger_id = $1`]:
      { id: string | null };
    [text: `SELECT id, address FROM ${string}\n                WHERE ledger_id = $1 AND address = ANY ($2::text[])`]:
      { id: string; address: string };
    [text: `SELECT id, address FROM ${string}\n              WHERE ledger_id = $1 AND id > $2 ORDER BY id LIMIT $3`]:
      { id: string; address: string };
    "SELECT relispartition AS attached FROM pg_class WHERE oid = to_regclass($1)":
      { attached: boolean };
    "SELECT coalesce(sum(greatest(reltuples, 0)), 0)::float8 AS rows FROM pg_class WHERE oid IN (to_regclass($1), to_regclass($2))":
      { rows: number };
    "SELECT (SELECT inhdetachpending FROM pg_inherits WHERE inhrelid = c.oid) AS pending\n       FROM pg_class c WHERE c.oid = to_regclass($1)":
      { pending: boolean | null };
    "\n  SELECT id, network, ticker, from_beginning, revision, (SELECT change_id FROM ledger_changes WHERE ledger_id = l.id AND revision = l.revision) AS last_change, records FROM ledgers l WHERE network = $1 AND ticker = $2":
      { id: number; network: string; ticker: string; from_beginning: boolean; revision: string; last_change: string | null; records: string };
    "\n  SELECT id, network, ticker, from_beginning, revision, (SELECT change_id FROM ledger_changes WHERE ledger_id = l.id AND revision = l.revision) AS last_change, records FROM ledgers l ORDER BY network, ticker":
      { id: number; network: string; ticker: string; from_beginning: boolean; revision: string; last_change: string | null; records: string };
    "SELECT pg_advisory_xact_lock(hashtext('assay transfers'), $1)":
      { pg_advisory_xact_lock: string | null };
    "SELECT change_id FROM ledger_changes WHERE ledger_id = $1 AND revision = $2":
      { change_id: string | null };
    "SELECT count(*) AS changes, min(from_position) AS position FROM ledger_changes\n      WHERE ledger_id = $1 AND revision > $2 AND revision <= $3":
      { changes: string; position: string | null };
    "SELECT DISTINCT second FROM ledger_changes, unnest(late_seconds) AS second\n      WHERE ledger_id = $1 AND revision > $2 AND revision <= $3 AND second < $4 ORDER BY second LIMIT $5":
      { second: string };
    "SELECT (SELECT system_identifier FROM pg_control_system()) || ' ' || d.oid || ' ' || to_regclass($1)::oid AS identity\n       FROM pg_database d WHERE d.datname = current_database()":
      { identity: string | null };
    [text: `SELECT (SELECT address FROM ${string} WHERE ledger_id = $1 AND id = t.from_id) AS from,\n              (SELECT address FROM ${string} WHERE ledger_id = $1 AND id = t.to_id) AS to,\n              t.amount, t.time, t.block, t.transaction_id\n         FROM unnest($2::bigint[], $3::bigint[]) AS s (first, after)\n        CROSS JOIN LATERAL (SELECT * FROM ${string}\n                             WHERE ledger_id = $1 AND position >= s.first AND position < s.after\n                             ORDER BY ledger_id, position OFFSET 0) t\n        ORDER BY t.position`]:
      { from: string | null; to: string | null; amount: string; time: string; block: string; transaction_id: string };
    "SELECT count(*) AS accounts, max(id) AS last FROM accounts WHERE ledger_id = $1 GROUP BY id / $2::bigint":
      { accounts: string; last: string };
    "SELECT a.address, a.opening, a.inflows + a.outflows AS records,\n            EXISTS (SELECT FROM transfers t\n                     WHERE t.ledger_id = a.ledger_id AND t.to_id = a.id AND t.amount = a.opening) AS same\n       FROM accounts a WHERE a.ledger_id = $1 AND a.opening_known AND a.role = 'account' AND a.opening > 0\n      ORDER BY a.address":
      { address: string; opening: string; records: number; same: boolean };
    "\n  SELECT l.id, l.network, l.ticker, l.from_beginning, l.records, l.addresses, l.revision, (SELECT change_id FROM ledger_changes WHERE ledger_id = l.id AND revision = l.revision) AS last_change,\n         first.time AS first_time, last.time AS last_time, last.block AS tip_block,\n         EXISTS (SELECT FROM accounts WHERE ledger_id = l.id AND opening_unread) AS has_unread_openings\n    FROM ledgers l\n   CROSS JOIN LATERAL (\n     (SELECT time FROM transfers WHERE ledger_id = l.id ORDER BY position LIMIT 1)\n     UNION ALL\n     (SELECT time FROM coin_transactions WHERE ledger_id = l.id AND held ORDER BY position LIMIT 1)) AS first\n   CROSS JOIN LATERAL (\n     (SELECT time, block FROM transfers WHERE ledger_id = l.id ORDER BY position DESC LIMIT 1)\n     UNION ALL\n     (SELECT time, block FROM coin_transactions WHERE ledger_id = l.id AND held\n       ORDER BY position DESC LIMIT 1)) AS last ORDER BY l.network, l.ticker":
      { id: number; network: string; ticker: string; from_beginning: boolean; records: string; addresses: string; revision: string; last_change: string | null; first_time: string | null; last_time: string | null; tip_block: string | null; has_unread_openings: boolean };
    "\n  SELECT l.id, l.network, l.ticker, l.from_beginning, l.records, l.addresses, l.revision, (SELECT change_id FROM ledger_changes WHERE ledger_id = l.id AND revision = l.revision) AS last_change,\n         first.time AS first_time, last.time AS last_time, last.block AS tip_block,\n         EXISTS (SELECT FROM accounts WHERE ledger_id = l.id AND opening_unread) AS has_unread_openings\n    FROM ledgers l\n   CROSS JOIN LATERAL (\n     (SELECT time FROM transfers WHERE ledger_id = l.id ORDER BY position LIMIT 1)\n     UNION ALL\n     (SELECT time FROM coin_transactions WHERE ledger_id = l.id AND held ORDER BY position LIMIT 1)) AS first\n   CROSS JOIN LATERAL (\n     (SELECT time, block FROM transfers WHERE ledger_id = l.id ORDER BY position DESC LIMIT 1)\n     UNION ALL\n     (SELECT time, block FROM coin_transactions WHERE ledger_id = l.id AND held\n       ORDER BY position DESC LIMIT 1)) AS last WHERE l.network = $1 AND l.ticker = $2":
      { id: number; network: string; ticker: string; from_beginning: boolean; records: string; addresses: string; revision: string; last_change: string | null; first_time: string | null; last_time: string | null; tip_block: string | null; has_unread_openings: boolean };
    "SELECT t.position, t.time, t.block\n       FROM ledgers l JOIN transfers t ON t.ledger_id = l.id\n      WHERE l.network = $1 AND l.ticker = $2\n      ORDER BY t.position OFFSET $3 LIMIT 1":
      { position: string; time: string; block: string };
    "SELECT a.address, l.network, l.ticker\n             FROM ledgers l JOIN accounts a ON a.ledger_id = l.id AND a.address = ANY ($1::text[])\n            WHERE a.role = 'account' AND a.first_time IS NOT NULL\n            ORDER BY a.address, l.network, l.ticker":
      { address: string; network: string; ticker: string };
    "SELECT address, balance FROM accounts WHERE ledger_id = $1 AND address = ANY ($2)":
      { address: string; balance: string };
    [text: `SELECT t.transaction_id, t.position, t.time, t.block, t.kind, t.amount,\n            f.address AS from_address, r.address AS to_address\n       FROM ${string} t\n       JOIN ${string} f ON f.ledger_id = $2 AND f.id = t.from_id\n       JOIN ${string} r ON r.ledger_id = $2 AND r.id = t.to_id\n      WHERE hashtextextended(t.transaction_id, 0) = ANY (ARRAY(SELECT hashtextextended(id, 0) FROM unnest($1::text[]) AS id)) AND t.transaction_id = ANY ($1)\n      ORDER BY t.position`]:
      { transaction_id: string; position: string; time: string; block: string; kind: number; amount: string; from_address: string; to_address: string };
    "SELECT id, transaction_id, block FROM coin_transactions\n        WHERE ledger_id = $1 AND transaction_id = ANY ($2::text[]) AND held ORDER BY position LIMIT 1":
      { id: string; transaction_id: string; block: string | null };
    "SELECT id, address FROM accounts WHERE ledger_id = $1 AND id = ANY ($2::bigint[])":
      { id: string; address: string };
    "SELECT network, ticker\n       FROM (SELECT DISTINCT l.network, l.ticker\n               FROM ledgers l JOIN transfers t ON t.ledger_id = l.id\n              WHERE l.network = ANY ($2) AND hashtextextended(t.transaction_id, 0) = ANY (ARRAY(SELECT hashtextextended(id, 0) FROM unnest($1::text[]) AS id))\n                AND t.transaction_id = ANY ($1)\n              UNION\n             SELECT l.network, l.ticker\n               FROM ledgers l JOIN coin_transactions c ON c.ledger_id = l.id AND c.transaction_id = ANY ($1) AND c.held\n              WHERE l.network = ANY ($2)\n              UNION\n             SELECT network, NULL FROM evm_transactions WHERE network = ANY ($2) AND hash = ANY ($1) AND status = 0\n            ) known\n      ORDER BY network, ticker":
      { network: string; ticker: string | null };
    "\n  SELECT t.transaction_id, paid.amount, t.time\n    FROM (SELECT DISTINCT spent_by, spent_position FROM coin_outputs\n           WHERE owner_id = (SELECT id FROM accounts WHERE ledger_id = $1 AND address = $2) AND spent_by IS NOT NULL\n           ORDER BY spent_position DESC LIMIT $5) AS spent\n    JOIN coin_transactions t ON t.id = spent.spent_by AND t.held\n   CROSS JOIN LATERAL (\n         SELECT sum(o.amount) AS amount FROM coin_outputs o\n          WHERE o.created_by = t.id\n            AND o.owner_id = (SELECT id FROM accounts WHERE ledger_id = $1 AND address = $3)) AS paid\n   WHERE paid.amount IS NOT NULL ORDER BY spent.spent_position DESC LIMIT $4":
      { transaction_id: string; amount: string; time: string | null };
    "SELECT sender, first_time FROM zero_amounts WHERE network = $1 AND ticker = $2 AND receiver = $3\n      ORDER BY sender COLLATE \"C\"":
      { sender: string; first_time: string };
  }
}

export {};
