import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_MAILBOX_HASH } from '../../../../test/support/auth.ts';
import { emptyDatabase, type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { GENEROUS } from '../../../../test/support/free-grants.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { auditLedger } from '../ledger/audit.store.ts';
import { ledger } from '../ledger/ledger.store.ts';
import { wirePromo } from '../open/payments.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../platform/db/migrations/', import.meta.url));
const LATER = new Date('2999-01-01T00:00:00Z');
const newSub = () => randomBytes(16).toString('hex');
const BEFORE_MAILBOXES = '0150';

describe('a promo code', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(async () => {
    await database.drop();
  });
  const promo = () => wirePromo(database.pool, TEST_MAILBOX_HASH, GENEROUS);
  /** Accounts, each of a mailbox of its own unless one is named. */
  async function accounts(count: number, mailbox: string | null = null): Promise<readonly string[]> {
    const subs = Array.from({ length: count }, newSub);
    await database.pool.query(
      `INSERT INTO users (sub, email, mailbox_key)
       SELECT sub, sub || '@firm.example', coalesce($2, sub || '@firm.example') FROM unnest($1::text[]) AS sub`,
      [subs, mailbox],
    );
    return subs;
  }
  async function account(): Promise<string> {
    const [sub = ''] = await accounts(1);
    return sub;
  }
  const made = (more: object = {}) =>
    promo().create({ code: '', social: 'telegram', freeChecks: 2, totalUsages: 10, expiredAt: LATER, ...more });

  it('with ten usages is credited ten times by a hundred redemptions at once', { timeout: 60_000 }, async () => {
    const { code } = await made();
    const subs = await accounts(100);
    const answers = await Promise.all(subs.map((sub) => promo().redeem(sub, code)));
    expect(answers.filter(({ applied }) => applied)).toHaveLength(10);
    expect(new Set(answers.filter(({ applied }) => !applied).map(({ message }) => message))).toEqual(
      new Set(['This promo code has been used up']),
    );
    const held = await Promise.all(subs.map((sub) => ledger.stateOf(database.pool, sub)));
    expect(held.reduce((sum, { checks }) => sum + checks, 0)).toBe(20);
    expect(await auditLedger(database.pool)).toEqual([]);
    expect((await promo().list()).find((one) => one.code === code)).toMatchObject({ usages: 10 });
  });

  it('is credited once to one person who sends it twenty times at once', { timeout: 60_000 }, async () => {
    const { code } = await made({ totalUsages: 0 });
    const sub = await account();
    const answers = await Promise.all(Array.from({ length: 20 }, () => promo().redeem(sub, code.toLowerCase())));
    expect(answers.filter(({ applied }) => applied)).toEqual([
      { applied: true, message: 'Promo code applied: 2 free checks' },
    ]);
    expect(answers.find(({ applied }) => !applied)?.message).toBe('You have already used this promo code');
    expect(await ledger.stateOf(database.pool, sub)).toMatchObject({ checks: 2, currentTariff: { expired_in: null } });
  });

  it('is credited to one of many accounts of a mailbox that redeem it at the same moment', {
    timeout: 60_000,
  }, async () => {
    const { code } = await made({ totalUsages: 0 });
    const subs = await accounts(20, 'one.person@firm.example');
    const answers = await Promise.all(subs.map((sub) => promo().redeem(sub, code)));
    expect(answers.filter(({ applied }) => applied)).toHaveLength(1);
    const held = await Promise.all(subs.map((sub) => ledger.stateOf(database.pool, sub)));
    expect(held.reduce((sum, { checks }) => sum + checks, 0)).toBe(2);
  });

  it('is not for an account that was deleted meanwhile', async () => {
    const { code } = await made();
    await expect(promo().redeem(newSub(), code)).rejects.toMatchObject({ errorName: 'Unauthorized' });
  });

  it('says when it is unknown or expired', async () => {
    const { code } = await made({ expiredAt: new Date('2020-01-01T00:00:00Z') });
    expect(await promo().redeem(await account(), code)).toEqual({
      applied: false,
      message: 'This promo code has expired',
    });
    expect(await promo().redeem(await account(), 'NOBODY')).toEqual({
      applied: false,
      message: 'This promo code doesn’t exist',
    });
  });

  it('without limit is never used up', { timeout: 60_000 }, async () => {
    const { code } = await made({ totalUsages: 0 });
    const subs = await accounts(30);
    const answers = await Promise.all(subs.map((sub) => promo().redeem(sub, code)));
    expect(answers.every(({ applied }) => applied)).toBe(true);
  });

  it('that is made up has no letters that look alike', async () => {
    for (let count = 0; count < 40; count += 1) {
      expect((await made()).code).toMatch(/^[ACDEFGHJKMNPQRTWXY34679]{10}$/);
    }
  });

  it('is not made twice, in whatever case', async () => {
    await made({ code: 'Spring-26' });
    await expect(made({ code: 'SPRING-26' })).rejects.toMatchObject({ errorName: 'PromoCodeTaken' });
  });

  it('changes only what is named', async () => {
    const code = await made();
    expect(await promo().change(code.id, { social: 'x' })).toMatchObject({
      social: 'x',
      freeChecks: 2,
      totalUsages: 10,
      expiredAt: LATER,
    });
    await expect(promo().change(999_999, {})).rejects.toMatchObject({ errorName: 'NotFound' });
  });

  it('that is deleted leaves what it gave', async () => {
    const code = await made();
    const sub = await account();
    await promo().redeem(sub, code.code);
    await promo().remove(code.id);
    await expect(promo().remove(code.id)).rejects.toMatchObject({ errorName: 'NotFound' });
    expect(await ledger.stateOf(database.pool, sub)).toMatchObject({ checks: 2 });
    expect(await promo().redeem(sub, code.code)).toMatchObject({ applied: false });
  });
});

