import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { auditLedger } from './audit.store.ts';
import { ledger } from './ledger.store.ts';
import { give, NOW } from './test/ledger-fixture.ts';

/** A reservation with its check, so that only what a test removes is missing. */
async function spendOne({ pool }: TestDatabase, sub: string): Promise<string> {
  const check = randomUUID().replaceAll('-', '');
  await ledger.reserve(pool, sub, check, NOW);
  await pool.query(
    `INSERT INTO checks (sub_id, owner, ticker, name, address, status, charged, created_at, finished_at, lease_until,
                         riskscore, result)
     VALUES ($1, $2, 'BTC', 'Bitcoin', 'a', 'done', true, $3, $3, $3, 5, '{}')`,
    [check, sub, NOW],
  );
  await ledger.take(pool, check, NOW);
  return check;
}

describe('the database', () => {
  let database: TestDatabase;
  const sub = randomUUID();

  beforeAll(async () => {
    database = await testDatabase();
    await give(database.pool, { sub, checks: 2 });
    await spendOne(database, sub);
  });
  afterAll(() => database.drop());

  it.each([
    "UPDATE ledger_entries SET checks = 5 WHERE kind = 'grant'",
    'DELETE FROM ledger_entries',
    'DELETE FROM ledger_entries WHERE false',
    'TRUNCATE ledger_entries CASCADE',
    'DELETE FROM ledger_tariffs',
    'TRUNCATE ledger_holders CASCADE',
    'UPDATE ledger_tariffs SET left_checks = 100',
    "UPDATE ledger_tariffs SET plan_id = 17, expires_at = now() + interval '1 year'",
    "INSERT INTO ledger_tariffs (holder, series, plan_id, left_checks) SELECT id, 'own', 6, 100 FROM ledger_holders",
  ])('refuses %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow(/^ledger: /);
    expect(await auditLedger(database.pool)).toEqual([]);
  });

  it.each([
    ['takes more than there is', 'lapse', 2, null, 'x:1', /left_checks/],
    ['gives back what was not reserved', 'release', 1, 'nothing', 'settle:nothing', /nothing it could follow/],
    ['refunds what was not taken', 'refund', 1, 'nothing', 'refund:nothing', /nothing it could follow/],
    ['goes by another key', 'reserve', 1, 'c', 'another', /check constraint/],
    ['is of no kind', 'gift', 1, null, 'x:2', /check constraint/],
    ['takes a negative number', 'lapse', -5, null, 'x:3', /check constraint/],
  ])('refuses an entry that %s', async (_what, kind, checks, reference, key, reason) => {
    const entry = database.pool.query(
      `INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, created_at)
       SELECT min(id), $1, $2, 'test', $3, $4, now() FROM ledger_tariffs`,
      [kind, checks, reference, key],
    );
    await expect(entry).rejects.toThrow(reason);
    expect(await auditLedger(database.pool)).toEqual([]);
  });
});

describe('the audit', () => {
  // Each corruption is what a superuser or a damaged disk could cause; the guards are switched off for it.
  it.each([
    ['a balance', 'UPDATE ledger_tariffs SET left_checks = left_checks + 1', 'balance is not the sum of its entries'],
    ['an entry', "UPDATE ledger_entries SET checks = 50 WHERE kind = 'grant'", 'balance is not the sum of its entries'],
    ['a lost entry', "DELETE FROM ledger_entries WHERE kind = 'grant'", 'balance was below nothing'],
    ['a lost debit', "DELETE FROM ledger_entries WHERE kind = 'commit'", 'reservation and check disagree'],
    ['a lost reservation', "DELETE FROM ledger_entries WHERE kind = 'reserve'", 'entry without a reservation'],
    [
      'a tariff that runs longer',
      "UPDATE ledger_tariffs SET expires_at = '2030-01-01'",
      'plan or end is not that of the last grant',
    ],
    ['a check that says it was free', 'UPDATE checks SET charged = false', 'reservation and check disagree'],
    [
      'an orphaned reservation',
      `INSERT INTO ledger_entries (tariff, kind, checks, reason, reference, key, created_at)
       SELECT min(id), 'reserve', 1, 'check', 'gone', 'reserve:gone', now() FROM ledger_tariffs`,
      'reservation and check disagree',
    ],
    [
      'a check nobody paid for',
      `INSERT INTO checks (sub_id, owner, ticker, name, address, charged, created_at, lease_until)
       VALUES (repeat('a', 32), 'x', 'BTC', 'Bitcoin', 'a', true, now(), now())`,
      'reservation and check disagree',
    ],
  ])('finds %s', async (_what, corruption, fault) => {
    const database = await testDatabase();
    try {
      const sub = randomUUID();
      await give(database.pool, { sub, checks: 2 });
      await spendOne(database, sub);
      expect(await auditLedger(database.pool)).toEqual([]);
      const client = await database.pool.connect();
      await client.query("SET session_replication_role = 'replica'");
      await client.query(corruption);
      client.release(true);
      expect((await auditLedger(database.pool)).map((found) => found.fault)).toContain(fault);
    } finally {
      await database.drop();
    }
  });
});
