import type { Db, Transaction } from '../../../platform/db/index.ts';

/** Which batches are old, and how many of their rows and addresses one call removes at most. */
export interface OldBatches {
  /** Before it, what was never accepted. */
  readonly unaccepted: Date;
  /** Before it, what ended. */
  readonly ended: Date;
  readonly most: number;
}

const BATCHES_AT_ONCE = 20;
const ROWS_AT_ONCE = 1_000;

/**
 * Removes old batches, the oldest first: up to `most` rows and as many addresses, of 20 batches at most, since a single one
 * has up to 100,000 of both. One that is larger than what is left of that is hidden as one that is being received, so that
 * nobody reads or closes what lacks rows, and goes on with the next call. Leaves what others have locked. Returns whether
 * more may be left.
 */
export async function removeOldBatches(db: Db, { unaccepted, ended, most }: OldBatches): Promise<boolean> {
  const { rows: due } = await db.query(
    `SELECT id FROM batches WHERE ((status IN ('receiving', 'open') AND created_at < $1) OR ended_at < $2)
        AND workspace NOT IN (SELECT workspace FROM held_workspaces)
      ORDER BY created_at, id LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [unaccepted, ended, BATCHES_AT_ONCE],
  );
  let rowsLeft = most;
  let subjectsLeft = most;
  for (const { id } of due) {
    rowsLeft -= await removeFrom(db, 'batch_rows', id, rowsLeft);
    subjectsLeft -= await removeFrom(db, 'batch_subjects', id, subjectsLeft);
    if (rowsLeft <= 0 || subjectsLeft <= 0) {
      await db.query(`UPDATE batches SET status = 'receiving', pause_reason = NULL, ended_at = NULL WHERE id = $1`, [
        id,
      ]);
      break;
    }
    await db.query('DELETE FROM batches WHERE id = $1', [id]);
  }
  return due.length > 0;
}

/** Removes all old batches, in transactions that each end soon. */
export async function removeAllOldBatches(transaction: Transaction, old: Omit<OldBatches, 'most'>): Promise<void> {
  while (await transaction((tx) => removeOldBatches(tx, { ...old, most: ROWS_AT_ONCE })));
}

async function removeFrom(
  db: Db,
  table: 'batch_rows' | 'batch_subjects',
  batch: string,
  most: number,
): Promise<number> {
  const removed = await db.query(
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE batch = $1 LIMIT $2))`,
    [batch, most],
  );
  return removed.rowCount ?? 0;
}
