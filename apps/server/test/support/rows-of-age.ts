/** One row of a table with data of people or of what they check, as old as is asked. */
export interface RowOfAge {
  /** Inserts row `n` of that time, an SQL literal. */
  readonly insert: (n: number, at: string) => string;
  /** What a job looks at, and where: by default the table itself. */
  readonly age: string;
  readonly from?: string;
}

/** The account that the rows are of: insert it first. */
export const WHOSE = 'a'.repeat(32);
export const ACCOUNT = `
  INSERT INTO users (sub, email, mailbox_key) VALUES ('${WHOSE}', 'a@firm.example', 'a@firm.example');
  INSERT INTO api_keys (id, workspace, name, secret_hash, hint, scopes, address_ranges, api_version, created_at, mode)
  VALUES ('key_0000000000000000', '${WHOSE}', 'a', sha256('a'), 'a', '{checks:write}', '{}', '1', now(), 'live');
  INSERT INTO bot_accounts (telegram_id, sub, joined_sub, joined_at, created_at)
  VALUES (1, repeat('b', 32), '${WHOSE}', now(), now());
  INSERT INTO audit_chains (chain) VALUES ('${WHOSE}')`;

/** A hold on it. */
export const HELD = `
  INSERT INTO legal_holds (id, workspace, kind, placed_by, reason, placed_at, until)
  VALUES ('hold_000000000000', '${WHOSE}', 'person', 'a court', 'a', now() - interval '1 s', now() + interval '1 day')`;

const id = (n: number) => `repeat('${n}', 32)`;
const long = (prefix: string, n: number) => `'${prefix}_${String(n).repeat(20)}'`;

