import type { PauseReason } from '@assay/contracts/v1';
import { type Db, LOCK_SEEDS, prepared, present, textsOf } from '../../../platform/db/index.ts';
import type { BatchOwner, StoredBatch } from './batches.ports.ts';

const COLUMNS = `b.id, b.workspace, b.mode, b.api_key AS "keyId", (SELECT k.name FROM api_keys k WHERE k.id = b.api_key) AS "keyName",
  (SELECT u.email FROM users u WHERE u.sub = b.made_by) AS member, b.name, b.metadata, b.asset, b.network, b.status,
  b.pause_reason AS "pauseReason", b.columns, b.row_count AS rows, b.invalid, b.rated, b.not_rated AS "notRated",
  b.failed, b.canceled, b.charged, b.created_at AS "createdAt", b.accepted_at AS "acceptedAt", b.ended_at AS "endedAt",
  ARRAY(SELECT p.part FROM batch_parts p WHERE p.batch = b.id ORDER BY p.part) AS parts`;

export interface NewBatch extends BatchOwner {
  readonly id: string;
  readonly keyId: string | null;
  readonly madeBy: string | null;
  readonly name: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly asset: string | null;
  readonly network: string | null;
  readonly status: 'receiving' | 'open';
  readonly createdAt: Date;
}

/** Days after which rows and results of an ended batch are removed; its checks stay in the history. */
export const BATCH_KEPT_DAYS = 90;
/** Days after which a batch that was never closed is removed. */
export const BATCH_OPEN_DAYS = 2;
/** Days after which a batch is ended that waits, for checks, its key or its account. */
export const BATCH_WAITS_DAYS = 60;

/** The last one of a page. */
export interface BatchPosition {
  readonly createdAt: Date;
  readonly id: string;
}

const batchOf = <B extends { readonly metadata: unknown }>(batch: B) => ({
  ...batch,
  metadata: textsOf(batch.metadata),
});

