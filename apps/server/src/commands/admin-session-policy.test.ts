import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.ts';
import { useAdmin } from './test/use-admin.ts';

describe('assay admin session-policy open', () => {
  let database: TestDatabase;
  const company = '9'.repeat(32);
  const admin = useAdmin(() => database.pool);
  const open = (named: string) => admin.run('session-policy', 'open', named);
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('removes the addresses of a company, keeps its times, and records it', async () => {
    await database.pool.query(
      `INSERT INTO users (sub, email, mailbox_key) VALUES (repeat('a', 32), 'ann@example.org', 'ann@example.org')`,
    );
    await database.pool.query(
      `WITH made AS (INSERT INTO workspaces (id, kind, name) VALUES ($1, 'company', 'Firm') RETURNING id),
            owned AS (INSERT INTO workspace_members (workspace, sub, role) SELECT id, repeat('a', 32), 'owner' FROM made)
       INSERT INTO workspace_session_policies (workspace, life_minutes, address_ranges)
       SELECT id, 480, '{203.0.113.0/24}' FROM made`,
      [company],
    );
    expect(await open(`workspace:${company}`)).toBe(0);
    const { rows } = await database.pool.query('SELECT life_minutes, address_ranges FROM workspace_session_policies');
    expect(rows).toMatchObject([{ life_minutes: 480, address_ranges: [] }]);
    const entries = await database.pool.query<{ action: string }>('SELECT action FROM audit_entries');
    expect(entries.rows).toEqual([{ action: 'workspace.session_policy' }]);
    expect(await admin.events()).toContain('session_policy.open');
    expect(await open(company)).toBe(1);
    expect(await open('Firm')).toBe(2);
  });
});
