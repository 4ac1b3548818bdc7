import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { migrate } from '../../../platform/db/migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../platform/db/migrations/', import.meta.url));
const OWNER = 'a'.repeat(32);
const FORMER = 'b'.repeat(32);

it('removes the billing details of accounts and companies that are gone', async () => {
  const { url, pool, drop } = await emptyDatabase();
  onTestFinished(drop);
  const before = await mkdtemp(path.join(tmpdir(), 'assay-migrations-'));
  onTestFinished(() => rm(before, { recursive: true, force: true }));
  for (const name of await readdir(MIGRATIONS)) {
    if (name < '0488') await cp(path.join(MIGRATIONS, name), path.join(before, name));
  }
  await migrate(url, before);
  await pool.query("INSERT INTO users (sub, email, mailbox_key) VALUES ($1, 'a@firm.example', 'a@firm.example')", [
    OWNER,
  ]);
  await pool.query(
    "INSERT INTO billing_details (sub, company, address, tax_id) SELECT unnest($1::text[]), '', '', ''",
    [[OWNER, FORMER]],
  );
  await migrate(url);
  expect((await pool.query('SELECT sub FROM billing_details')).rows).toEqual([{ sub: OWNER }]);
});