describe('promo codes that were redeemed before redemptions belonged to mailboxes', () => {
  let database: TestDatabase;
  let before = '';
  const [first, second, gone] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)];
  beforeAll(async () => {
    database = await emptyDatabase();
    before = await mkdtemp(path.join(tmpdir(), 'assay-migrations-'));
    for (const name of await readdir(MIGRATIONS)) {
      if (name < BEFORE_MAILBOXES) await cp(path.join(MIGRATIONS, name), path.join(before, name));
    }
    await migrate(database.url, before);
    await database.pool.query(
      `INSERT INTO users (sub, email, mailbox_key) VALUES
         ('${first}', 'ann@firm.example', 'ann@firm.example'), ('${second}', 'ann+2@firm.example', 'ann@firm.example')`,
    );
    await database.pool.query(
      `INSERT INTO promo_codes (code, social, free_checks, total_usages, usages, expired_at, created_at, updated_at)
       SELECT 'OLD', 'x', 2, 0, 3, '2999-01-01', now(), now()`,
    );
    await database.pool.query(
      `INSERT INTO promo_redemptions (promo_code, sub, redeemed_at)
       SELECT id, sub, now() FROM promo_codes, unnest(ARRAY['${first}', '${second}', '${gone}']) AS sub`,
    );
    await migrate(database.url);
  });
  afterAll(async () => {
    await database.drop();
    await rm(before, { recursive: true, force: true });
  });

  it('stay redeemed, also for an account that the mailbox gets later', async () => {
    const promo = wirePromo(database.pool, TEST_MAILBOX_HASH, GENEROUS);
    await Promise.all([promo.moveToMailboxes(), promo.moveToMailboxes()]);
    const third = 'd'.repeat(32);
    await database.pool.query(
      `INSERT INTO users (sub, email, mailbox_key) VALUES ('${third}', 'ann+3@firm.example', 'ann@firm.example')`,
    );
    for (const sub of [first, second, third]) {
      expect(await promo.redeem(sub, 'OLD')).toEqual({
        applied: false,
        message: 'You have already used this promo code',
      });
    }
    const kept = await database.pool.query('SELECT mailbox_hash FROM promo_redemptions');
    expect(kept.rows).toEqual([{ mailbox_hash: TEST_MAILBOX_HASH('ann@firm.example') }]);
    expect((await database.pool.query('SELECT FROM promo_redemptions_by_account')).rowCount).toBe(0);
  });
});
