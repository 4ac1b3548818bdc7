import { type Db, IS_FREE, IS_HELD, LEASE_OF, LOCK_SPACES } from '../../../platform/db/index.ts';
import type { StoredAttempt, StoredDelivery } from './webhooks.ports.ts';

/** A delivery that this server is to attempt now. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly event: string;
  readonly endpoint: string;
  readonly workspace: string;
  /** This attempt included. */
  readonly tries: number;
  readonly url: string;
  readonly body: string;
  /** Sealed. */
  readonly secret: Buffer;
  /** Sealed; null once it signs no longer. */
  readonly former: Buffer | null;
}

export interface ClaimWish {
  /** Names this attempt, and nobody else's. */
  readonly claim: string;
  readonly leaseMs: number;
  /** Most deliveries to claim. */
  readonly most: number;
  /** Most attempts at one endpoint at a time, over all servers; one where the last attempt failed. */
  readonly atOnce: number;
  /** Most attempts of one workspace at a time, over all its endpoints and all servers. */
  readonly atOnceOfWorkspace: number;
}

const ENDPOINTS_AT_ONCE = 100;
const COLUMNS = `d.id, d.event, v.type AS "eventType", d.endpoint, d.position, d.status, d.created_at AS "createdAt",
  d.next_at AS "nextAt",
  (SELECT a.status_code FROM webhook_attempts a WHERE a.delivery = d.id ORDER BY a.id DESC LIMIT 1) AS "lastStatusCode"`;

const IS_DUE = `d.status = 'waiting' AND d.next_at <= clock_timestamp()
  AND d.lease_until ${IS_FREE}`;
const UNDER_WAY = `SELECT count(*)::integer FROM webhook_deliveries d
  WHERE d.endpoint = e.id AND d.status = 'waiting' AND d.lease_until ${IS_HELD}`;
const UNDER_WAY_OF_WORKSPACE = `SELECT count(*)::integer FROM webhook_deliveries d
  WHERE d.workspace = e.workspace AND d.lease_until IS NOT NULL AND d.lease_until ${IS_HELD}
    AND d.status = 'waiting'`;

/** What a suspended person added, redirected or has the secret of waits, and what is added to the workspace of one. */
const HOLDER_SUSPENDED = `SELECT FROM users u WHERE u.suspended_at IS NOT NULL
  AND (u.sub IN (e.created_by, e.url_by, e.secret_by) OR u.sub = (SELECT w.person FROM workspaces w WHERE w.id = e.workspace))`;

