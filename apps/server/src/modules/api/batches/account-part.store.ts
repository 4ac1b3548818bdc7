import type { Db } from '../../../platform/db/index.ts';

const READ_AT_ONCE = 1_000;

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
