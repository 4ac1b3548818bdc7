import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.ts';
import { FLEX_TARIFF, ledger } from '../modules/money/index.ts';
import { readConfig } from '../platform/config/config.ts';
import { registerAccounts } from './admin-accounts.ts';

let database: TestDatabase;
const said: string[] = [];
const ANN = 'a'.repeat(32);

beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query(
    `INSERT INTO users (sub, email, mailbox_key) VALUES ($1, 'ann@example.org', 'ann@example.org')`,
    [ANN],
  );
});
beforeEach(() => void said.splice(0));
afterAll(() => database.drop());

async function accounts(...args: string[]): Promise<number> {
  const program = new Command().exitOverride();
  registerAccounts(program, {
    config: readConfig({}),
    environment: {},
    openDatabase: async () => database.pool,
    out: (text) => void said.push(text),
    err: () => undefined,
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  try {
    await program.parseAsync(['accounts', ...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return error.exitCode;
  }
}

it('accounts are listed with what they have and owe, until a purchase has settled it', async () => {
  const now = new Date();
  const bought = { sub: ANN, tariff: FLEX_TARIFF, expiresAt: null, reason: 'purchase', checks: 3 } as const;
  expect(await accounts()).toBe(0);
  expect(said.at(-1)).toBe('There are no accounts.');
  await ledger.grant(database.pool, { ...bought, key: 'payment:spent' });
  expect(await accounts('--owing')).toBe(0);
  expect(said.at(-1)).toBe('No account owes checks.');
  for (const check of ['a', 'b', 'c']) {
    await ledger.reserve(database.pool, ANN, check, now);
    await ledger.take(database.pool, check, now);
  }
  await ledger.revoke(database.pool, { key: 'payment:spent', reason: 'chargeback', now });
  expect(await accounts('--owing', '--json')).toBe(0);
  expect(JSON.parse(said.at(-1) ?? '')).toEqual([
    { sub: ANN, name: 'ann@example.org', checks: 0, used: 3, owed: 3, chargebacks: 0 },
  ]);
  await ledger.grant(database.pool, { ...bought, checks: 5, key: 'payment:settles' });
  expect(await accounts()).toBe(0);
  expect(said.at(-1)).toMatch(/ann@example\.org\s+2\s+3\s+0\s+0/);
});

it('a limit that is no number is refused', async () => {
  for (const limit of ['0', '-1', 'x', '1.5']) expect(await accounts('--limit', limit)).toBe(2);
});
