import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { lockWaits } from '../../../../test/support/lock-waits.ts';
import { testWorkspaces } from '../../../../test/support/workspaces.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import { inTransaction } from '../../../platform/db/index.ts';
import { assertMayDelete } from '../legal-holds/assert-may-delete.ts';
import { buildWorkspacesService } from './workspaces.service.ts';

const OWNER = 'a'.repeat(32);
const CLERK = 'b'.repeat(32);
const COMPANY = 'c'.repeat(32);
const ACTING = {
  sub: OWNER,
  email: 'a@firm.example',
  sessionId: 's',
  from: { ip: null, device: null },
  workspace: { kind: 'company', id: COMPANY, name: 'Firm', role: 'owner' },
} as const;

describe('a company that its suspended owner closes while a person joins', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query(
      `INSERT INTO users (sub, email, mailbox_key, suspended_at)
       VALUES ('${OWNER}', 'a@firm.example', 'a', now()), ('${CLERK}', 'b@firm.example', 'b', NULL);
       WITH made AS (INSERT INTO workspaces (id, kind, name) VALUES ('${COMPANY}', 'company', 'Firm') RETURNING id)
       INSERT INTO workspace_members (workspace, sub, role) SELECT id, '${OWNER}', 'owner' FROM made`,
    );
  });
  afterAll(() => database.drop());

  it('stays, as it does for members who joined before', async () => {
    const { pool } = database;
    const { workspaces } = testWorkspaces(pool).features;
    let outcome: Promise<unknown> = Promise.resolve();
    await inTransaction(pool, async (tx) => {
      await tx.query('SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [COMPANY]);
      let isOver = false;
      outcome = workspaces
        .close(ACTING, 'Firm')
        .catch((error: unknown) => error)
        .finally(() => {
          isOver = true;
        });
      while (!isOver && (await lockWaits(tx)) === 0) await sleep(10);
      await tx.query("INSERT INTO workspace_members (workspace, sub, role) VALUES ($1, $2, 'analyst')", [
        COMPANY,
        CLERK,
      ]);
    });
    expect(await outcome).toMatchObject({ errorName: 'AccountSuspended' });
    const { rowCount } = await pool.query('SELECT FROM workspace_members WHERE workspace = $1', [COMPANY]);
    expect(rowCount).toBe(2);
  });

  it('is refused before anything is erased where there are other members already', async () => {
    const { pool } = database;
    await pool.query(
      "INSERT INTO workspace_members (workspace, sub, role) VALUES ($1, $2, 'analyst') ON CONFLICT DO NOTHING",
      [COMPANY, CLERK],
    );
    const erased: string[] = [];
    const workspaces = buildWorkspacesService({
      db: pool,
      transaction: (work) => inTransaction(pool, work),
      clock: { now: () => new Date() },
      newId: () => COMPANY,
      audit: recordAudit,
      sessionPolicy: { assertMayEnter: async () => undefined },
      assertMayDelete,
      owned: [{ erase: async (_tx, id) => void erased.push(id) }],
    });
    await expect(workspaces.close(ACTING, 'Firm')).rejects.toMatchObject({ errorName: 'AccountSuspended' });
    expect(erased).toEqual([]);
  });
});
