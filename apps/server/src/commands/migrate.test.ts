import { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../test/support/database.ts';
import { openDatabase } from '../app/databases/open-database.ts';
import { readConfig } from '../platform/config/config.ts';
import { NewerSchemaError } from '../platform/db/index.ts';
import { registerMigrate } from './migrate.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.drop());

async function migrate(): Promise<string> {
  const config = readConfig({ DATABASE_URL: database.url });
  const program = new Command().exitOverride();
  const opened = openDatabase(config);
  const said: string[] = [];
  registerMigrate(program, {
    config,
    environment: {},
    openDatabase: async () => (await opened).pool,
    out: (text) => void said.push(text),
    err: () => undefined,
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  try {
    await program.parseAsync(['migrate'], { from: 'user' });
  } finally {
    await opened.then(({ close }) => close()).catch(() => undefined);
  }
  return said.join('\n');
}

it('brings an empty database up to the schema of this version, and does nothing the second time', async () => {
  const first = await migrate();
  expect(first).toMatch(/^The schema is that of version \d+\.\d+\.\d+: \d+ migrations, the last \d{4}_\w+\.$/);
  expect(await migrate()).toBe(first);
});

it('refuses the schema of a newer version', async () => {
  await database.pool.query("INSERT INTO schema_migration (name, run_on) VALUES ('9999_newer', now())");
  await expect(migrate()).rejects.toThrow(NewerSchemaError);
});
