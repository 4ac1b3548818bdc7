import type { Db } from '../../../platform/db/index.ts';

const READ_AT_ONCE = 1_000;

/** All rows of a query that reads on after an id, in the order of their ids. */
async function* inPages(
  read: (after: string) => Promise<{ readonly rows: readonly { readonly id: string }[] }>,
): AsyncGenerator<readonly object[]> {
  for (let after = ''; ; ) {
    const { rows } = await read(after);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ_AT_ONCE) return;
    after = last.id;
  }
}

/** What programs of the personal workspace said of their checks, in the export of a person's data. */
export const apiChecksPart = {
  name: 'api_checks',

  /** Every request by key, test checks after live ones. */
  async *exportOf(db: Db, workspace: string): AsyncGenerator<readonly object[]> {
    yield* inPages((after) =>
      db.query(
        `SELECT id, 'live' AS mode, api_key, sub_id, reference, metadata, created_at FROM api_checks
        WHERE workspace = $1 AND id > $2 AND sub_id IS NOT NULL ORDER BY id LIMIT $3`,
        [workspace, after, READ_AT_ONCE],
      ),
    );
    yield* inPages((after) =>
      db.query(
        `SELECT id, 'test' AS mode, api_key, address, transaction_id, reference, metadata, created_at FROM test_checks
        WHERE workspace = $1 AND id > $2 ORDER BY id LIMIT $3`,
        [workspace, after, READ_AT_ONCE],
      ),
    );
  },

  // They go with the workspace.
  erase: async (): Promise<void> => undefined,
};

/** What programs of the personal workspace asked of payments before they happened. */
export const withdrawalAttemptsPart = {
  name: 'withdrawal_attempts',

  /** Every attempt, those of test keys too. */
  exportOf: (db: Db, workspace: string): AsyncGenerator<readonly object[]> =>
    inPages((after) =>
      db.query(
        `SELECT id, mode, api_key, reference, metadata, checks, answer, created_at FROM withdrawal_attempts
        WHERE workspace = $1 AND id > $2 ORDER BY id LIMIT $3`,
        [workspace, after, READ_AT_ONCE],
      ),
    ),

  // They go with the workspace.
  erase: async (): Promise<void> => undefined,
};
