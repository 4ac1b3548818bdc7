import type { Db } from '../../../platform/db/index.ts';

/** The logins of companies that a person's account is linked to. They are deleted together with the user's row. */
export const identitiesPart = {
  name: 'company_logins',

  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const { rows } = await db.query(
      `SELECT w.name AS workspace, i.issuer, i.subject, i.linked_at, i.last_used_at
         FROM identities i JOIN workspaces w ON w.id = i.workspace WHERE i.sub = $1 ORDER BY i.linked_at`,
      [sub],
    );
    yield rows;
  },

  erase: async (): Promise<void> => undefined,
};
