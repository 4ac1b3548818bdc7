import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.ts';
import { useAdmin } from './test/use-admin.ts';

describe('assay admin company-login free', () => {
  let database: TestDatabase;
  const admin = useAdmin(() => database.pool);
  const free = (domain: string) => admin.run('company-login', 'free', domain);
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('ends that a mail domain must use the login of its company, and records it', async () => {
    await database.pool.query(
      `INSERT INTO users (sub, email, mailbox_key) VALUES (repeat('a', 32), 'ann@example.org', 'ann@example.org')`,
    );
    await database.pool.query(
      `WITH made AS (INSERT INTO workspaces (id, kind, name) VALUES (repeat('9', 32), 'company', 'Firm') RETURNING id),
            owned AS (INSERT INTO workspace_members (workspace, sub, role) SELECT id, repeat('a', 32), 'owner' FROM made)
       INSERT INTO identity_domains (id, workspace, domain, token, created_at, proven_at, is_required)
       SELECT repeat('d', 32), id, 'firm.example', 't', now(), now(), true FROM made`,
    );
    expect(await free('Firm.Example')).toBe(0);
    const { rows } = await database.pool.query('SELECT is_required FROM identity_domains');
    expect(rows).toEqual([{ is_required: false }]);
    const entries = await database.pool.query<{ action: string }>('SELECT action FROM audit_entries');
    expect(entries.rows).toEqual([{ action: 'identity_domain.free' }]);
    expect(await admin.events()).toContain('company_login.free');
    expect(await free('firm.example')).toBe(1);
    expect(await free('nobody.example')).toBe(1);
  });
});
