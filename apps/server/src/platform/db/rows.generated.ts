// Made by `npm run rows` of the migrated database: the row of each statement of this module. Not edited by hand.

declare module './rows.ts' {
  interface Rows {
    "SELECT e.chain, e.seq, e.at, e.action, e.target_kind AS target, a.content AS origin,\n                CASE WHEN e.chain = $1 THEN t.content END AS text\n           FROM (SELECT chain, seq FROM audit_personal WHERE subject = $1 AND part = 'actor'\n                 UNION SELECT chain, seq FROM audit_entries WHERE chain = $1) AS own\n           JOIN audit_entries e USING (chain, seq)\n           LEFT JOIN audit_personal a ON a.chain = e.chain AND a.seq = e.seq AND a.part = 'actor' AND a.subject = $1\n           LEFT JOIN audit_personal t ON t.chain = e.chain AND t.seq = e.seq AND t.part = 'text'\n          WHERE (e.chain, e.seq) > ($2, $3) ORDER BY e.chain, e.seq LIMIT $4":
      { chain: string; seq: string; at: Date; action: string; target: string | null; origin: string | null; text: string | null };
    "SELECT * FROM audit_lock($1)":
      { end_seq: string | null; end_hash: Buffer | null; next_at: Date | null };
    "SELECT audit_put($1, $2)":
      { audit_put: string | null };
    "SELECT name FROM api_keys WHERE id = $1":
      { name: string };
    "SELECT email FROM users WHERE sub = $1":
      { email: string };
    "SELECT number, at, body, key_id AS \"keyId\", signature FROM audit_checkpoints ORDER BY number DESC LIMIT 1":
      { number: number; at: Date; body: string; keyId: string; signature: Buffer };
    "SELECT number, at, body, key_id AS \"keyId\", signature FROM audit_checkpoints ORDER BY number":
      { number: number; at: Date; body: string; keyId: string; signature: Buffer };
    "SELECT chain, seq, hash FROM audit_checkpoint_heads WHERE checkpoint = $1":
      { chain: string; seq: string; hash: Buffer };
    "SELECT c.chain, c.last_seq AS seq, c.last_hash AS hash\n       FROM audit_chains c\n       LEFT JOIN LATERAL (SELECT seq FROM audit_checkpoint_heads h WHERE h.chain = c.chain\n                           ORDER BY checkpoint DESC LIMIT 1) AS l ON true\n      WHERE c.last_seq > coalesce(l.seq, 0)":
      { chain: string; seq: string; hash: Buffer };
    "SELECT DISTINCT chain COLLATE \"C\" AS chain FROM audit_personal\n      WHERE subject = $1 OR chain = $1 OR mails @> ARRAY[$2] ORDER BY 1":
      { chain: string };
    "SELECT DISTINCT chain COLLATE \"C\" AS chain FROM (\n       SELECT p.chain FROM audit_personal p JOIN audit_entries e USING (chain, seq)\n        WHERE e.at < $1 AND NOT EXISTS (SELECT FROM held_workspaces h WHERE h.workspace IN (p.chain, p.subject)) LIMIT $2) AS old\n      ORDER BY 1 LIMIT 100":
      { chain: string };
    [text: `SELECT e.seq, e.at, e.action, e.actor_kind AS "actorKind", e.actor_id AS "actorId",\n            e.target_kind AS "targetKind", g.content AS "targetId", a.content AS "actorContent", t.content AS text, e.hash\n       FROM audit_entries e\n       LEFT JOIN audit_personal a ON a.chain = e.chain AND a.seq = e.seq AND a.part = 'actor'\n       LEFT JOIN audit_personal g ON g.chain = e.chain AND g.seq = e.seq AND g.part = 'target'\n       LEFT JOIN audit_personal t ON t.chain = e.chain AND t.seq = e.seq AND t.part = 'text'\n      WHERE ${string} ORDER BY e.seq DESC LIMIT $3`]:
      { seq: string; at: Date; action: string; actorKind: string; actorId: string | null; targetKind: string | null; targetId: string | null; actorContent: string | null; text: string | null; hash: Buffer };
    "SELECT e.chain, e.seq, e.at, e.actor_kind AS \"actorKind\", e.actor_id AS \"actorId\", e.action,\n              e.target_kind AS \"targetKind\", e.erased,\n              e.actor_digest AS \"actorDigest\", e.target_digest AS \"targetDigest\", e.text_digest AS \"textDigest\", e.hash, h.hash AS \"checkpointHash\",\n              a.salt AS \"actorSalt\", a.content AS \"actorContent\",\n              g.salt AS \"targetSalt\", g.content AS \"targetContent\", t.salt AS \"textSalt\", t.content AS \"textContent\"\n         FROM (SELECT * FROM audit_entries WHERE (chain, seq) > ($1, $2) ORDER BY chain, seq LIMIT $3) AS e\n         LEFT JOIN audit_personal a ON a.chain = e.chain AND a.seq = e.seq AND a.part = 'actor'\n         LEFT JOIN audit_personal g ON g.chain = e.chain AND g.seq = e.seq AND g.part = 'target'\n         LEFT JOIN audit_personal t ON t.chain = e.chain AND t.seq = e.seq AND t.part = 'text'\n         LEFT JOIN audit_checkpoint_heads h ON h.chain = e.chain AND h.seq = e.seq\n        ORDER BY e.chain, e.seq":
      { chain: string; seq: string; at: Date; actorKind: string; actorId: string | null; action: string; targetKind: string | null; erased: number; actorDigest: Buffer | null; targetDigest: Buffer | null; textDigest: Buffer | null; hash: Buffer; checkpointHash: Buffer | null; actorSalt: Buffer | null; actorContent: string | null; targetSalt: Buffer | null; targetContent: string | null; textSalt: Buffer | null; textContent: string | null };
    "SELECT c.chain, c.last_seq AS number,\n            'the chain ends at another entry: the last ones are missing, or its end was changed' AS fault\n       FROM audit_chains c\n       LEFT JOIN LATERAL (SELECT seq, hash FROM audit_entries e WHERE e.chain = c.chain ORDER BY seq DESC LIMIT 1) AS l ON true\n      WHERE (c.last_seq, c.last_hash) IS DISTINCT FROM\n            (coalesce(l.seq, 0), coalesce(l.hash, decode(repeat('00', 32), 'hex')))\n     UNION ALL\n     SELECT e.chain, NULL, 'the chain has entries and no end'\n       FROM (SELECT DISTINCT chain FROM audit_entries) AS e WHERE NOT EXISTS (SELECT FROM audit_chains c WHERE c.chain = e.chain)\n     UNION ALL\n     SELECT h.chain, h.seq, 'it is missing, and checkpoint ' || h.checkpoint || ' states it'\n       FROM audit_checkpoint_heads h\n      WHERE NOT EXISTS (SELECT FROM audit_entries e WHERE e.chain = h.chain AND e.seq = h.seq)\n     UNION ALL\n     SELECT p.chain, p.seq, 'personal data of an entry that does not exist'\n       FROM audit_personal p\n      WHERE NOT EXISTS (SELECT FROM audit_entries e WHERE e.chain = p.chain AND e.seq = p.seq)\n     ORDER BY 1, 2":
      { chain: string; number: string | null; fault: string };
    "SELECT count(*)::integer AS chains FROM audit_chains":
      { chains: number };
    "SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass($1)":
      { is_valid: boolean };
    "SELECT pg_try_advisory_lock($1) AS taken":
      { taken: boolean | null };
    "SELECT to_regclass('public.schema_migration') IS NOT NULL AS found":
      { found: boolean };
    "SELECT name FROM schema_migration ORDER BY name":
      { name: string };
    "SELECT pg_advisory_unlock_shared($1, $2)":
      { pg_advisory_unlock_shared: boolean | null };
    "SELECT pg_try_advisory_lock($1, $2) AS held":
      { held: boolean | null };
    "SELECT pg_try_advisory_lock_shared($1, $2) AS held":
      { held: boolean | null };
    "SELECT pg_advisory_lock($1, $2)":
      { pg_advisory_lock: string | null };
    "SELECT r.oid IS NOT NULL AS exists, m.member IS NOT NULL AS granted\n       FROM (SELECT) one LEFT JOIN pg_roles r ON r.rolname = $1\n       LEFT JOIN pg_auth_members m ON m.roleid = r.oid AND m.member = $2::regrole":
      { exists: boolean; granted: boolean };
    "SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1":
      { owner: string | null };
    "SELECT pg_is_in_recovery() AS standby":
      { standby: boolean };
    "SELECT current_user AS name, coalesce(pg_has_role(current_user, r.oid, 'MEMBER'), false) AS may,\n            coalesce(r.rolsuper OR r.rolbypassrls, false) AS bypasses\n       FROM (SELECT) one LEFT JOIN pg_roles r ON r.rolname = $1":
      { name: string; may: boolean; bypasses: boolean };
    "SELECT pg_postmaster_start_time()::text AS server":
      { server: string };
    "SELECT pg_export_snapshot() AS name, pg_postmaster_start_time()::text AS server":
      { name: string; server: string };
    "SELECT set_config('statement_timeout', $1, true)":
      { set_config: string | null };
    "\n  INSERT INTO rate_count AS c (key, hits, ends_at)\n  SELECT decode(id, 'hex'), hits, now() + window_ms * interval '1 millisecond'\n    FROM unnest($1::text[], $2::bigint[], $3::float8[]) AS new (id, hits, window_ms)\n  ON CONFLICT (key) DO UPDATE SET\n    hits = excluded.hits + CASE WHEN c.ends_at > now() THEN c.hits ELSE 0 END,\n    ends_at = CASE WHEN c.ends_at > now() THEN c.ends_at ELSE excluded.ends_at END\n  RETURNING encode(key, 'hex') AS id, hits, (extract(epoch FROM ends_at - now()) * 1000)::float8 AS reset_ms":
      { id: string; hits: string; reset_ms: number };
  }
}

export {};
