import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeHistory } from '../../../test/api/history-rows.ts';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { upkeep } from './upkeep.ts';

const DAY_MS = 86_400_000;
const NOW = new Date();
const PERSON = 'a'.repeat(32);
const COMPANY = 'c'.repeat(32);
const OTHER = 'd'.repeat(32);
const OWNERS = [PERSON, COMPANY, OTHER];
/** Ages of the rows of each owner, oldest first. */
const AGES = [3_700, 1_900, 1_200, 1_000];

describe('old checks and planned withdrawals', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
    const { pool } = database;
    await pool.query(
      `INSERT INTO users (sub, email, mailbox_key) VALUES ('${PERSON}', 'a@firm.example', 'a@firm.example');
       INSERT INTO workspaces (id, kind, name) VALUES ('${COMPANY}', 'company', 'Acme'), ('${OTHER}', 'company', 'Other');
       INSERT INTO workspace_members (workspace, sub, role)
       VALUES ('${COMPANY}', '${PERSON}', 'owner'), ('${OTHER}', '${PERSON}', 'owner')`,
    );
    for (const [n, owner] of OWNERS.entries()) {
      const times = AGES.map((age) => new Date(NOW.getTime() - age * DAY_MS).toISOString());
      await writeHistory(
        pool,
        times.map((createdAt) => ({ owner, createdAt })),
      );
      await pool.query(
        `INSERT INTO checks (sub_id, owner, ticker, name, address, status, charged, created_at, finished_at, lease_until)
         SELECT md5($1::text || at::text), $1, 'BTC', 'Bitcoin', 'x', 'failed', false, at, at, at FROM unnest($2::timestamptz[]) AS at`,
        [owner, times],
      );
      await pool.query(
        `INSERT INTO api_keys (id, workspace, name, secret_hash, hint, scopes, address_ranges, api_version, created_at, mode)
         VALUES ('key_' || repeat($1, 16), $2, 'a', sha256($1::bytea), 'a', '{checks:write}', '{}', '1', now(), 'live')`,
        [String(n), owner],
      );
      await pool.query(
        `INSERT INTO withdrawal_attempts (id, workspace, api_key, mode, metadata, checks, answer, created_at)
         SELECT 'wat_' || lpad($1 || n::text, 20, '0'), $2, 'key_' || repeat($1, 16), 'live', '{}', '{}', '{}', at
           FROM unnest($3::timestamptz[]) WITH ORDINALITY AS u (at, n)`,
        [String(n), owner, times],
      );
    }
  });
  afterAll(() => database.drop());

  const retain = (workspace: string, days: number) =>
    database.pool.query(
      `INSERT INTO workspace_retentions (workspace, days, law, set_at) VALUES ($1, $2, 'RahaPTS § 47', now())
       ON CONFLICT (workspace) DO UPDATE SET days = excluded.days`,
      [workspace, days],
    );

  /** After one run: listed checks, checks outside the history and planned withdrawals of each owner. */
  async function left(): Promise<Record<string, readonly number[]>> {
    await upkeep(database.pool, { retentionDays: 1095, invoiceYears: 7 }, NOW);
    const { rows } = await database.pool.query<{ owner: string; counts: readonly number[] }>(
      `SELECT o.owner, ARRAY[
          (SELECT count(*) FROM checks WHERE owner = o.owner AND position IS NOT NULL),
          (SELECT count(*) FROM checks WHERE owner = o.owner AND position IS NULL),
          (SELECT count(*) FROM withdrawal_attempts WHERE workspace = o.owner)]::integer[] AS counts
         FROM unnest($1::text[]) AS o (owner)`,
      [OWNERS],
    );
    return Object.fromEntries(rows.map(({ owner, counts }) => [owner, counts]));
  }

  it('stay under a legal hold, whatever their age, and in a company for as long as the law that it names says', async () => {
    await database.pool.query(
      `INSERT INTO legal_holds (id, workspace, kind, placed_by, reason, placed_at, until)
       VALUES ('hold_000000000000', $1, 'workspace', 'A court', 'a', now() - interval '2 days', now() + interval '1 day')`,
      [OTHER],
    );
    await retain(COMPANY, 1_827);
    // A row that says so of a person counts for nothing.
    await retain(PERSON, 3_650);
    expect(await left()).toEqual({ [PERSON]: [1, 1, 1], [COMPANY]: [2, 2, 2], [OTHER]: [4, 4, 4] });
  });

  it('go with the next run once the hold is over, and once the company keeps them for less', async () => {
    await database.pool.query("UPDATE legal_holds SET until = now() - interval '1 s'");
    await database.pool.query('DELETE FROM workspace_retentions');
    expect(await left()).toEqual({ [PERSON]: [1, 1, 1], [COMPANY]: [1, 1, 1], [OTHER]: [1, 1, 1] });
  });
});
