import type { Db } from '../../../platform/db/index.ts';

/** For how long a company keeps its checks by law. */
export interface Retention {
  readonly days: number;
  readonly law: string;
  /** Email of the member who set it; null once the account was deleted. */
  readonly setBy: string | null;
  readonly setAt: Date;
}

export const retentionStore = {
  /** Null where the company keeps them as long as everybody. */
  async find(db: Db, workspace: string): Promise<Retention | null> {
    const { rows } = await db.query(
      `SELECT r.days, r.law, u.email AS "setBy", r.set_at AS "setAt"
         FROM workspace_retentions r LEFT JOIN users u ON u.sub = r.set_by WHERE r.workspace = $1`,
      [workspace],
    );
    return rows[0] ?? null;
  },

  async save(
    db: Db,
    workspace: string,
    { days, law, setBy, setAt }: Pick<Retention, 'days' | 'law' | 'setAt'> & { readonly setBy: string },
  ): Promise<void> {
    await db.query(
      `INSERT INTO workspace_retentions (workspace, days, law, set_by, set_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (workspace) DO UPDATE SET days = excluded.days, law = excluded.law, set_by = excluded.set_by,
         set_at = excluded.set_at`,
      [workspace, days, law, setBy, setAt],
    );
  },

  async remove(db: Db, workspace: string): Promise<void> {
    await db.query('DELETE FROM workspace_retentions WHERE workspace = $1', [workspace]);
  },
};
