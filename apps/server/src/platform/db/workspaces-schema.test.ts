import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { inTransaction, type Pool } from './index.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await testDatabase();
  ({ pool } = database);
});
afterAll(() => database.drop());

const newId = () => randomBytes(16).toString('hex');

async function person(): Promise<string> {
  const sub = newId();
  await pool.query('INSERT INTO users (sub, email, mailbox_key) VALUES ($1, $2, $2)', [sub, `${sub}@firm.example`]);
  return sub;
}

async function company(...owners: readonly string[]): Promise<string> {
  const id = newId();
  await inTransaction(pool, async (tx) => {
    await tx.query("INSERT INTO workspaces (id, kind, name) VALUES ($1, 'company', 'Firm')", [id]);
    for (const sub of owners) {
      await tx.query("INSERT INTO workspace_members (workspace, sub, role) VALUES ($1, $2, 'owner')", [id, sub]);
    }
  });
  return id;
}

const owners = async (id: string): Promise<number> =>
  (await pool.query("SELECT FROM workspace_members WHERE workspace = $1 AND role = 'owner'", [id])).rowCount ?? 0;
const leave = (id: string, sub: string) =>
  pool.query('DELETE FROM workspace_members WHERE workspace = $1 AND sub = $2', [id, sub]);

describe('workspaces in the database', () => {
  it('gives every new person a personal workspace of the same id, which goes with the person', async () => {
    const sub = await person();
    const { rows } = await pool.query('SELECT id, kind, name, person FROM workspaces WHERE id = $1', [sub]);
    expect(rows).toEqual([{ id: sub, kind: 'personal', name: null, person: sub }]);
    expect(await owners(sub)).toBe(1);
    await pool.query('DELETE FROM users WHERE sub = $1', [sub]);
    expect((await pool.query('SELECT FROM workspaces WHERE id = $1', [sub])).rowCount).toBe(0);
  });

  it('refuses a company without an owner, and to take away its last one', async () => {
    await expect(company()).rejects.toThrow('would have no owner');
    const sub = await person();
    const id = await company(sub);
    await expect(leave(id, sub)).rejects.toThrow('would have no owner');
    await expect(
      pool.query("UPDATE workspace_members SET role = 'admin' WHERE workspace = $1 AND sub = $2", [id, sub]),
    ).rejects.toThrow('would have no owner');
    await expect(pool.query('DELETE FROM users WHERE sub = $1', [sub])).rejects.toThrow('would have no owner');
    expect(await owners(id)).toBe(1);
  });

  it('keeps an owner when two owners leave at the same moment', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [one, other] = [await person(), await person()];
      const id = await company(one, other);
      const left = await Promise.allSettled([leave(id, one), leave(id, other)]);
      expect(left.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await owners(id)).toBe(1);
    }
  });

  it('lets a workspace be deleted with all its members', async () => {
    const id = await company(await person());
    await pool.query('DELETE FROM workspaces WHERE id = $1', [id]);
    expect(await owners(id)).toBe(0);
  });
});
