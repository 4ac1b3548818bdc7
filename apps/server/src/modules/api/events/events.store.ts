import type { EventType } from '@assay/contracts/v1';
import type { ApiMode } from '@assay/domain';
import { type Db, LOCK_SPACES, prepared } from '../../../platform/db/index.ts';

/** An event as stored. */
export interface StoredEvent {
  readonly id: string;
  /** Order of events; of one object, the order in which they happened. */
  readonly position: string;
  /** JSON of `EventV1`. */
  readonly body: string;
}

export interface NewEventRow {
  readonly id: string;
  readonly workspace: string;
  readonly mode: ApiMode;
  readonly type: EventType;
  readonly objectId: string;
  readonly body: string;
  readonly at: Date;
  /** The only endpoint that gets it, whatever types it chose; null: every endpoint that chose the type. */
  readonly onlyTo: string | null;
  /** It is sent after so long. */
  readonly delayMs: number;
}

export interface EventFilter {
  /** Position of the last one of the page before. */
  readonly before: string | null;
  readonly type: EventType | null;
  readonly objectId: string | null;
  readonly size: number;
}

export const eventsStore = {
  /**
   * Writes an event, and a delivery of it for each endpoint of its workspace and mode that is to get it. Until the
   * transaction ends, others wait who write one of the same object: its position is drawn under the lock.
   */
  async insert(db: Db, event: NewEventRow): Promise<void> {
    await db.query(
      prepared(
        `WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock($9, hashtext($5)) AS is_locked),
         written AS (
           INSERT INTO events (id, workspace, mode, type, object_id, body, created_at)
           SELECT $1, $2, $3, $4, $5, $6, $7 FROM locked RETURNING position)
         INSERT INTO webhook_deliveries (event, endpoint, workspace, object_id, position, next_at, created_at)
         SELECT $1, e.id, $2, $5, written.position, now() + $10 * interval '1 millisecond', $7
           FROM webhook_endpoints e, written
          WHERE e.workspace = $2 AND e.mode = $3 AND e.disabled_at IS NULL
            AND CASE WHEN $8::text IS NULL THEN e.event_types && ARRAY[$4, '*'] ELSE e.id = $8 END`,
        [
          event.id,
          event.workspace,
          event.mode,
          event.type,
          event.objectId,
          event.body,
          event.at,
          event.onlyTo,
          LOCK_SPACES.events,
          event.delayMs,
        ],
      ),
    );
  },

  /** Takes back the events of an object of test mode, such as that of an end which will not come. */
  async withdrawOfTest(db: Db, workspace: string, objectId: string): Promise<void> {
    await db.query("DELETE FROM events WHERE workspace = $1 AND mode = 'test' AND object_id = $2", [
      workspace,
      objectId,
    ]);
  },

  async find(db: Db, workspace: string, mode: ApiMode, id: string): Promise<StoredEvent | null> {
    const { rows } = await db.query(
      'SELECT id, position, body FROM events WHERE workspace = $1 AND mode = $2 AND id = $3',
      [workspace, mode, id],
    );
    return rows[0] ?? null;
  },

  /** The newest first. */
  async page(
    db: Db,
    workspace: string,
    mode: ApiMode,
    { before, type, objectId, size }: EventFilter,
  ): Promise<readonly StoredEvent[]> {
    const { rows } = await db.query(
      `SELECT id, position, body FROM events
        WHERE workspace = $1 AND mode = $2 AND ($3::bigint IS NULL OR position < $3)
          AND ($4::text IS NULL OR type = $4) AND ($5::text IS NULL OR object_id = $5)
        ORDER BY position DESC LIMIT $6`,
      [workspace, mode, before, type, objectId, size],
    );
    return rows;
  },

  /** Deletes at most `most` events with their deliveries; returns how many there were. Run as service work. */
  async removeBefore(db: Db, before: Date, most: number): Promise<number> {
    const removed = await db.query(
      `DELETE FROM events WHERE id IN (
         SELECT id FROM events WHERE created_at < $1 AND workspace NOT IN (SELECT workspace FROM held_workspaces) LIMIT $2)`,
      [before, most],
    );
    return removed.rowCount ?? 0;
  },
};
