import type { WorkspaceRole } from '@assay/domain';
import { type Db, present } from '../../../platform/db/index.ts';

/** Members of a workspace with one of the roles, by the ids of their accounts. */
export async function membersWith(
  db: Db,
  workspace: string,
  roles: readonly WorkspaceRole[],
): Promise<readonly string[]> {
  const { rows } = await db.query(
    'SELECT sub FROM workspace_members WHERE workspace = $1 AND role = ANY ($2) ORDER BY joined_at, sub',
    [workspace, roles],
  );
  return rows.map(({ sub }) => sub);
}

/** What a mail to a member says; null for who has none of the roles any more. */
export async function readForMail(
  db: Db,
  { workspace, to, by }: { readonly workspace: string; readonly to: string; readonly by: string | null },
  roles: readonly WorkspaceRole[],
): Promise<{ readonly to: string; readonly workspaceName: string; readonly by: string | null } | null> {
  const { rows } = await db.query(
    `SELECT u.email, w.name, (SELECT email FROM users WHERE sub = $3) AS by_email
       FROM workspace_members m JOIN users u USING (sub) JOIN workspaces w ON w.id = m.workspace
      WHERE m.workspace = $1 AND m.sub = $2 AND m.role = ANY ($4)`,
    [workspace, to, by, roles],
  );
  const [row] = rows;
  return row === undefined ? null : { to: row.email, workspaceName: present(row.name), by: row.by_email };
}
