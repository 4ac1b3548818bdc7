import { EVENT_TYPES } from '@assay/contracts/v1';
import type { ApiMode } from '@assay/domain';
import { type Db, knownOf, LOCK_SPACES } from '../../../platform/db/index.ts';
import type { DisabledBecause, EndpointActor, StoredEndpoint } from './webhooks.ports.ts';

/** What is left out stays as it is. */
export interface EndpointChange {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly eventTypes?: StoredEndpoint['eventTypes'] | undefined;
}

/** An endpoint whose last attempt failed. */
export interface FailingEndpoint extends Pick<StoredEndpoint, 'workspace' | 'mode' | 'url'> {
  /** Attempts that failed since the last success. */
  readonly failures: number;
  /** Since the first of them. */
  readonly failingMs: number;
}

const COLUMNS = `id, workspace, mode, url, description, event_types AS "eventTypes", created_at AS "createdAt",
  disabled_because AS "disabledBecause", failing_since AS "failingSince",
  CASE WHEN former_until > now() THEN former_until END AS "formerUntil"`;

/** Types of events that this version knows; `*`: all of them. */
const endpointOf = <E extends { readonly eventTypes: readonly string[] }>(endpoint: E) => ({
  ...endpoint,
  eventTypes: knownOf([...EVENT_TYPES, '*' as const], endpoint.eventTypes),
});

export const endpointsStore = {
  /** Serialises what makes endpoints of a workspace until the transaction ends. */
  async lock(db: Db, workspace: string): Promise<void> {
    await db.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACES.webhookEndpoints, workspace]);
  },

  async count(db: Db, workspace: string, mode: ApiMode): Promise<number> {
    const { rows } = await db.query(
      'SELECT count(*)::integer AS count FROM webhook_endpoints WHERE workspace = $1 AND mode = $2',
      [workspace, mode],
    );
    return rows[0]?.count ?? 0;
  },

  /** The newest first; of both modes where `mode` is null. */
  async list(db: Db, workspace: string, mode: ApiMode | null): Promise<readonly StoredEndpoint[]> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM webhook_endpoints WHERE workspace = $1 AND ($2::text IS NULL OR mode = $2)
        ORDER BY created_at DESC, id DESC`,
      [workspace, mode],
    );
    return rows.map(endpointOf);
  },

  /** Locked until the transaction ends. */
  async find(db: Db, workspace: string, mode: ApiMode | null, id: string): Promise<StoredEndpoint | null> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM webhook_endpoints
        WHERE workspace = $1 AND ($2::text IS NULL OR mode = $2) AND id = $3 FOR NO KEY UPDATE`,
      [workspace, mode, id],
    );
    return rows[0] === undefined ? null : endpointOf(rows[0]);
  },

  async insert(
    db: Db,
    endpoint: Pick<StoredEndpoint, 'id' | 'workspace' | 'mode' | 'url' | 'description' | 'eventTypes' | 'createdAt'> & {
      readonly secret: Buffer;
      readonly addedBy: EndpointActor['by'];
    },
  ): Promise<void> {
    await db.query(
      `INSERT INTO webhook_endpoints (id, workspace, mode, url, description, event_types, secret, created_at, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8,
               (SELECT u.sub FROM users u WHERE u.sub = $9))`,
      [
        endpoint.id,
        endpoint.workspace,
        endpoint.mode,
        endpoint.url,
        endpoint.description,
        endpoint.eventTypes,
        endpoint.secret,
        endpoint.createdAt,
        endpoint.addedBy,
      ],
    );
  },

  /** Only another URL is of who changes it: forms send the present one with every change. */
  async change(
    db: Db,
    id: string,
    { url, description, eventTypes }: EndpointChange,
    by: EndpointActor['by'],
  ): Promise<void> {
    await db.query(
      `UPDATE webhook_endpoints SET url = coalesce($2, url), description = coalesce($3, description),
              event_types = coalesce($4, event_types),
              url_by = CASE WHEN $2 <> url THEN (SELECT u.sub FROM users u WHERE u.sub = $5) ELSE url_by END
        WHERE id = $1`,
      [id, url ?? null, description ?? null, eventTypes ?? null, by],
    );
  },

  /** An endpoint that works again begins without failures. */
  async enable(db: Db, id: string): Promise<void> {
    await db.query(
      `UPDATE webhook_endpoints
          SET disabled_at = NULL, disabled_because = NULL, failing_since = NULL, failures = 0 WHERE id = $1`,
      [id],
    );
  },

  /** Deliveries that wait for it have failed with it. */
  async disable(db: Db, id: string, because: DisabledBecause): Promise<void> {
    await db.query('UPDATE webhook_endpoints SET disabled_at = now(), disabled_because = $2 WHERE id = $1', [
      id,
      because,
    ]);
    await db.query(
      `UPDATE webhook_deliveries SET status = 'failed', ended_at = now(), claim = NULL, lease_until = NULL
        WHERE endpoint = $1 AND status = 'waiting'`,
      [id],
    );
  },

  async remove(db: Db, id: string): Promise<void> {
    await db.query('DELETE FROM webhook_endpoints WHERE id = $1', [id]);
  },

  /** The present secret becomes the former one. */
  async rotate(
    db: Db,
    id: string,
    next: { readonly secret: Buffer; readonly formerUntil: Date; readonly by: EndpointActor['by'] },
  ): Promise<void> {
    await db.query(
      `UPDATE webhook_endpoints SET former_secret = secret, former_until = $3, secret = $2,
              secret_by = (SELECT u.sub FROM users u WHERE u.sub = $4) WHERE id = $1`,
      [id, next.secret, next.formerUntil, next.by],
    );
  },

  async noteSuccess(db: Db, id: string): Promise<void> {
    await db.query(
      'UPDATE webhook_endpoints SET failing_since = NULL, failures = 0 WHERE id = $1 AND failing_since IS NOT NULL',
      [id],
    );
  },

  /** Counts a failed attempt; null where the endpoint is gone or disabled. */
  async noteFailure(db: Db, id: string): Promise<FailingEndpoint | null> {
    const { rows } = await db.query(
      `UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, now()), failures = failures + 1
        WHERE id = $1 AND disabled_at IS NULL
        RETURNING workspace, mode, url, failures,
                  (extract(epoch FROM now() - failing_since) * 1000)::float8 AS "failingMs"`,
      [id],
    );
    return rows[0] ?? null;
  },
};

export type EndpointsStore = typeof endpointsStore;

/** Who may change the endpoints of a workspace, by the ids of their accounts. */
export async function keepersOf(db: Db, workspace: string): Promise<readonly string[]> {
  const { rows } = await db.query(
    `SELECT sub FROM workspace_members WHERE workspace = $1 AND role IN ('owner', 'admin')
      ORDER BY role <> 'owner', joined_at, sub LIMIT 20`,
    [workspace],
  );
  return rows.map(({ sub }) => sub);
}

/** What a mail to one of them needs; null for who is none any more. */
export async function readForMail(
  db: Db,
  workspace: string,
  sub: string,
): Promise<{ readonly to: string; readonly workspaceName: string | null } | null> {
  const { rows } = await db.query(
    `SELECT u.email, w.name FROM workspace_members m JOIN users u USING (sub) JOIN workspaces w ON w.id = m.workspace
      WHERE m.workspace = $1 AND m.sub = $2 AND m.role IN ('owner', 'admin')`,
    [workspace, sub],
  );
  const [row] = rows;
  return row === undefined ? null : { to: row.email, workspaceName: row.name };
}
