import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { migrate } from '../../../platform/db/migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../platform/db/migrations/', import.meta.url));
const FIRST = '0151';

describe('sessions from before they had an end', () => {
  let database: TestDatabase;
  let before = '';
  beforeAll(async () => {
    database = await emptyDatabase();
    before = await mkdtemp(path.join(tmpdir(), 'assay-migrations-'));
    for (const name of await readdir(MIGRATIONS)) {
      if (name < FIRST) await cp(path.join(MIGRATIONS, name), path.join(before, name));
    }
    await migrate(database.url, before);
    await database.pool.query(
      `INSERT INTO users (sub, email, mailbox_key) VALUES (repeat('a', 32), 'a@firm.example', 'a@firm.example')`,
    );
    await database.pool.query(
      `INSERT INTO sessions (id, sub, refresh_hash, rotated_at, device, created_at, last_seen_at, expires_at)
       SELECT repeat(digit, 32), repeat('a', 32), '\\x00', now(), 'A test', made, now(), now() + interval '7 days'
         FROM (VALUES ('1', now() - interval '400 days'), ('2', now() - interval '26 days'), ('3', now())) AS s (digit, made)`,
    );
    await migrate(database.url);
  });
  afterAll(async () => {
    await database.drop();
    await rm(before, { recursive: true, force: true });
  });

  it('end 30 days after signing in, and no later time can be written', async () => {
    const { rows } = await database.pool.query(
      `SELECT left(id, 1) AS id, round(extract(epoch FROM expires_at - created_at) / 86400)::int AS days FROM sessions
        ORDER BY id`,
    );
    expect(rows).toEqual([
      { id: '1', days: 30 },
      { id: '2', days: 30 },
      { id: '3', days: 7 },
    ]);
    await expect(
      database.pool.query(`UPDATE sessions SET expires_at = created_at + interval '720 hours 1 second'`),
    ).rejects.toThrow('sessions_end_after_sign_in');
  });
});
