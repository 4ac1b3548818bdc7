import { ASSETS } from '@assay/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildHistoryService, historyStore } from '../../src/modules/checks/index.ts';
import { auditLedger } from '../../src/modules/money/index.ts';
import { auditAlone } from '../../src/platform/audit/index.ts';
import { inTransaction, type Pool } from '../../src/platform/db/index.ts';
import { migrate, migrateTo, migrationFiles } from '../../src/platform/db/migrate.ts';
import { emptyDatabase, type TestDatabase } from '../support/database.ts';

/** `npm run verify:long` rehearses with 100,000. */
const CHECKS = Number(process.env['REHEARSAL_CHECKS'] ?? 3_000);
const OWNERS = 60;
const PER_OWNER = Math.ceil(CHECKS / OWNERS);
/** The newest migration before workspaces. */
const LAST_BEFORE_WORKSPACES = '0199';

/** Everything that has an owner, an issued id or a signed field. */
const TABLES = [
  'users',
  'sessions',
  'checks',
  'check_keys',
  'history_ranges',
  'certificates',
  'issued_files',
  'ledger_holders',
  'ledger_tariffs',
  'ledger_entries',
  'orders',
  'payments',
  'payment_customers',
  'billing_details',
  'invoices',
  'bot_accounts',
];

const FILL = `
INSERT INTO users (sub, email, mailbox_key, created_at, confirmed_at)
SELECT CASE n WHEN 1 THEN 'demo' ELSE md5('person ' || n) END, 'p' || n || '@firm.example', 'p' || n || '@firm.example',
       timestamptz '2026-01-01' + n * interval '1 hour', timestamptz '2026-01-01' + n * interval '1 hour'
  FROM generate_series(1, OWNERS) n;
INSERT INTO sessions (id, sub, refresh_hash, rotated_at, device, created_at, last_seen_at, expires_at)
SELECT md5('session ' || sub), sub, sha256(sub::bytea), created_at, 'Firefox on Linux', created_at, created_at,
       created_at + interval '7 days' FROM users;
INSERT INTO ledger_holders (sub) SELECT sub FROM users ORDER BY sub;
INSERT INTO ledger_tariffs (holder, series, plan_id) SELECT id, 'flex', 2 FROM ledger_holders ORDER BY id;
INSERT INTO ledger_entries (tariff, kind, checks, reason, key, plan_id, created_at)
SELECT id, 'grant', PER_OWNER + 5, 'purchase', 'grant:' || id, 2, now() FROM ledger_tariffs ORDER BY id;
INSERT INTO checks (sub_id, owner, ticker, parent, subticker, name, network, address, status, charged, created_at,
                    finished_at, lease_until, progress, riskscore, method_version, label_set_version, result,
                    certificate_basis, position, revoked_at)
SELECT md5(u.sub || n), u.sub, (ARRAY['BTC', 'USDT', 'ETH'])[n % 3 + 1], (ARRAY[NULL, 'TRX', NULL])[n % 3 + 1], NULL,
       (ARRAY['Bitcoin', 'Tether', 'Ethereum'])[n % 3 + 1], NULL, 'address' || n % 50, 'done', true, t.at, t.at, t.at, 1,
       n % 6, '1', 'labels', '{"check":' || n || '}', '{}', n, CASE WHEN n % 20 = 0 THEN t.at END
  FROM users u, generate_series(1, PER_OWNER) n,
       LATERAL (SELECT timestamptz '2026-02-01' + n * interval '1 minute' AS at) t;
INSERT INTO history_ranges (owner, last) SELECT owner, max(position) FROM checks GROUP BY owner;
INSERT INTO check_keys (owner, key, sub_id) SELECT owner, 'key ' || position, sub_id FROM checks WHERE position % 10 = 0;
INSERT INTO certificates (sub_id, key_id, signed_at, body)
SELECT sub_id, 'key', created_at, '{"signed":"' || sub_id || '"}' FROM checks WHERE position % 10 = 0;
INSERT INTO issued_files (sha256, sub_id, signed_at)
SELECT sha256(convert_to(body, 'UTF8')), sub_id, signed_at FROM certificates;
INSERT INTO orders (id, sub, provider, checks, amount_cents, success_url, cancel_url, created_at, looked_at)
SELECT md5('order ' || sub), sub, 'stripe', PER_OWNER + 5, 900, 'https://a.example', 'https://a.example', created_at, now()
  FROM users;
INSERT INTO payments (order_id, reference, amount_cents, status, paid_at)
SELECT id, 'payment ' || id, amount_cents, 'paid', created_at FROM orders;
INSERT INTO payment_customers (sub, customer) SELECT sub, 'customer ' || sub FROM users;
INSERT INTO billing_details (sub, company, address, tax_id) SELECT sub, 'Firm', 'Street', 'EE1' FROM users;
INSERT INTO invoices (payment_id, issued_at, seller, buyer) SELECT id, paid_at, '{}', '{}' FROM payments;
INSERT INTO bot_accounts (telegram_id, sub, joined_sub, joined_at, created_at)
SELECT row_number() OVER (ORDER BY sub), md5('chat ' || sub), sub, created_at, created_at FROM users;
`;

/**
 * What the checks took, as the code of then wrote it: reservations and settlements each in transactions of their own. In one
 * transaction, 10,000 checks took 6 times as long as 3,000: every entry passes all versions of its balance that those
 * before it left. And PostgreSQL keeps the plan of the trigger that books them: planned for an empty table, it reads all
 * entries for each one, so the table is counted again as it grows.
 */
