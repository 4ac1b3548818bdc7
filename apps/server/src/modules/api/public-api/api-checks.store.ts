import { type Db, prepared, textsOf } from '../../../platform/db/index.ts';

/** What a client has checked: an address, or one payment of a transaction. */
export type ApiObject = 'check' | 'transfer';

/** A check as its client names it. */
export interface ApiCheck {
  readonly id: string;
  readonly object: ApiObject;
  readonly subId: string;
  /** The key that asked. */
  readonly keyId: string;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  /** Another request began its check, and is charged for it. */
  readonly isJoined: boolean;
}

export interface NewApiCheck extends Omit<ApiCheck, 'subId' | 'object' | 'isJoined'> {
  readonly workspace: string;
  /** Its end is no event of its own. */
  readonly ofBatch: boolean;
}

/** The last one of a page: what comes after it is older, or of the same time with a smaller id. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

/** How the ids of a kind begin. */
export const ID_PREFIXES = { check: 'chk_', transfer: 'trf_' } as const satisfies Record<ApiObject, string>;
const COLUMNS = `id, CASE left(id, 4) WHEN '${ID_PREFIXES.transfer}' THEN 'transfer' ELSE 'check' END AS object,
  sub_id AS "subId", api_key AS "keyId", reference, metadata, created_at AS "createdAt", joined AS "isJoined"` as const;

/** What counts as spent by a key: a check that is being started, one that runs on a credit, and one that kept it. */
const SPENT = `(c.sub_id IS NULL AND c.created_at > $2::timestamptz - interval '1 minute')
  OR (k.charged AND k.status IN ('running', 'done'))`;

const checkOf = <C extends { readonly metadata: unknown }>(check: C) => ({
  ...check,
  metadata: textsOf(check.metadata),
});

export const apiChecksStore = {
  /** Serialises the starts of one key until the transaction ends. */
  async lockKey(db: Db, keyId: string): Promise<void> {
    await db.query('SELECT FROM api_keys WHERE id = $1 FOR UPDATE', [keyId]);
  },

  /** Checks that the key has spent or reserved since `from`. */
  async countSpent(db: Db, keyId: string, now: Date, from: Date): Promise<number> {
    const { rows } = await db.query(
      `SELECT count(DISTINCT coalesce(c.sub_id, c.id))::integer AS spent
         FROM api_checks c LEFT JOIN checks k ON k.sub_id = c.sub_id
        WHERE c.api_key = $1 AND c.created_at >= $3 AND (${SPENT})`,
      [keyId, now, from],
    );
    return rows[0]?.spent ?? 0;
  },

  /** Checks since `from` whose credit is spent for good: none of them can give it back any more. */
  async countKept(db: Db, keyId: string, from: Date): Promise<number> {
    const { rows } = await db.query(
      `SELECT count(DISTINCT c.sub_id)::integer AS kept FROM api_checks c JOIN checks k ON k.sub_id = c.sub_id
        WHERE c.api_key = $1 AND c.created_at >= $2 AND k.charged AND k.status = 'done'`,
      [keyId, from],
    );
    return rows[0]?.kept ?? 0;
  },

  /** `countSpent` for every key of a workspace that has spent any. */
  async spentByKey(db: Db, workspace: string, now: Date, from: Date): Promise<ReadonlyMap<string, number>> {
    const { rows } = await db.query(
      `SELECT c.api_key AS key, count(DISTINCT coalesce(c.sub_id, c.id))::integer AS spent
         FROM api_checks c LEFT JOIN checks k ON k.sub_id = c.sub_id
        WHERE c.workspace = $1 AND c.created_at >= $3 AND (${SPENT}) GROUP BY c.api_key`,
      [workspace, now, from],
    );
    return new Map(rows.map(({ key, spent }) => [key, spent]));
  },

  /** Whether a check costs a credit, and the key did not ask for it. */
  async isAnothers(db: Db, keyId: string, subId: string): Promise<boolean> {
    const found = await db.query(
      `SELECT FROM checks k WHERE k.sub_id = $1 AND k.charged
          AND NOT EXISTS (SELECT FROM api_checks c WHERE c.sub_id = k.sub_id AND c.api_key = $2)`,
      [subId, keyId],
    );
    return found.rowCount === 1;
  },

  async insert(db: Db, { id, workspace, keyId, reference, metadata, ofBatch, createdAt }: NewApiCheck): Promise<void> {
    await db.query(
      `INSERT INTO api_checks (id, workspace, api_key, reference, metadata, created_at, of_batch)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, workspace, keyId, reference, JSON.stringify(metadata), createdAt, ofBatch],
    );
  },

  /** Names the check that runs for it. */
  async begun(db: Db, id: string, { subId, isJoined }: Pick<ApiCheck, 'subId' | 'isJoined'>): Promise<void> {
    await db.query('UPDATE api_checks SET sub_id = $2, joined = $3 WHERE id = $1', [id, subId, isJoined]);
  },

  /** Locks a check until the transaction ends: it ends before, or not until then. */
  async lockCheck(db: Db, subId: string): Promise<{ readonly isRunning: boolean }> {
    const { rows } = await db.query(
      `SELECT status = 'running' AS "isRunning" FROM checks WHERE sub_id = $1 FOR SHARE`,
      [subId],
    );
    return rows[0] ?? { isRunning: false };
  },

  /** The single requests for these checks, in the order of their ids: those of batches report by their batch. */
  async ofChecks(db: Db, subIds: readonly string[]): Promise<readonly (ApiCheck & { readonly workspace: string })[]> {
    // Of one check, planned once; of an array, at each use.
    const [first] = subIds;
    const isOne = subIds.length === 1;
    const { rows } = await db.query(
      prepared(
        `SELECT ${COLUMNS}, workspace FROM api_checks
          WHERE sub_id = ${isOne ? '$1' : 'ANY ($1)'} AND NOT of_batch ORDER BY id`,
        [isOne ? first : subIds],
      ),
    );
    return rows.map(checkOf);
  },

  /** Takes back one that was not started. */
  async remove(db: Db, id: string): Promise<void> {
    await db.query('DELETE FROM api_checks WHERE id = $1 AND sub_id IS NULL', [id]);
  },

  async find(db: Db, workspace: string, id: string): Promise<ApiCheck | null> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM api_checks WHERE workspace = $1 AND id = $2 AND sub_id IS NOT NULL`,
      [workspace, id],
    );
    return rows[0] === undefined ? null : checkOf(rows[0]);
  },

  /** The newest first, after a position. */
  async page(
    db: Db,
    workspace: string,
    object: ApiObject,
    { after, reference, size }: { after: Position | null; reference: string | null; size: number },
  ): Promise<readonly ApiCheck[]> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM api_checks
        WHERE workspace = $1 AND left(id, 4) = $2 AND sub_id IS NOT NULL AND ($3::text IS NULL OR reference = $3)
          AND ($4::timestamptz IS NULL OR (created_at, id) < ($4, $5))
        ORDER BY created_at DESC, id DESC LIMIT $6`,
      [workspace, ID_PREFIXES[object], reference, after?.createdAt ?? null, after?.id ?? null, size],
    );
    return rows.map(checkOf);
  },

  /** Removes what a stopped server had not started, of a workspace. */
  async removeAbandoned(db: Db, workspace: string, before: Date): Promise<void> {
    await db.query('DELETE FROM api_checks WHERE workspace = $1 AND sub_id IS NULL AND created_at < $2', [
      workspace,
      before,
    ]);
  },
};
