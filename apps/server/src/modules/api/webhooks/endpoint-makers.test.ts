import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { migrate } from '../../../platform/db/migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../platform/db/migrations/', import.meta.url));
const COMPANY = 'c'.repeat(32);
const OWNER = 'a'.repeat(32);
const FORMER = 'b'.repeat(32);

describe('an endpoint from before endpoints had makers', () => {
  let database: TestDatabase;
  let before = '';

  beforeAll(async () => {
    database = await emptyDatabase();
    before = await mkdtemp(path.join(tmpdir(), 'assay-migrations-'));
    for (const name of await readdir(MIGRATIONS)) {
      if (name < '0480') await cp(path.join(MIGRATIONS, name), path.join(before, name));
    }
    await migrate(database.url, before);
    const { pool } = database;
    for (const [sub, email] of [
      [OWNER, 'owner@firm.example'],
      [FORMER, 'former@firm.example'],
    ]) {
      await pool.query('INSERT INTO users (sub, email, mailbox_key, confirmed_at) VALUES ($1, $2, $2, now())', [
        sub,
        email,
      ]);
    }
    await pool.query(
      `WITH made AS (INSERT INTO workspaces (id, kind, name, created_at) VALUES ($1, 'company', 'Firm', now()) RETURNING id)
       INSERT INTO workspace_members (workspace, sub, role, joined_at) SELECT id, $2, 'owner', now() FROM made`,
      [COMPANY, OWNER],
    );
    await pool.query('INSERT INTO audit_chains (chain) VALUES ($1)', [COMPANY]);
    let seq = 0;
    for (const [id, kind, actor] of [
      ['whe_0000000000owners', 'person', OWNER],
      ['whe_0000000000former', 'person', FORMER],
      ['whe_000000000000keys', 'system', null],
    ]) {
      seq += 1;
      await pool.query(
        `INSERT INTO webhook_endpoints (id, workspace, mode, url, description, event_types, secret, created_at)
         VALUES ($1, $2, 'live', 'https://hooks.example/a', '', '{*}', ''::bytea, now())`,
        [id, COMPANY],
      );
      await pool.query(
        `INSERT INTO audit_entries (chain, seq, at, actor_kind, actor_id, action, target_kind, target_digest, hash)
         VALUES ($1, $2, now(), $3, $4, 'webhook.create', 'webhook', sha256('a'), sha256('a'))`,
        [COMPANY, seq, kind, actor],
      );
      await pool.query(
        `INSERT INTO audit_personal (chain, seq, part, salt, content)
         VALUES ($1, $2, 'target', decode(repeat('00', 16), 'hex'), $3)`,
        [COMPANY, seq, id],
      );
    }
    await migrate(database.url);
  });
  afterAll(async () => {
    await database.drop();
    await rm(before, { recursive: true, force: true });
  });

  it('gets the member who added it, by the audit log, and nobody where that is no member or a key', async () => {
    const { rows } = await database.pool.query('SELECT id, created_by FROM webhook_endpoints ORDER BY id');
    expect(rows).toEqual([
      { id: 'whe_000000000000keys', created_by: null },
      { id: 'whe_0000000000former', created_by: null },
      { id: 'whe_0000000000owners', created_by: OWNER },
    ]);
  });
});
