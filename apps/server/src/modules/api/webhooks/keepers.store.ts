import type { Db } from '../../../platform/db/index.ts';

/** Who may change the endpoints of a workspace, by the ids of their accounts. */
export async function keepersOf(db: Db, workspace: string): Promise<readonly string[]> {
  const { rows } = await db.query(
    `SELECT sub FROM workspace_members WHERE workspace = $1 AND role IN ('owner', 'admin')
      ORDER BY role <> 'owner', joined_at, sub LIMIT 20`,
    [workspace],
  );
  return rows.map(({ sub }) => sub);
}

/** What a mail to one of them needs; null for who is none any more. */
export async function readForMail(
  db: Db,
  workspace: string,
  sub: string,
): Promise<{ readonly to: string; readonly workspaceName: string | null } | null> {
  const { rows } = await db.query(
    `SELECT u.email, w.name FROM workspace_members m JOIN users u USING (sub) JOIN workspaces w ON w.id = m.workspace
      WHERE m.workspace = $1 AND m.sub = $2 AND m.role IN ('owner', 'admin')`,
    [workspace, sub],
  );
  const [row] = rows;
  return row === undefined ? null : { to: row.email, workspaceName: row.name };
}
