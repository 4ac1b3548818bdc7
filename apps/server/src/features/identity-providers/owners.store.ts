import type { Db } from '../../db/index.ts';

/** The owners of a workspace, by the ids of their accounts. */
export async function ownersOf(db: Db, workspace: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ sub: string }>(
    "SELECT sub FROM workspace_members WHERE workspace = $1 AND role = 'owner' ORDER BY joined_at, sub",
    [workspace],
  );
  return rows.map(({ sub }) => sub);
}

/** What a mail to an owner says; null for who is no owner any more. */
export async function readForMail(
  db: Db,
  { workspace, to, by }: { readonly workspace: string; readonly to: string; readonly by: string | null },
): Promise<{ readonly to: string; readonly workspaceName: string; readonly by: string | null } | null> {
  const { rows } = await db.query<{ email: string; name: string; by_email: string | null }>(
    `SELECT u.email, w.name, (SELECT email FROM users WHERE sub = $3) AS by_email
       FROM workspace_members m JOIN users u USING (sub) JOIN workspaces w ON w.id = m.workspace
      WHERE m.workspace = $1 AND m.sub = $2 AND m.role = 'owner'`,
    [workspace, to, by],
  );
  const [row] = rows;
  return row === undefined ? null : { to: row.email, workspaceName: row.name, by: row.by_email };
}
