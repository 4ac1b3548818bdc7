import type { Db } from '../../../platform/db/index.ts';

/** The explorer's part of the export of a person's data: notes and saved states of the personal workspace. */
export const explorerPart = {
  name: 'explorer',

  async *exportOf(db: Db, workspace: string): AsyncGenerator<readonly object[]> {
    const notes = await db.query(
      'SELECT sub_id, node, note, written_at FROM explorer_notes WHERE workspace = $1 ORDER BY sub_id, node',
      [workspace],
    );
    yield notes.rows;
    const views = await db.query(
      'SELECT sub_id, view, saved_at FROM explorer_views WHERE workspace = $1 ORDER BY sub_id',
      [workspace],
    );
    yield views.rows;
    const expansions = await db.query(
      `SELECT sub_id, address, ticker, parent, expanded_at FROM explorer_expansions WHERE workspace = $1
        ORDER BY sub_id, expanded_at, address`,
      [workspace],
    );
    yield expansions.rows;
  },

  // They go with the workspace.
  erase: async (): Promise<void> => undefined,
};