export const batchesStore = {
  /** Serialises the starts of batches of one workspace until the transaction ends. */
  async lockWorkspace(db: Db, workspace: string): Promise<void> {
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [workspace, LOCK_SEEDS.batches]);
  },

  async countUnfinished(db: Db, { workspace, mode }: BatchOwner): Promise<number> {
    const { rows } = await db.query(
      'SELECT count(*)::integer AS count FROM batches WHERE workspace = $1 AND mode = $2 AND ended_at IS NULL',
      [workspace, mode],
    );
    return rows[0]?.count ?? 0;
  },

  async insert(db: Db, batch: NewBatch): Promise<void> {
    await db.query(
      `INSERT INTO batches (id, workspace, api_key, name, metadata, asset, network, status, created_at, mode, made_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        batch.id,
        batch.workspace,
        batch.keyId,
        batch.name,
        JSON.stringify(batch.metadata),
        batch.asset,
        batch.network,
        batch.status,
        batch.createdAt,
        batch.mode,
        batch.madeBy,
      ],
    );
  },

  /** A batch of the owner that is not still being received. */
  async find(db: Db, { workspace, mode }: BatchOwner, id: string): Promise<StoredBatch | null> {
    const { rows } = await db.query(
      prepared(
        `SELECT ${COLUMNS} FROM batches b
          WHERE b.workspace = $1 AND b.mode = $2 AND b.id = $3 AND b.status <> 'receiving'`,
        [workspace, mode, id],
      ),
    );
    return rows[0] === undefined ? null : batchOf(rows[0]);
  },

  /** The newest first, after a position. */
  async page(
    db: Db,
    { workspace, mode }: BatchOwner,
    { after, size }: { readonly after: BatchPosition | null; readonly size: number },
  ): Promise<readonly StoredBatch[]> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM batches b
        WHERE b.workspace = $1 AND b.mode = $5 AND b.status <> 'receiving'
          AND ($2::timestamptz IS NULL OR (b.created_at, b.id) < ($2, $3))
        ORDER BY b.created_at DESC, b.id DESC LIMIT $4`,
      [workspace, after?.createdAt ?? null, after?.id ?? null, size, mode],
    );
    return rows.map(batchOf);
  },

  /** Locks a batch until the transaction ends; null where the owner has none of this id. */
  async lock(db: Db, { workspace, mode }: BatchOwner, id: string): Promise<StoredBatch | null> {
    const locked = await db.query('SELECT FROM batches WHERE workspace = $1 AND mode = $2 AND id = $3 FOR UPDATE', [
      workspace,
      mode,
      id,
    ]);
    if (locked.rowCount === 0) return null;
    const { rows } = await db.query(`SELECT ${COLUMNS} FROM batches b WHERE b.id = $1`, [id]);
    return rows[0] === undefined ? null : batchOf(rows[0]);
  },

  /** Removes a batch that was not accepted. Says whether there was one. */
  async remove(db: Db, id: string): Promise<boolean> {
    const removed = await db.query(`DELETE FROM batches WHERE id = $1 AND status = 'receiving'`, [id]);
    return removed.rowCount === 1;
  },

  /**
   * Makes the rows of all parts the work of the batch, which begins with judging them. The batch is locked by the caller.
   * Returns how many are not judged: none of a part that a server of the version before stored, which judged them then.
   */
  async accept(db: Db, id: string, columns: readonly string[], now: Date): Promise<number> {
    await db.query(
      `DELETE FROM batch_rows r WHERE r.batch = $1
          AND NOT EXISTS (SELECT FROM batch_parts p WHERE p.batch = $1 AND p.upload = r.upload)`,
      [id],
    );
    const { rows } = await db.query(
      `UPDATE batches SET status = 'running', accepted_at = $3, columns = $2, row_count = counted.rows,
              invalid = counted.invalid, unjudged = counted.unjudged
         FROM (SELECT count(*)::integer AS rows, (count(*) FILTER (WHERE r.code IS NOT NULL))::integer AS invalid,
                      (count(*) FILTER (WHERE r.code IS NULL AND p.unjudged_from IS NOT NULL))::integer AS unjudged
                 FROM batch_rows r JOIN batch_parts p ON p.batch = r.batch AND p.upload = r.upload
                WHERE r.batch = $1) counted
        WHERE id = $1 RETURNING batches.unjudged`,
      [id, columns, now],
    );
    return rows[0]?.unjudged ?? 0;
  },

  /** Ends a locked batch. What waits or is not judged is cancelled; what runs is ended by its server. */
  async cancel(db: Db, id: string, now: Date): Promise<void> {
    await db.query(
      `WITH ended AS (
         UPDATE batch_subjects SET state = 'canceled', not_before = NULL WHERE batch = $1 AND state = 'waiting'
         RETURNING row_count)
       UPDATE batches SET status = 'canceled', pause_reason = NULL, ended_at = $2,
              canceled = canceled + unjudged + (SELECT coalesce(sum(row_count), 0) FROM ended), unjudged = 0
        WHERE id = $1`,
      [id, now],
    );
  },

  /** Running checks of a batch that it started: not those it shares with a single check. */
  async runningChecks(db: Db, id: string): Promise<readonly string[]> {
    const { rows } = await db.query(
      `SELECT c.sub_id AS "subId" FROM batch_subjects s JOIN checks c ON c.sub_id = s.sub_id
        WHERE s.batch = $1 AND s.state = 'running' AND c.status = 'running' AND c.of_batch`,
      [id],
    );
    return rows.map(({ subId }) => subId);
  },

  async resume(db: Db, id: string): Promise<boolean> {
    const resumed = await db.query(
      `UPDATE batches SET status = 'running', pause_reason = NULL, paused_at = NULL WHERE id = $1 AND status = 'paused'`,
      [id],
    );
    return resumed.rowCount === 1;
  },

  async pause(db: Db, id: string, reason: PauseReason, now: Date): Promise<boolean> {
    const paused = await db.query(
      `UPDATE batches SET status = 'paused', pause_reason = $2, paused_at = $3 WHERE id = $1 AND status = 'running'`,
      [id, reason, now],
    );
    return paused.rowCount === 1;
  },

  /** All paused ones, of all workspaces. */
  async paused(
    db: Db,
  ): Promise<readonly (Pick<StoredBatch, 'id' | 'workspace' | 'pauseReason'> & { pausedAt: Date })[]> {
    const { rows } = await db.query(
      `SELECT id, workspace, pause_reason AS "pauseReason", paused_at AS "pausedAt" FROM batches
        WHERE status = 'paused' ORDER BY paused_at`,
    );
    return rows.map((row) => ({ ...row, pausedAt: present(row.pausedAt) }));
  },

  /** Locks a batch until the transaction ends that waits and was not worked on since `before`; null where there is none. */
  async lockWaiting(db: Db, before: Date): Promise<(BatchOwner & { readonly id: string }) | null> {
    const { rows } = await db.query(
      `SELECT id, workspace, mode FROM batches
        WHERE (status = 'paused' AND paused_at < $1) OR (status = 'running' AND greatest(served_at, accepted_at) < $1)
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [before],
    );
    return rows[0] ?? null;
  },
};

export type BatchesStore = typeof batchesStore;