export const deliveriesStore = {
  /**
   * Claims deliveries that are due. Their workspaces and endpoints are locked first, so that servers count the attempts
   * under way one after the other; what another server has locked is left to it. Of the events of one object, only the
   * first that waits is due. Run in a transaction.
   */
  async claim(
    db: Db,
    { claim, leaseMs, most, atOnce, atOnceOfWorkspace }: ClaimWish,
  ): Promise<readonly ClaimedDelivery[]> {
    const open = await db.query(
      `WITH open AS MATERIALIZED (
         SELECT e.id, e.workspace FROM webhook_endpoints e
          WHERE e.disabled_at IS NULL AND NOT EXISTS (${HOLDER_SUSPENDED})
            AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint = e.id AND ${IS_DUE})
            AND (${UNDER_WAY}) < CASE WHEN e.failures > 0 THEN 1 ELSE $1 END AND (${UNDER_WAY_OF_WORKSPACE}) < $3
          ORDER BY random() LIMIT $2),
       locked AS MATERIALIZED (
         SELECT workspace FROM (SELECT DISTINCT workspace FROM open) one
          WHERE pg_try_advisory_xact_lock($4, hashtext(workspace)))
       SELECT e.id FROM webhook_endpoints e
        WHERE e.id IN (SELECT open.id FROM open JOIN locked USING (workspace)) FOR NO KEY UPDATE SKIP LOCKED`,
      [atOnce, ENDPOINTS_AT_ONCE, atOnceOfWorkspace, LOCK_SPACES.webhookDeliveries],
    );
    if (open.rows.length === 0) return [];
    // A statement of its own: it sees what another server has claimed before the locks were ours.
    const { rows } = await db.query(
      `WITH due AS (
         SELECT e.id FROM (
           SELECT found.id, e.workspace,
                  row_number() OVER (PARTITION BY e.workspace ORDER BY found.next_at, found.id) AS turn
             FROM webhook_endpoints e, LATERAL (
               SELECT d.id, d.next_at FROM webhook_deliveries d
                WHERE d.endpoint = e.id AND ${IS_DUE}
                  AND (d.is_resent OR NOT EXISTS (
                        SELECT FROM webhook_deliveries b
                         WHERE b.endpoint = d.endpoint AND b.object_id = d.object_id AND b.position < d.position
                           AND b.status = 'waiting' AND NOT b.is_resent))
                ORDER BY d.next_at, d.position
                LIMIT greatest(CASE WHEN e.failures > 0 THEN 1 ELSE $2 END - (${UNDER_WAY}), 0)) found
            WHERE e.id = ANY ($1)) e
          WHERE e.turn <= $6 - (${UNDER_WAY_OF_WORKSPACE}) ORDER BY e.turn LIMIT $3)
       UPDATE webhook_deliveries d SET claim = $4, tries = d.tries + 1,
              lease_until = ${LEASE_OF} $5
         FROM due, events v, webhook_endpoints e
        WHERE d.id = due.id AND v.id = d.event AND e.id = d.endpoint
       RETURNING d.id, d.event, d.endpoint, d.workspace, d.tries, e.url, v.body, e.secret,
                 CASE WHEN e.former_until > clock_timestamp() THEN e.former_secret END AS former`,
      [open.rows.map(({ id }) => id), atOnce, most, claim, leaseMs, atOnceOfWorkspace],
    );
    return rows;
  },

  /** Writes an attempt into the log; nothing where the delivery is gone. */
  async log(db: Db, delivery: string, attempt: StoredAttempt): Promise<void> {
    await db.query(
      `INSERT INTO webhook_attempts (delivery, workspace, started_at, duration_ms, status_code, failure, response_body)
       SELECT d.id, d.workspace, $2, $3, $4, $5, $6 FROM webhook_deliveries d WHERE d.id = $1`,
      [delivery, attempt.startedAt, attempt.durationMs, attempt.statusCode, attempt.failure, attempt.responseBody],
    );
  },

  /** Ends a delivery, or lets it wait. Nothing where the claim is another server's by now. */
  async settle(
    db: Db,
    { id, claim }: { readonly id: string; readonly claim: string },
    next: { readonly status: 'delivered' | 'failed' } | { readonly status: 'waiting'; readonly waitMs: number },
  ): Promise<void> {
    await db.query(
      `UPDATE webhook_deliveries SET status = $3, claim = NULL, lease_until = NULL,
              ended_at = CASE WHEN $3 = 'waiting' THEN NULL ELSE clock_timestamp() END,
              next_at = clock_timestamp() + $4 * interval '1 millisecond'
        WHERE id = $1 AND claim = $2`,
      [id, claim, next.status, next.status === 'waiting' ? next.waitMs : 0],
    );
  },

  async find(db: Db, workspace: string, id: string): Promise<StoredDelivery | null> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM webhook_deliveries d JOIN events v ON v.id = d.event WHERE d.workspace = $1 AND d.id = $2`,
      [workspace, id],
    );
    return rows[0] ?? null;
  },

  /** The newest first. */
  async page(
    db: Db,
    endpoint: string,
    { before, status, size }: { before: string | null; status: StoredDelivery['status'] | null; size: number },
  ): Promise<readonly StoredDelivery[]> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM webhook_deliveries d JOIN events v ON v.id = d.event
        WHERE d.endpoint = $1 AND ($2::bigint IS NULL OR d.position < $2) AND ($3::text IS NULL OR d.status = $3)
        ORDER BY d.position DESC LIMIT $4`,
      [endpoint, before, status, size],
    );
    return rows;
  },

  async requestBody(db: Db, event: string): Promise<string> {
    const { rows } = await db.query('SELECT body FROM events WHERE id = $1', [event]);
    return rows[0]?.body ?? '';
  },

  /** The newest first. */
  async attempts(db: Db, delivery: string, most: number): Promise<readonly StoredAttempt[]> {
    const { rows } = await db.query(
      `SELECT started_at AS "startedAt", duration_ms AS "durationMs", status_code AS "statusCode", failure,
              response_body AS "responseBody"
         FROM webhook_attempts WHERE delivery = $1 ORDER BY id DESC LIMIT $2`,
      [delivery, most],
    );
    return rows;
  },

  /** Makes a delivery due now; one that has ended waits for none before it, and none waits for it. */
  async resend(db: Db, id: string): Promise<void> {
    await db.query(
      `UPDATE webhook_deliveries SET is_resent = is_resent OR status <> 'waiting', status = 'waiting', ended_at = NULL,
              tries = 0, next_at = clock_timestamp()
        WHERE id = $1`,
      [id],
    );
  },
};

export type DeliveriesStore = typeof deliveriesStore;