/** By table. */
export const ROWS_OF_AGE: Readonly<Record<string, RowOfAge>> = {
  magic_links: {
    age: 'created_at',
    insert: (
      n,
      at,
    ) => `INSERT INTO magic_links (id, token_hash, email, mailbox_key, accepts_terms, asked_device, created_at, expires_at)
      VALUES (${id(n)}, 'a', 'a', 'a', true, 'a', ${at}, ${at})`,
  },
  sessions: {
    age: 'expires_at',
    insert: (
      n,
      at,
    ) => `INSERT INTO sessions (id, sub, refresh_hash, rotated_at, device, created_at, last_seen_at, expires_at, methods)
      VALUES (${id(n)}, '${WHOSE}', sha256('${n}'), ${at}, 'a', ${at}, ${at}, ${at}, '{link}')`,
  },
  pending_sign_ins: {
    age: 'expires_at',
    insert: (
      n,
      at,
    ) => `INSERT INTO pending_sign_ins (id, sub, token_hash, method, device, same_browser, created_at, expires_at)
      VALUES (${id(n)}, '${WHOSE}', 'a', 'link', 'a', true, ${at}, ${at})`,
  },
  factor_challenges: {
    age: 'expires_at',
    insert: (n, at) => `INSERT INTO factor_challenges (id, purpose, challenge, created_at, expires_at)
      VALUES (${id(n)}, 'sign_in', 'a', ${at}, ${at})`,
  },
  factor_failures: {
    age: 'failed_at',
    insert: (_n, at) => `INSERT INTO factor_failures VALUES ('${WHOSE}', ${at})`,
  },
  account_notices: {
    age: 'at',
    insert: (n, at) =>
      `INSERT INTO account_notices (id, sub, kind, at) VALUES (${id(n)}, '${WHOSE}', 'new_device', ${at})`,
  },
  known_browsers: {
    age: 'last_seen_at',
    insert: (n, at) => `INSERT INTO known_browsers VALUES ('${WHOSE}', sha256('${n}'), ${at})`,
  },
  recoveries: {
    age: 'ended_at',
    insert: (n, at) => `INSERT INTO recoveries VALUES (${id(n)}, '${WHOSE}', ${at}, ${at} + interval '1 s',
      ${at} + interval '2 s', ${at}, ${at}, 'expired')`,
  },
  workspace_invitations: {
    age: 'sent_at',
    insert: (n, at) => `INSERT INTO workspace_invitations
      (id, token_hash, workspace, email, mailbox_key, role, created_at, sent_at, expires_at)
      VALUES (${id(n)}, 'a', '${WHOSE}', 'a${n}', 'a${n}', 'viewer', ${at}, ${at}, ${at})`,
  },
  invitation_mails: {
    age: 'sent_at',
    insert: (_n, at) =>
      `INSERT INTO invitation_mails (workspace, sub, mailbox_key, sent_at) VALUES ('a', 'a', 'a', ${at})`,
  },
  company_sign_ins: {
    age: 'expires_at',
    insert: (n, at) => `INSERT INTO company_sign_ins
      (id, state_hash, browser_hash, workspace, issuer, client_id, accepts_terms, expires_at)
      VALUES (${id(n)}, sha256('${n}'), sha256('${n}'), '${WHOSE}', 'a', 'a', true, ${at})`,
  },
  api_answers: {
    age: 'claimed_at',
    insert: (n, at) => `INSERT INTO api_answers (workspace, key, fingerprint, claimed_at, mode)
      VALUES ('${WHOSE}', '${n}', sha256('a'), ${at}, 'live')`,
  },
  checks: {
    age: 'created_at',
    insert: (n, at) => `INSERT INTO checks
      (sub_id, owner, ticker, name, address, status, charged, created_at, finished_at, lease_until)
      VALUES (${id(n)}, '${WHOSE}', 'BTC', 'Bitcoin', 'a', 'failed', false, ${at}, ${at}, ${at})`,
  },
  withdrawal_attempts: {
    age: 'created_at',
    insert: (n, at) => `INSERT INTO withdrawal_attempts
      (id, workspace, api_key, mode, metadata, checks, answer, created_at)
      VALUES (${long('wat', n)}, '${WHOSE}', 'key_0000000000000000', 'live', '{}', '{}', '{}', ${at})`,
  },
  batches: {
    age: 'ended_at',
    insert: (n, at) => `INSERT INTO batches (id, workspace, mode, metadata, status, created_at, ended_at)
      VALUES (${long('bat', n)}, '${WHOSE}', 'live', '{}', 'completed', ${at}, ${at})`,
  },
  events: {
    age: 'created_at',
    insert: (n, at) => `INSERT INTO events (id, workspace, mode, type, object_id, body, created_at)
      VALUES (${long('evt', n)}, '${WHOSE}', 'live', 'a', 'a', 'a', ${at})`,
  },
  live_accounts: {
    age: 'checked_at',
    insert: (n, at) => `INSERT INTO live_accounts
      (network, ticker, address, settled_until, checked_until, is_whole, contracts, settled, loose, provider, checked_at)
      VALUES ('BTC', 'BTC', '${n}', 1, 1, true, '', '', '', '', ${at})`,
  },
  live_coin_transactions: {
    age: 'checked_at',
    insert: (n, at) => `INSERT INTO live_coin_transactions
      (network, transaction_id, block, body, checked_until, is_settled, checked_at)
      VALUES ('BTC', '${n}', 1, '', 1, true, ${at})`,
  },
  live_claims: {
    age: 'until',
    insert: (n, at) => `INSERT INTO live_claims VALUES ('BTC', 'BTC', '${n}', gen_random_uuid(), ${at})`,
  },
  counterparty_lists: {
    age: 'used_at',
    insert: (n, at) => `INSERT INTO counterparty_lists
      (id, ledger_id, account_id, until_position, revision, stage, price_days, price_usd, used_at)
      OVERRIDING SYSTEM VALUE VALUES (${n}, 1, ${n}, 1, 1, 'done', '{}', '{}', ${at})`,
  },
  counterparties: {
    age: 'to_timestamp(first_time)',
    insert: (
      n,
      at,
    ) => `INSERT INTO counterparties (list_id, direction, party_id, amount, records, first_time, last_time)
      VALUES (${n}, 'bwd', 1, 1, 1, extract(epoch FROM ${at})::bigint, 1)`,
  },
  bot_requests: {
    age: 'created_at',
    insert: (n, at) => `INSERT INTO bot_requests VALUES (1, '${n}', 'a', ${at})`,
  },
  bot_join_links: {
    age: 'expires_at',
    insert: (n, at) => `INSERT INTO bot_join_links (id, token_hash, sub, created_at, expires_at)
      VALUES (${id(n)}, sha256('${n}'), '${WHOSE}', ${at}, ${at})`,
  },
  bot_addresses: {
    age: 'asked_at',
    insert: (n, at) => `INSERT INTO bot_addresses VALUES (repeat('${n}', 22), '${n}', ${at})`,
  },
  bot_transactions: {
    age: 'asked_at',
    insert: (n, at) => `INSERT INTO bot_transactions VALUES (repeat('${n}', 22), '{}', ${at})`,
  },
  dispute: {
    age: 'decided_at',
    from: 'dispute WHERE statement IS NOT NULL OR email IS NOT NULL',
    insert: (
      n,
      at,
    ) => `INSERT INTO dispute (id, key_hash, network, address, ground, statement, email, sub, decided_at, reason)
      OVERRIDING SYSTEM VALUE VALUES (${n}, sha256('${n}'), 'BTC', 'a', 'wrong', 'a', 'a@firm.example', '${WHOSE}', ${at}, 'a')`,
  },
  dispute_evidence: {
    age: 'uploaded_at',
    insert: (n, at) =>
      `INSERT INTO dispute_evidence (dispute_id, name, content, uploaded_at) VALUES (${n}, 'a', 'a', ${at})`,
  },
  audit_personal: {
    age: 'at',
    from: "audit_personal JOIN audit_entries USING (chain, seq) WHERE part = 'actor'",
    insert: (n, at) => `INSERT INTO audit_entries (chain, seq, at, actor_kind, actor_id, action, hash)
      VALUES ('${WHOSE}', ${n}, ${at}, 'person', 'a', 'a', sha256('a'));
      UPDATE audit_chains SET last_seq = ${n} WHERE chain = '${WHOSE}';
      INSERT INTO audit_personal (chain, seq, part, salt, content)
      VALUES ('${WHOSE}', ${n}, 'actor', decode(repeat('00', 16), 'hex'), 'a')`,
  },
  legal_holds: {
    age: 'until',
    insert: (n, at) => `INSERT INTO legal_holds (id, workspace, kind, placed_by, reason, placed_at, until)
      VALUES ('hold_' || repeat('${n}', 12), 'another', 'workspace', 'a', 'a', ${at} - interval '1 day', ${at})`,
  },
  restore_log: {
    age: 'at',
    from: "restore_log WHERE entry ->> 'kind' = 'a'",
    insert: (_n, at) => `INSERT INTO restore_log (at, entry) VALUES (${at}, '{"kind": "a"}')`,
  },
  uncharged_answers: {
    age: 'day',
    insert: (_n, at) => `INSERT INTO uncharged_answers VALUES ('${WHOSE}', (${at} AT TIME ZONE 'UTC')::date, 1)`,
  },
  free_grants: {
    age: 'day',
    insert: (_n, at) =>
      `INSERT INTO free_grants (day, kind, checks) VALUES ((${at} AT TIME ZONE 'UTC')::date, 'sign-up', 1)`,
  },
};
