import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { inTransaction } from '../db/index.ts';
import { type AuditEntry, recordAudit } from './index.ts';

const SIGN_IN: AuditEntry = {
  workspace: 'w1',
  actor: { kind: 'person', sub: 'ada' },
  action: 'session.start',
  target: null,
  from: { ip: '203.0.113.7', device: 'Firefox on Linux' },
  text: 'a note about Bob@Example.org',
};

describe('the audit log', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
    await inTransaction(database.pool, (tx) => recordAudit(tx, SIGN_IN));
  });
  afterAll(() => database.drop());

  it('keeps personal text out of the chain', async () => {
    const { rows } = await database.pool.query('SELECT * FROM audit_entries');
    expect(rows).toHaveLength(1);
    const chained = JSON.stringify(rows);
    for (const personal of ['203.0.113.7', 'Firefox', 'Example']) expect(chained).not.toContain(personal);
    const kept = await database.pool.query('SELECT part, subject, mails, content FROM audit_personal ORDER BY part');
    expect(kept.rows).toEqual([
      {
        part: 'actor',
        subject: 'ada',
        mails: [],
        content: '{"email":null,"ip":"203.0.113.7","device":"Firefox on Linux"}',
      },
      { part: 'text', subject: null, mails: ['bob@example.org'], content: 'a note about Bob@Example.org' },
    ]);
  });

  it.each([
    "UPDATE audit_entries SET action = 'session.end'",
    'UPDATE audit_entries SET action = action WHERE false',
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries CASCADE',
    'DELETE FROM audit_chains',
    'TRUNCATE audit_chains CASCADE',
    'UPDATE audit_chains SET last_seq = 0',
    "INSERT INTO audit_chains (chain, last_seq) VALUES ('other', 5)",
    "UPDATE audit_personal SET content = 'another'",
    'TRUNCATE audit_personal',
    'INSERT INTO audit_entries (chain, seq, at, actor_kind, actor_id, action, hash) SELECT chain, seq + 2, at, actor_kind, actor_id, action, hash FROM audit_entries',
    'DELETE FROM audit_checkpoints',
    'DELETE FROM audit_checkpoint_heads',
  ])('refuses %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow(/^audit: /);
  });

  it('is written only together with the act', async () => {
    const workspace = randomUUID();
    const failing = inTransaction(database.pool, async (tx) => {
      await recordAudit(tx, { ...SIGN_IN, workspace });
      throw new Error('the act failed');
    });
    await expect(failing).rejects.toThrow('the act failed');
    const { rows } = await database.pool.query('SELECT FROM audit_chains WHERE chain = $1', [workspace]);
    expect(rows).toEqual([]);
  });

  it('numbers 50 entries that are appended at once without a gap, in the order of their times', async () => {
    const workspace = randomUUID();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        inTransaction(database.pool, (tx) => recordAudit(tx, { ...SIGN_IN, workspace, text: String(index) })),
      ),
    );
    const { rows } = await database.pool.query<{ seq: string; is_ordered: boolean }>(
      'SELECT seq, at >= coalesce(lag(at) OVER (ORDER BY seq), at) AS is_ordered FROM audit_entries WHERE chain = $1 ORDER BY seq',
      [workspace],
    );
    expect(rows).toEqual(Array.from({ length: 50 }, (_, index) => ({ seq: String(index + 1), is_ordered: true })));
    const end = await database.pool.query('SELECT last_seq FROM audit_chains WHERE chain = $1', [workspace]);
    expect(end.rows).toEqual([{ last_seq: '50' }]);
  });

  it('does not make one workspace wait for another', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await inTransaction(database.pool, async (tx) => {
      await recordAudit(tx, { ...SIGN_IN, workspace: one });
      await inTransaction(database.pool, (second) => recordAudit(second, { ...SIGN_IN, workspace: other }));
    });
    const { rows } = await database.pool.query('SELECT FROM audit_entries WHERE chain IN ($1, $2)', [one, other]);
    expect(rows).toHaveLength(2);
  });

  it('stores text that PostgreSQL cannot hold without failing', async () => {
    const workspace = randomUUID();
    await inTransaction(database.pool, (tx) => recordAudit(tx, { ...SIGN_IN, workspace, text: 'a\0b\ud800c' }));
    const { rows } = await database.pool.query(
      `SELECT content FROM audit_personal WHERE chain = $1 AND part = 'text'`,
      [workspace],
    );
    expect(rows).toEqual([{ content: 'ab\ufffdc' }]);
  });
});
