import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.ts';
import { readConfig } from '../config/config.ts';
import { registerAdmin } from './admin.ts';

describe('assay admin company-login free', () => {
  let database: TestDatabase;
  let dataDir = '';
  beforeAll(async () => {
    database = await testDatabase();
    dataDir = await mkdtemp(path.join(tmpdir(), 'assay-company-login-'));
  });
  afterAll(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function free(domain: string): Promise<number> {
    const program = new Command().exitOverride();
    registerAdmin(program, {
      config: readConfig({ ASSAY_DATA_DIR: dataDir }),
      environment: {},
      openDatabase: async () => database.pool,
      out: () => undefined,
      err: () => undefined,
      progress: () => undefined,
      signal: new AbortController().signal,
    });
    try {
      await program.parseAsync(['admin', 'company-login', 'free', domain], { from: 'user' });
      return 0;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return error.exitCode;
    }
  }

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
    expect(await readFile(path.join(dataDir, 'security-events.jsonl'), 'utf8')).toContain('company_login.free');
    expect(await free('firm.example')).toBe(1);
    expect(await free('nobody.example')).toBe(1);
  });
});
