import type { Db } from '../../db/index.ts';

const READ_AT_ONCE = 1_000;

/** What programs of the personal workspace said of their checks, in the export of a person's data. */
export const apiChecksPart = {
  name: 'api_checks',

  /** Every request by key, test checks too, in the order of their ids. */
  async *exportOf(db: Db, workspace: string): AsyncGenerator<readonly object[]> {
    for (const mode of ['live', 'test'] as const) {
      for (let after = ''; ; ) {
        const { rows } = await db.query<{ readonly id: string }>(
          mode === 'live'
            ? `SELECT id, 'live' AS mode, api_key, sub_id, reference, metadata, created_at FROM api_checks
                WHERE workspace = $1 AND id > $2 AND sub_id IS NOT NULL ORDER BY id LIMIT $3`
            : `SELECT id, 'test' AS mode, api_key, address, transaction_id, reference, metadata, created_at FROM test_checks
                WHERE workspace = $1 AND id > $2 ORDER BY id LIMIT $3`,
          [workspace, after, READ_AT_ONCE],
        );
        yield rows;
        const last = rows.at(-1);
        if (last === undefined || rows.length < READ_AT_ONCE) break;
        after = last.id;
      }
    }
  },

  // They go with the workspace.
  erase: async (): Promise<void> => undefined,
};

/** What programs of the personal workspace asked of payments before they happened. */
export const withdrawalAttemptsPart = {
  name: 'withdrawal_attempts',

  /** Every attempt, those of test keys too, in the order of their ids. */
  async *exportOf(db: Db, workspace: string): AsyncGenerator<readonly object[]> {
    for (let after = ''; ; ) {
      const { rows } = await db.query<{ readonly id: string }>(
        `SELECT id, mode, api_key, reference, metadata, checks, answer, created_at FROM withdrawal_attempts
          WHERE workspace = $1 AND id > $2 ORDER BY id LIMIT $3`,
        [workspace, after, READ_AT_ONCE],
      );
      yield rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < READ_AT_ONCE) break;
      after = last.id;
    }
  },

  // They go with the workspace.
  erase: async (): Promise<void> => undefined,
};