const SPEND = `
DO $$
DECLARE
  step text;
BEGIN
  FOR n IN 1..PER_OWNER LOOP
    FOREACH step IN ARRAY ARRAY['reserve', 'commit'] LOOP
      INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, created_at)
      SELECT t.id, step, 1, 'check', c.sub_id, CASE step WHEN 'reserve' THEN 'reserve:' ELSE 'settle:' END || c.sub_id,
             c.created_at
        FROM ledger_holders h JOIN ledger_tariffs t ON t.holder = h.id JOIN checks c ON c.sub_id = md5(h.sub || n);
      COMMIT;
    END LOOP;
    IF n IN (1, 10, 100, 1000) THEN
      ANALYZE ledger_entries, ledger_tariffs;
    END IF;
  END LOOP;
END $$`;

let database: TestDatabase;
let pool: Pool;
let before: Awaited<ReturnType<typeof stateOf>>;

beforeAll(async () => {
  database = await emptyDatabase();
  ({ pool } = database);
  const names = (await migrationFiles()).map((file) => file.replace(/\.sql$/, ''));
  await migrateTo(
    database.url,
    names.filter((name) => name.slice(0, 4) <= LAST_BEFORE_WORKSPACES),
  );
  const sized = (sql: string) => sql.replaceAll('PER_OWNER', String(PER_OWNER)).replaceAll('OWNERS', String(OWNERS));
  await timed('filled', async () => {
    await inTransaction(pool, (tx) => tx.query(sized(FILL)));
    await pool.query('ANALYZE');
    await pool.query(sized(SPEND));
  });
  before = await stateOf(await columnsOf());
  await timed('migrated', () => migrate(database.url));
}, 600_000);
afterAll(() => database.drop());

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = Date.now();
  await work();
  process.stdout.write(`${PER_OWNER * OWNERS} checks were ${what} in ${Date.now() - startedAt} ms\n`);
}

describe('a database from before workspaces', () => {
  it('keeps every row, id and signed field when workspaces are added', async () => {
    const after = await stateOf(before.columns);
    expect(after.digests).toEqual(before.digests);
    expect(after.counts).toEqual(before.counts);
    expect(before.counts['checks']).toBe(PER_OWNER * OWNERS);
  });

  it('keeps books that add up, with the same balances', async () => {
    expect(before.faults).toEqual([]);
    expect(await auditLedger(pool)).toEqual([]);
    expect((await stateOf(before.columns)).balances).toEqual(before.balances);
  });

  it('shows everybody the same pages of the history', async () => {
    const history = buildHistoryService({
      db: pool,
      store: historyStore,
      catalogue: ASSETS,
      auditAlone: auditAlone(pool),
    });
    const request = { size: 25, page: 1, search: '', timeZone: 'UTC' };
    const shown = [];
    for (const { owner } of before.pages) {
      const { rows, total } = await history.page(owner, request);
      expect(total).toBe(PER_OWNER);
      shown.push({ owner, ids: rows.map(({ subId }) => subId) });
    }
    expect(shown).toEqual(before.pages);
    expect(before.pages).toHaveLength(OWNERS);
  });

  it('gives everybody a personal workspace of the same id, and every owner is the id of a workspace', async () => {
    const { rows } = await pool.query<{ workspaces: number; owners: number; strays: number }>(
      `SELECT (SELECT count(*)::integer FROM workspaces WHERE kind = 'personal' AND id = person) AS workspaces,
              (SELECT count(*)::integer FROM workspace_members WHERE workspace = sub AND role = 'owner') AS owners,
              (SELECT count(*)::integer FROM checks WHERE NOT EXISTS (SELECT FROM workspaces WHERE id = owner)) AS strays`,
    );
    expect(rows).toEqual([{ workspaces: OWNERS, owners: OWNERS, strays: 0 }]);
  });

  it('leaves every session in the personal workspace', async () => {
    expect((await pool.query('SELECT FROM sessions WHERE workspace IS NOT NULL')).rowCount).toBe(0);
  });
});

type Columns = Readonly<Record<string, string>>;

/** The columns that the tables have now: later ones are added by migrations. */
async function columnsOf(): Promise<Columns> {
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ANY ($1) GROUP BY table_name`,
    [TABLES],
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

async function stateOf(columns: Columns) {
  const digests: Record<string, string> = {};
  const counts: Record<string, number> = {};
  for (const [name, list] of Object.entries(columns)) {
    const { rows } = await pool.query<{ digest: string; count: number }>(
      `SELECT coalesce(md5(string_agg(md5(t::text), '' ORDER BY t::text)), '') AS digest, count(*)::integer AS count
         FROM (SELECT ${list} FROM ${name}) t`,
    );
    digests[name] = rows[0]?.digest ?? '';
    counts[name] = rows[0]?.count ?? 0;
  }
  // As stored: the code of today reads tables that were not there then.
  const { rows: pages } = await pool.query<{ owner: string; ids: readonly string[] }>(
    `SELECT owner, (array_agg(sub_id ORDER BY position DESC))[1:25] AS ids
       FROM checks WHERE position IS NOT NULL GROUP BY owner ORDER BY owner`,
  );
  const balances = await pool.query(
    `SELECT h.sub, t.series, t.left_checks, t.held_checks, t.used_checks
       FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder ORDER BY h.sub, t.series`,
  );
  return { columns, digests, counts, pages, balances: balances.rows, faults: await auditLedger(pool) };
}
