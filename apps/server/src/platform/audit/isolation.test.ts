import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { inTransaction, type Pool, scopedPool } from '../db/index.ts';
import { inWorkspace } from '../kernel/scope.ts';
import { type AuditEntry, recordAudit, verifyAudit } from './index.ts';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);
const ADA = 'd'.repeat(32);
const TABLES = ['audit_chains', 'audit_entries', 'audit_personal'];

const actIn = (workspace: string | null, sub: string): AuditEntry => ({
  workspace,
  actor: { kind: 'person', sub },
  action: 'member.invite',
  target: null,
  from: null,
  text: `said in ${workspace}`,
});

describe('the audit log of a workspace', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await testDatabase();
    pool = scopedPool(database.pool, database.url, { maxConnections: 2 });
    for (const workspace of [A, B, null]) {
      await inWorkspace(A, () => inTransaction(pool, (tx) => recordAudit(tx, actIn(workspace, ADA))));
    }
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const textsIn = async (scope: string) => {
    const { rows } = await inWorkspace(scope, () =>
      pool.query<{ content: string }>("SELECT content FROM audit_personal WHERE part = 'text' ORDER BY 1"),
    );
    return rows.map(({ content }) => content);
  };

  it('is read by that workspace alone, and appended to from any', async () => {
    expect(await textsIn(A)).toEqual([`said in ${A}`]);
    expect(await textsIn(B)).toEqual([`said in ${B}`]);
    expect(await textsIn('c'.repeat(32))).toEqual([]);
    for (const table of TABLES) expect((await pool.query(`SELECT FROM ${table}`)).rowCount, table).toBe(0);
  });

  it('shows a person what they did elsewhere, without the text', async () => {
    const { rows } = await inWorkspace(ADA, () =>
      pool.query<{ chain: string }>('SELECT chain FROM audit_entries ORDER BY 1'),
    );
    expect(rows.map(({ chain }) => chain)).toEqual([A, B, 'service']);
    expect(await textsIn(ADA)).toEqual([]);
  });

  it('is changed by no request but by an entry that follows the last', async () => {
    for (const table of TABLES) {
      for (const statement of [
        `DELETE FROM ${table}`,
        `UPDATE ${table} SET chain = chain`,
        `TRUNCATE ${table} CASCADE`,
      ]) {
        await expect(
          inWorkspace(A, () => pool.query(statement)),
          statement,
        ).rejects.toMatchObject({ code: '42501' });
      }
    }
    await expect(inWorkspace(A, () => pool.query('SELECT FROM audit_checkpoint_heads'))).rejects.toMatchObject({
      code: '42501',
    });
    const entry = {
      chain: A,
      seq: 9,
      at: new Date(),
      actor_kind: 'system',
      action: 'x',
      erased: 0,
      hash: '00'.repeat(32),
    };
    await expect(
      inWorkspace(A, () => pool.query('SELECT audit_put($1, $2)', [JSON.stringify(entry), '[]'])),
    ).rejects.toThrow('does not follow');
    expect(await verifyAudit(database.pool, async () => [])).toMatchObject({ entries: 3, faults: [] });
  });
});
