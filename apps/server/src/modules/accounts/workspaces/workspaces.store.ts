import type { WorkspaceRole } from '@assay/domain';
import { type Db, present } from '../../../platform/db/index.ts';
import type { CallerWorkspace } from '../../../platform/kernel/caller.ts';
import type { MemberFacts } from './workspaces.ports.ts';

interface WorkspaceRow {
  readonly id: string;
  readonly name: string | null;
  readonly role: WorkspaceRole;
}

interface MemberRow {
  readonly sub: string;
  readonly email: string;
  readonly role: WorkspaceRole;
  readonly joined_at: Date;
}

const MEMBER_COLUMNS = 'm.sub, u.email, m.role, m.joined_at';

export const workspacesStore = {
  /** The workspaces of a person, the personal one first. */
  async listOf(db: Db, sub: string, limit: number): Promise<readonly CallerWorkspace[]> {
    const { rows } = await db.query(
      `SELECT w.id, w.name, m.role FROM workspace_members m JOIN workspaces w ON w.id = m.workspace
        WHERE m.sub = $1 ORDER BY w.kind = 'company', m.joined_at, w.id LIMIT $2`,
      [sub, limit],
    );
    return rows.map(workspaceOf);
  },

  /** Names of the companies a person is a member of. */
  async companyNamesOf(db: Db, sub: string): Promise<readonly string[]> {
    const { rows } = await db.query(
      `SELECT w.name FROM workspace_members m JOIN workspaces w ON w.id = m.workspace
        WHERE m.sub = $1 AND w.kind = 'company' ORDER BY w.name, w.id`,
      [sub],
    );
    return rows.map(({ name }) => present(name));
  },

  /** Names of the companies that would have no owner without a person. */
  async lastOwnedOf(db: Db, sub: string): Promise<readonly string[]> {
    const { rows } = await db.query(
      `SELECT w.name FROM workspaces w JOIN workspace_members m ON m.workspace = w.id
        WHERE m.sub = $1 AND w.kind = 'company' AND m.role = 'owner' AND NOT EXISTS (
              SELECT FROM workspace_members o WHERE o.workspace = w.id AND o.role = 'owner' AND o.sub <> $1)
        ORDER BY w.name, w.id`,
      [sub],
    );
    return rows.map(({ name }) => present(name));
  },

  /** Ids of the companies a person is a member of. */
  async companiesOf(db: Db, sub: string): Promise<readonly string[]> {
    const { rows } = await db.query(
      `SELECT w.id FROM workspace_members m JOIN workspaces w ON w.id = m.workspace
        WHERE m.sub = $1 AND w.kind = 'company' ORDER BY w.id`,
      [sub],
    );
    return rows.map(({ id }) => id);
  },

  /** A workspace as its member sees it; null for who is no member. */
  async find(db: Db, id: string, sub: string): Promise<CallerWorkspace | null> {
    const { rows } = await db.query(
      `SELECT w.id, w.name, m.role FROM workspace_members m JOIN workspaces w ON w.id = m.workspace
        WHERE m.workspace = $1 AND m.sub = $2`,
      [id, sub],
    );
    return rows[0] === undefined ? null : workspaceOf(rows[0]);
  },

  /**
   * Locks a person's memberships, so that what counts them is serialised until the transaction ends; false for a deleted
   * account.
   */
  async lockPerson(db: Db, sub: string): Promise<boolean> {
    const found = await db.query('SELECT FROM users WHERE sub = $1 FOR NO KEY UPDATE', [sub]);
    return found.rowCount === 1;
  },

  async isSuspended(db: Db, sub: string): Promise<boolean> {
    const found = await db.query('SELECT FROM users WHERE sub = $1 AND suspended_at IS NOT NULL', [sub]);
    return found.rowCount === 1;
  },

  /** Keeps an account from being deleted until the transaction ends; false where it was. */
  async holdPerson(db: Db, sub: string): Promise<boolean> {
    const found = await db.query('SELECT FROM users WHERE sub = $1 FOR KEY SHARE', [sub]);
    return found.rowCount === 1;
  },

  /**
   * Keeps a workspace from being closed, and who is a member of a company from changing, until the transaction ends;
   * false for one that was closed. Waits for {@link lock}, and that for this.
   */
  async hold(db: Db, id: string): Promise<boolean> {
    const found = await db.query('SELECT FROM workspaces WHERE id = $1 FOR KEY SHARE', [id]);
    return found.rowCount === 1;
  },

  /**
   * Locks a company until the transaction ends, so that its members and invitations change one after the other; false
   * for one that was closed. The trigger that keeps an owner locks the same row.
   */
  async lock(db: Db, id: string): Promise<boolean> {
    const found = await db.query("SELECT FROM workspaces WHERE id = $1 AND kind = 'company' FOR UPDATE", [id]);
    return found.rowCount === 1;
  },

  async countOf(db: Db, sub: string): Promise<{ readonly owned: number; readonly joined: number }> {
    const { rows } = await db.query(
      `SELECT count(*) FILTER (WHERE m.role = 'owner')::integer AS owned, count(*)::integer AS joined
         FROM workspace_members m JOIN workspaces w ON w.id = m.workspace AND w.kind = 'company' WHERE m.sub = $1`,
      [sub],
    );
    return rows[0] ?? { owned: 0, joined: 0 };
  },

  async insert(db: Db, { id, name, now }: { readonly id: string; readonly name: string; readonly now: Date }) {
    await db.query("INSERT INTO workspaces (id, kind, name, created_at) VALUES ($1, 'company', $2, $3)", [
      id,
      name,
      now,
    ]);
  },

  async rename(db: Db, id: string, name: string): Promise<void> {
    await db.query('UPDATE workspaces SET name = $2 WHERE id = $1', [id, name]);
  },

  /** Members, invitations and what selected it go with it. */
  async remove(db: Db, id: string): Promise<void> {
    await db.query('DELETE FROM workspaces WHERE id = $1', [id]);
  },

  /** Null selects the personal workspace. False where it was selected already. */
  async select(db: Db, sessionId: string, workspace: string | null): Promise<boolean> {
    const changed = await db.query(
      'UPDATE sessions SET workspace = $2 WHERE id = $1 AND workspace IS DISTINCT FROM $2',
      [sessionId, workspace],
    );
    return changed.rowCount === 1;
  },

  async members(db: Db, id: string, page: { readonly limit: number; readonly offset: number }) {
    const { rows } = await db.query(
      `SELECT ${MEMBER_COLUMNS} FROM workspace_members m JOIN users u USING (sub) WHERE m.workspace = $1
        ORDER BY m.role <> 'owner', m.joined_at, m.sub LIMIT $2 OFFSET $3`,
      [id, page.limit, page.offset],
    );
    return rows.map(memberOf);
  },

  async countMembers(db: Db, id: string): Promise<{ readonly all: number; readonly owners: number }> {
    const { rows } = await db.query(
      `SELECT count(*)::integer AS all, count(*) FILTER (WHERE role = 'owner')::integer AS owners
         FROM workspace_members WHERE workspace = $1`,
      [id],
    );
    return rows[0] ?? { all: 0, owners: 0 };
  },

  async findMember(db: Db, id: string, sub: string): Promise<MemberFacts | null> {
    const { rows } = await db.query(
      `SELECT ${MEMBER_COLUMNS} FROM workspace_members m JOIN users u USING (sub) WHERE m.workspace = $1 AND m.sub = $2`,
      [id, sub],
    );
    return rows[0] === undefined ? null : memberOf(rows[0]);
  },

  /** Whether a member has the mailbox. */
  async hasMailbox(db: Db, id: string, mailboxKey: string): Promise<boolean> {
    const found = await db.query(
      'SELECT FROM workspace_members m JOIN users u USING (sub) WHERE m.workspace = $1 AND u.mailbox_key = $2',
      [id, mailboxKey],
    );
    return (found.rowCount ?? 0) > 0;
  },

  async addMember(
    db: Db,
    member: { readonly workspace: string; readonly sub: string; readonly role: WorkspaceRole; readonly now: Date },
  ): Promise<void> {
    await db.query('INSERT INTO workspace_members (workspace, sub, role, joined_at) VALUES ($1, $2, $3, $4)', [
      member.workspace,
      member.sub,
      member.role,
      member.now,
    ]);
  },

  async setRole(db: Db, id: string, sub: string, role: WorkspaceRole): Promise<void> {
    await db.query('UPDATE workspace_members SET role = $3 WHERE workspace = $1 AND sub = $2', [id, sub, role]);
  },

  /** Their sessions are in the personal workspace from here on. */
  async removeMember(db: Db, id: string, sub: string): Promise<void> {
    await db.query('DELETE FROM workspace_members WHERE workspace = $1 AND sub = $2', [id, sub]);
    await db.query('UPDATE sessions SET workspace = NULL WHERE workspace = $1 AND sub = $2', [id, sub]);
  },
};

export type WorkspacesStore = typeof workspacesStore;

/** Where mails about payments and disputes of a workspace go: to its owners and those with the billing role. */
export async function billingEmailsOf(db: Db, workspace: string): Promise<readonly string[]> {
  const { rows } = await db.query(
    `SELECT u.email FROM workspace_members m JOIN users u USING (sub)
      WHERE m.workspace = $1 AND m.role IN ('owner', 'billing') ORDER BY m.role <> 'owner', m.joined_at, m.sub LIMIT 20`,
    [workspace],
  );
  return rows.map(({ email }) => email);
}

function workspaceOf({ id, name, role }: WorkspaceRow): CallerWorkspace {
  return name === null ? { kind: 'personal', id, name, role: 'owner' } : { kind: 'company', id, name, role };
}

function memberOf({ sub, email, role, joined_at: joinedAt }: MemberRow): MemberFacts {
  return { sub, email, role, joinedAt };
}
