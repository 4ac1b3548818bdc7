import type { Db } from '../../../platform/db/index.ts';

/** The webhook endpoints of the personal workspace, in the export of a person's data; never their secrets. */
export const webhooksPart = {
  name: 'webhook_endpoints',

  async *exportOf(db: Db, workspace: string): AsyncGenerator<readonly object[]> {
    const { rows } = await db.query(
      `SELECT id, mode, url, description, event_types, created_at, disabled_at, disabled_because FROM webhook_endpoints
        WHERE workspace = $1 ORDER BY created_at, id`,
      [workspace],
    );
    yield rows;
  },

  // They go with the workspace.
  erase: async (): Promise<void> => undefined,
};
