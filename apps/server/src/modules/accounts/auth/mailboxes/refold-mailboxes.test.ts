import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openedBy, TEST_MAILBOX_HASH, testAuth } from '../../../../../test/support/auth.ts';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { carryMarksOf } from '../../../../app/composition/sign-up.ts';
import { inTransaction } from '../../../../platform/db/index.ts';
import { auditLedger, carryMarks, FREE_TARIFF, ledger } from '../../../money/index.ts';
import { refoldAccounts } from '../../open/auth.ts';

import { lockMailbox } from '../links/magic-links.store.ts';
import { MAILBOX_RULES } from '../mailbox.ts';
import { refoldMailboxes } from './refold-mailboxes.ts';

const asked = { ip: null, device: 'A test', timezone: null };

describe('a mailbox that an earlier version stored under another spelling', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  /** What an earlier version stored for a mailbox that had its sign-up check and the survey's. */
  async function formerly(sub: string, email: string, isSuspended: boolean): Promise<void> {
    const { pool } = database;
    const hash = TEST_MAILBOX_HASH(email);
    await pool.query('INSERT INTO users (sub, email, mailbox_key, confirmed_at) VALUES ($1, $2, $2, now())', [
      sub,
      email,
    ]);
    const grant = {
      sub,
      tariff: FREE_TARIFF,
      checks: 1,
      reason: 'signup',
      key: `signup:${hash}`,
      expiresAt: null,
    } as const;
    await ledger.grant(pool, grant);
    await pool.query('INSERT INTO survey_takers (mailbox_hash, taken_at) VALUES ($1, now())', [hash]);
    if (!isSuspended) return;
    await pool.query("UPDATE users SET suspended_at = now(), suspended_reason = 'Fraud' WHERE sub = $1", [sub]);
    await pool.query("INSERT INTO suspended_mailboxes VALUES ($1, now(), 'Fraud')", [hash]);
  }

  async function register(email: string) {
    const auth = testAuth(database.pool, { checks: { runCheck: () => Promise.reject(new Error('no check')) } });
    await auth.signIn.requestLink({ email, acceptTerms: true, check: null, browserMark: null, knownMark: null, asked });
    return openedBy(await auth.signIn.confirmLink(auth.lastToken(), { device: 'A test', browserMark: null })).caller;
  }

  it.each([
    ['Proton', '1'.repeat(32), 'j.doe@pm.me', 'j-doe@proton.me'],
    ['Yandex', '2'.repeat(32), 'ivan.petrov@ya.ru', 'ivan-petrov@yandex.com'],
    ['iCloud', '9'.repeat(32), 'bob@me.com', 'bob+2@icloud.com'],
    ['Fastmail', '3'.repeat(32), 'shop@mara.fastmail.com', 'mara+2@fastmail.com'],
  ])('of %s gets nothing again in another spelling, once the server has started', async (_who, sub, email, other) => {
    await formerly(sub, email, true);
    const carried: string[] = [];
    const refold = () =>
      refoldMailboxes({
        db: database.pool,
        transaction: (work) => inTransaction(database.pool, work),
        mailboxHash: TEST_MAILBOX_HASH,
        carryMarks: async (tx, renamed) => {
          carried.push(renamed.sub);
          await carryMarks(tx, ledger, renamed);
        },
        pageSize: 1,
      });
    await refold();
    await refold();
    expect(carried).toEqual([sub]);
    const again = await register(other);
    expect(again.sub).not.toBe(sub);
    expect(again.suspension?.reason).toBe('Fraud');
    expect((await ledger.stateOf(database.pool, again.sub)).checks).toBe(0);
    expect((await ledger.stateOf(database.pool, sub)).checks).toBe(1);
    const keys = await database.pool.query('SELECT DISTINCT mailbox_key FROM users WHERE sub = ANY($1)', [
      [sub, again.sub],
    ]);
    expect(keys.rowCount).toBe(1);
    expect(await auditLedger(database.pool)).toEqual([]);
  });

  it('gets nothing again after its account was deleted', async () => {
    const sub = '4'.repeat(32);
    await formerly(sub, 'gone.one@pm.me', false);
    await ledger.close(database.pool, sub, new Date());
    await database.pool.query('DELETE FROM users WHERE sub = $1', [sub]);
    const again = await register('gone.one@pm.me');
    expect((await ledger.stateOf(database.pool, again.sub)).checks).toBe(0);
    const taken = await database.pool.query('SELECT FROM survey_takers WHERE mailbox_hash = $1', [
      TEST_MAILBOX_HASH('goneone@proton.me'),
    ]);
    expect(taken.rowCount).toBe(1);
  });

  const keyOf = async (sub: string) =>
    (await database.pool.query<{ key: string }>('SELECT mailbox_key AS key FROM users WHERE sub = $1', [sub])).rows[0]
      ?.key;

  it('waits for who signs in to the mailbox just now', async () => {
    const sub = '5'.repeat(32);
    await formerly(sub, 'wait.for@pm.me', false);
    const refolding: Promise<void>[] = [];
    await inTransaction(database.pool, async (tx) => {
      await lockMailbox(tx, 'waitfor@proton.me');
      refolding.push(refoldAccounts(database.pool, TEST_MAILBOX_HASH, carryMarksOf));
      await vi.waitFor(
        async () => {
          const waiting = await database.pool.query(
            `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
              WHERE locktype = 'advisory' AND NOT granted AND d.datname = current_database()`,
          );
          expect(waiting.rowCount).toBe(1);
        },
        { timeout: 30_000 },
      );
      await tx.query('UPDATE users SET mailbox_key = $2 WHERE sub = $1', [sub, 'by another server']);
    });
    await Promise.all(refolding);
    expect(await keyOf(sub)).toBe('by another server');
  }, 60_000);

  it('is not looked for by the starts after the first day', async () => {
    const early = '6'.repeat(32);
    const late = '7'.repeat(32);
    await formerly(early, 'in.a.day@pm.me', false);
    await refoldAccounts(database.pool, TEST_MAILBOX_HASH, carryMarksOf);
    expect(await keyOf(early)).toBe('inaday@proton.me');
    await database.pool.query("UPDATE installation SET mailboxes_refolded_at = now() - interval '25 hours'");
    await formerly(late, 'after.it@pm.me', false);
    await refoldAccounts(database.pool, TEST_MAILBOX_HASH, carryMarksOf);
    expect(await keyOf(late)).toBe('after.it@pm.me');
  });

  it('is looked for again where the rules are later ones than those of the first time', async () => {
    const sub = '8'.repeat(32);
    await formerly(sub, 'bob@mac.com', false);
    const refolded = "UPDATE installation SET mailboxes_refolded_at = now() - interval '25 hours', mailbox_rules = $1";
    await database.pool.query(refolded, [MAILBOX_RULES]);
    await refoldAccounts(database.pool, TEST_MAILBOX_HASH, carryMarksOf);
    expect(await keyOf(sub)).toBe('bob@mac.com');
    await database.pool.query(refolded, [MAILBOX_RULES - 1]);
    await refoldAccounts(database.pool, TEST_MAILBOX_HASH, carryMarksOf);
    expect(await keyOf(sub)).toBe('bob@icloud.com');
    const { rows } = await database.pool.query<{ rules: number; now: boolean }>(
      "SELECT mailbox_rules AS rules, mailboxes_refolded_at > now() - interval '1 hour' AS now FROM installation",
    );
    expect(rows).toEqual([{ rules: MAILBOX_RULES, now: true }]);
  });
});
