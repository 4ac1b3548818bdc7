import type { Db } from '../../platform/db/index.ts';
import { inService } from '../../platform/kernel/scope.ts';

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

/** The keys' part of the export of a person's data. */
export const apiKeysPart = {
  name: 'api_keys',

  /** Keys of the personal workspace, and those of companies that the person made or replaced; never a key or its hash. */
  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const { rows } = await inService('account export', () =>
      db.query(
        `SELECT k.id, k.workspace, k.name, k.hint, k.mode, k.scopes, k.address_ranges::text[] AS address_ranges,
                k.monthly_limit, k.created_at, k.created_by = $1 AS made_by_you,
                k.secret_by IS NOT DISTINCT FROM $1 AS replaced_by_you, k.expires_at, k.last_used_at, k.revoked_at
           FROM api_keys k WHERE k.workspace = $1 OR $1 IN (k.created_by, k.secret_by) ORDER BY k.created_at, k.id`,
        [sub],
      ),
    );
    yield rows;
  },

  // Those of the personal workspace go with it; a company keeps its keys, without who made them.
  erase: async (): Promise<void> => undefined,
};

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

/** The batches' part of the export and the erasure of a workspace's data. Erased first: it is locked before its checks. */
export const batchesPart = {
  name: 'batches',

  /** Every batch, then the rows of each as they arrived. */
  async *exportOf(db: Db, workspace: string): AsyncGenerator<readonly object[]> {
    const { rows: batches } = await db.query(
      `SELECT id, mode, name, metadata, asset, network, status, row_count AS rows, created_at, accepted_at, ended_at
         FROM batches WHERE workspace = $1 ORDER BY created_at, id`,
      [workspace],
    );
    yield batches;
    for (const { id } of batches) yield* rowsOf(db, id);
  },

  async erase(db: Db, workspace: string): Promise<void> {
    await db.query('DELETE FROM batches WHERE workspace = $1', [workspace]);
    // A personal workspace has the id of its person.
    await db.query('UPDATE batches SET made_by = NULL WHERE made_by = $1', [workspace]);
  },
};

async function* rowsOf(db: Db, batch: string): AsyncGenerator<readonly object[]> {
  const { rows: parts } = await db.query('SELECT part, upload FROM batch_parts WHERE batch = $1 ORDER BY part', [
    batch,
  ]);
  for (const { part, upload } of parts) {
    let after = 0;
    for (;;) {
      const { rows } = await db.query(
        `SELECT $1::text AS batch, $2::integer AS part, number, ticker, parent, address, reference, extra FROM batch_rows
          WHERE batch = $1 AND upload = $3 AND number > $4 ORDER BY number LIMIT $5`,
        [batch, part, upload, after, READ_AT_ONCE],
      );
      yield rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < READ_AT_ONCE) break;
      after = last.number;
    }
  }
}
