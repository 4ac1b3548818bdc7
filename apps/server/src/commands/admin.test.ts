import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.ts';
import { useAdmin } from './test/use-admin.ts';

describe('assay admin', () => {
  let database: TestDatabase;
  const admin = useAdmin(() => database.pool);
  const { out: said } = admin;
  const assay = (...words: string[]) => admin.run(...words);

  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query(
      `INSERT INTO users (sub, email, mailbox_key) VALUES (repeat('a', 32), 'ann@example.org', 'ann@example.org')`,
    );
  });
  afterAll(() => database.drop());

  async function ann() {
    const { rows } = await database.pool.query(
      `SELECT admin_granted_at IS NOT NULL AS admin, suspended_at IS NOT NULL AS suspended, suspended_reason AS reason
         FROM users WHERE email = 'ann@example.org'`,
    );
    return rows[0];
  }

  async function recorded(): Promise<readonly Record<string, unknown>[]> {
    const text = await admin.events();
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  it('makes administrators and takes it back, by email in any case', async () => {
    expect(await assay('grant', 'Ann@Example.org')).toBe(0);
    expect(await ann()).toMatchObject({ admin: true });
    expect(await assay('grant', 'ann@example.org')).toBe(0);
    expect(await assay('revoke', 'ann@example.org')).toBe(0);
    expect(await ann()).toMatchObject({ admin: false });
  });

  it('suspends with a reason and restores', async () => {
    expect(await assay('suspend', 'ann@example.org', '--reason', 'Second account')).toBe(0);
    expect(await ann()).toMatchObject({ suspended: true, reason: 'Second account' });
    expect(await assay('suspend', 'ann@example.org')).toBe(0);
    expect(await ann()).toMatchObject({ reason: 'Second account' });
    expect(await assay('restore', 'ann@example.org')).toBe(0);
    expect(await ann()).toMatchObject({ suspended: false, reason: null });
  });

  it('suspends and restores a person by every name: each account of the mailbox and the Telegram user joined to one', async () => {
    await database.pool.query(
      `INSERT INTO users (sub, email, mailbox_key) VALUES
         (repeat('b', 32), 'bob@example.org', 'bob@example.org'), (repeat('c', 32), 'bob+2@example.org', 'bob@example.org')`,
    );
    await database.pool.query(
      `INSERT INTO bot_accounts (telegram_id, sub, joined_sub, joined_at, created_at)
       VALUES (510000007, repeat('d', 32), repeat('c', 32), now(), now())`,
    );
    const suspended = async () => {
      const found = await database.pool.query<{ name: string }>(
        `SELECT email AS name FROM users WHERE suspended_reason = 'Fraud'
         UNION ALL SELECT telegram_id::text FROM suspended_telegram_users WHERE reason = 'Fraud' ORDER BY name`,
      );
      return found.rows.map(({ name }) => name);
    };
    const person = ['510000007', 'bob+2@example.org', 'bob@example.org'];

    expect(await assay('suspend', 'Bob+anything@example.org', '--reason', 'Fraud')).toBe(0);
    expect(said).toEqual([
      'Bob+anything@example.org is suspended.',
      'bob@example.org, the same person, is suspended too.',
      'telegram:510000007, the same person, is suspended too.',
    ]);
    expect(await suspended()).toEqual(person);
    expect(await assay('restore', 'telegram:510000007')).toBe(0);
    expect(await suspended()).toEqual([]);
    expect(await assay('suspend', 'telegram:510000007', '--reason', 'Fraud')).toBe(0);
    expect(await suspended()).toEqual(person);
    expect(await assay('restore', 'bob+2@example.org')).toBe(0);
    expect(await suspended()).toEqual([]);
  });

  it('suspends a Telegram user, known or not, and restores', async () => {
    const suspended = async () =>
      (await database.pool.query('SELECT telegram_id::text AS id, reason FROM suspended_telegram_users')).rows;
    expect(await assay('suspend', 'telegram:510000001', '--reason', 'Abuse')).toBe(0);
    expect(await assay('suspend', 'telegram:510000001')).toBe(0);
    expect(await suspended()).toEqual([{ id: '510000001', reason: 'Abuse' }]);
    expect(await assay('restore', 'telegram:510000001')).toBe(0);
    expect(await suspended()).toEqual([]);
    expect(await assay('grant', 'telegram:510000001')).toBe(1);
    expect(await assay('suspend', 'telegram:x')).toBe(1);
  });

  it('removes second factors and recovery codes, and ends the sessions', async () => {
    const sub = 'a'.repeat(32);
    await database.pool.query(
      `INSERT INTO factors (id, sub, kind, name, created_at, sealed_secret) VALUES (repeat('f', 32), $1, 'totp', 'App', now(), 'x')`,
      [sub],
    );
    await database.pool.query(`INSERT INTO recovery_codes (sub, code_hash, created_at) VALUES ($1, 'h', now())`, [sub]);
    await database.pool.query(
      `INSERT INTO sessions (id, sub, refresh_hash, rotated_at, device, created_at, last_seen_at, expires_at)
       VALUES (repeat('e', 32), $1, 'x', now(), 'A test', now(), now(), now() + interval '1 day')`,
      [sub],
    );
    expect(await assay('factors', 'reset', 'Ann@example.org')).toBe(0);
    const { rows } = await database.pool.query(
      `SELECT (SELECT count(*)::int FROM factors) AS factors, (SELECT count(*)::int FROM recovery_codes) AS codes,
              (SELECT count(*)::int FROM sessions WHERE ended_at IS NULL) AS sessions`,
    );
    expect(rows).toEqual([{ factors: 0, codes: 0, sessions: 0 }]);
    expect((await recorded()).at(-1)).toMatchObject({ action: 'account.factors_reset', about: `account:${sub}` });
    expect(await assay('factors', 'reset', 'nobody@example.org')).toBe(1);
  });

  it('gives checks, once per key', async () => {
    expect(await assay('credit', 'ann@example.org', '3')).toBe(0);
    expect(await assay('credit', 'ann@example.org', '20', '--bought', '--key', 'invoice 7')).toBe(0);
    expect(await assay('credit', 'ann@example.org', '20', '--bought', '--key', 'invoice 7')).toBe(0);
    expect(said).toEqual([
      'ann@example.org has 3 checks.',
      'ann@example.org has 23 checks.',
      'This key was credited before. ann@example.org has 23 checks.',
    ]);
  });

  it('gives checks to a company by its id, and records it there', async () => {
    const id = 'ab'.repeat(16);
    await database.pool.query(
      `WITH made AS (INSERT INTO workspaces (id, kind, name) VALUES ($1, 'company', 'Firm Ltd.') RETURNING id)
       INSERT INTO workspace_members (workspace, sub, role) SELECT id, repeat('a', 32), 'owner' FROM made`,
      [id],
    );
    expect(await assay('credit', `workspace:${id}`, '7', '--key', 'contract 1')).toBe(0);
    expect(await assay('credit', `workspace:${id}`, '7', '--key', 'contract 1')).toBe(0);
    expect(said).toEqual(['Firm Ltd. has 7 checks.', 'This key was credited before. Firm Ltd. has 7 checks.']);
    const { rows } = await database.pool.query(
      `SELECT chain, target_kind, content FROM audit_entries JOIN audit_personal USING (chain, seq)
        WHERE action = 'account.credit' AND part = 'target' AND content = $1 ORDER BY chain`,
      [id],
    );
    expect(rows).toEqual([
      { chain: id, target_kind: 'workspace', content: id },
      { chain: 'service', target_kind: 'workspace', content: id },
    ]);
    expect(await assay('credit', `workspace:${'d'.repeat(32)}`, '7')).toBe(1);
    // A personal workspace is credited by the email of its person.
    expect(await assay('credit', `workspace:${'a'.repeat(32)}`, '7')).toBe(1);
  });

  it.each([['grant'], ['revoke'], ['suspend'], ['restore'], ['credit']])(
    'knows no account it could %s',
    async (what) => {
      const args = what === 'credit' ? ['5'] : [];
      expect(await assay(what, 'nobody@example.org', ...args)).toBe(1);
      expect(admin.err).toEqual(['No account has the email nobody@example.org.']);
    },
  );

  it.each(['0', '-1', 'many', '1.5', '100001', ''])('refuses %j as a number of checks', async (checks) => {
    expect(await assay('credit', '--', 'ann@example.org', checks)).toBe(2);
  });

  it('proves nothing by an empty ledger', async () => {
    const empty = await testDatabase();
    const full = database;
    database = empty;
    try {
      expect(await assay('audit')).toBe(3);
      expect(admin.err).toEqual([
        expect.stringMatching(/^The ledger of this database is empty, so nothing was proven\./),
      ]);
      expect(await assay('audit', '--json')).toBe(3);
      expect(JSON.parse(said[0] ?? '')).toMatchObject({ entries: 0, tariffs: 0, faults: [] });
    } finally {
      database = full;
      await empty.drop();
    }
  });

  it('proves the ledger with 0, and ends with 1 and the rows when one was corrupted', async () => {
    expect(await assay('audit')).toBe(0);
    expect(said).toEqual([
      expect.stringMatching(
        /^\d+ entr(?:y|ies) on \d+ plans?, audit log of \d+ entr(?:y|ies) and 0 checkpoints: everything adds up\.$/,
      ),
    ]);

    const client = await database.pool.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query("UPDATE ledger_tariffs SET left_checks = 1000 WHERE series = 'flex'");
    client.release(true);
    said.splice(0);
    expect(await assay('audit')).toBe(1);
    expect(said[0]).toMatch(
      /^tariff \d+: balance is not the sum of its entries; expected 20\/0\/0\/0, found 1000\/0\/0\/0$/,
    );
    said.splice(0);
    expect(await assay('audit', '--json')).toBe(1);
    expect(JSON.parse(said[0] ?? '')).toMatchObject({ faults: [{ expected: '20/0/0/0' }] });
  });

  it('finds a changed entry of the audit log, and ends with 1', async () => {
    await assay('grant', 'ann@example.org');
    const client = await database.pool.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query("UPDATE audit_entries SET action = 'key.create' WHERE chain = 'service' AND seq = 1");
    client.release(true);
    said.splice(0);
    expect(await assay('audit')).toBe(1);
    expect(said).toContainEqual(expect.stringMatching(/^audit log of service, entry 1: it was changed or moved/));
  });

  it('says that a noted checkpoint is not in the database, and refuses one that cannot be read', async () => {
    expect(await assay('audit', '--checkpoint', `3:${'a'.repeat(64)}`)).toBe(1);
    expect(said).toContain('audit checkpoint 3: it is not the checkpoint that was noted');
    expect(await assay('audit', '--checkpoint', 'third')).toBe(2);
  });

  it('records what the operator does in the audit log of the service and of the account', async () => {
    const { rows } = await database.pool.query(
      `SELECT chain, actor_kind, part, content FROM audit_entries JOIN audit_personal USING (chain, seq)
        WHERE action = 'account.suspend' AND subject = repeat('a', 32) ORDER BY chain, seq, part`,
    );
    const ann = 'a'.repeat(32);
    const first = [ann, 'service'].flatMap((chain) => rows.filter((row) => row.chain === chain).slice(0, 2));
    expect(first).toEqual(
      [ann, 'service'].flatMap((chain) => [
        { chain, actor_kind: 'operator', part: 'target', content: ann },
        { chain, actor_kind: 'operator', part: 'text', content: 'Second account' },
      ]),
    );
  });

  it('records every change as a security event with the account’s id, and never the email or the reason', async () => {
    const before = (await recorded()).length;
    await assay('grant', 'ann@example.org');
    await assay('suspend', 'ann@example.org', '--reason', 'Sold stolen goods');
    await assay('restore', 'ann@example.org');
    await assay('revoke', 'ann@example.org');
    await assay('credit', 'ann@example.org', '3', '--key', 'invoice 8');
    await assay('credit', 'ann@example.org', '3', '--key', 'invoice 8');
    await assay('suspend', 'telegram:7000001');
    await assay('suspend', 'nobody@example.org');
    const events = (await recorded()).slice(before);
    const ann = `account:${'a'.repeat(32)}`;
    expect(events.map(({ event, subject, action, about }) => [event, subject, action, about])).toEqual([
      ['security.admin_action', 'operator', 'account.grant', ann],
      ['security.admin_action', 'operator', 'account.suspend', ann],
      ['security.admin_action', 'operator', 'account.restore', ann],
      ['security.admin_action', 'operator', 'account.revoke', ann],
      ['security.admin_action', 'operator', 'account.credit', ann],
      ['security.admin_action', 'operator', 'account.suspend', expect.stringMatching(/^telegram:[0-9a-f]{16}$/)],
    ]);
    const text = JSON.stringify(events);
    for (const secret of ['example.org', 'stolen', '7000001', 'invoice']) expect(text).not.toContain(secret);
    expect((await stat(admin.eventsFile())).mode & 0o777).toBe(0o600);
  });
});
