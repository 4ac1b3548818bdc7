import type { ErrorName } from '@assay/contracts';
import type { Stars } from '@assay/domain';
import type { Db } from '../../db/index.ts';
import type { CheckBasis } from './check-basis.ts';

/** A check as it stands in the database. */
export interface StoredCheck {
  readonly subId: string;
  readonly owner: string;
  readonly ticker: string;
  readonly parent: string | null;
  readonly subticker: string | null;
  readonly name: string;
  readonly address: string;
  readonly status: 'running' | 'done' | 'failed';
  readonly charged: boolean;
  readonly createdAt: Date;
  readonly progress: number;
  /** Why there is no result; null unless it failed, and for failures of earlier versions. */
  readonly failure: string | null;
  readonly riskscore: Stars | null;
  /** The result's bytes; null unless done. */
  readonly result: string | null;
  /** The same owner's result before this one, of the same address and asset. */
  readonly previous: string | null;
  /** Since when nobody but the owner can open it; null while it is shared. */
  readonly revokedAt: Date | null;
}

export interface NewCheck {
  readonly subId: string;
  readonly owner: string;
  readonly ticker: string;
  readonly parent: string | null;
  readonly subticker: string | null;
  readonly name: string;
  readonly network: string | null;
  readonly address: string;
  readonly charged: boolean;
  readonly idempotencyKey: string | null;
  readonly createdAt: Date;
  readonly leaseUntil: Date;
}

export interface FinishedCheck {
  readonly result: string;
  /** What its certificate says beyond the result (check-basis.ts). */
  readonly basis: string;
  readonly riskscore: Stars;
  readonly charged: boolean;
  readonly methodVersion: string;
  readonly labelSetVersion: string;
  readonly tipBlock: string | null;
  readonly tipTime: string | null;
  readonly finishedAt: Date;
}

/** What a paid check covers: the same owner, address and asset. */
export type Subject = Pick<NewCheck, 'owner' | 'ticker' | 'parent' | 'address'>;

const COLUMNS = `sub_id AS "subId", owner, ticker, parent, subticker, name, address, status, charged,
  created_at AS "createdAt", progress, failure, riskscore, result, previous, revoked_at AS "revokedAt"`;

export const checksStore = {
  /** Starts of the same owner's checks wait for each other until the transaction ends. */
  async lockOwner(db: Db, owner: string): Promise<void> {
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 30))', [owner]);
  },

  async insert(db: Db, check: NewCheck): Promise<void> {
    await db.query(
      `INSERT INTO checks (sub_id, owner, ticker, parent, subticker, name, network, address, charged, idempotency_key,
                           created_at, lease_until)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        check.subId,
        check.owner,
        check.ticker,
        check.parent,
        check.subticker,
        check.name,
        check.network,
        check.address,
        check.charged,
        check.idempotencyKey,
        check.createdAt,
        check.leaseUntil,
      ],
    );
  },

  async find(db: Db, subId: string): Promise<StoredCheck | null> {
    const found = await db.query<StoredCheck>(`SELECT ${COLUMNS} FROM checks WHERE sub_id = $1`, [subId]);
    return found.rows[0] ?? null;
  },

  /** What the certificate of a finished check says beyond its result; null for checks made before there were any. */
  async findBasis(db: Db, subId: string): Promise<CheckBasis | null> {
    const found = await db.query<{ certificate_basis: string | null }>(
      'SELECT certificate_basis FROM checks WHERE sub_id = $1',
      [subId],
    );
    const basis = found.rows[0]?.certificate_basis ?? null;
    return basis === null ? null : JSON.parse(basis);
  },

  /** Revokes (the first time counts) or restores what the owner shared. Null where this owner has no such check. */
  async setShared(db: Db, subId: string, owner: string, revokedAt: Date | null): Promise<StoredCheck | null> {
    const changed = await db.query<StoredCheck>(
      `UPDATE checks SET revoked_at = CASE WHEN $3::timestamptz IS NULL THEN NULL ELSE coalesce(revoked_at, $3) END
        WHERE sub_id = $1 AND owner = $2 RETURNING ${COLUMNS}`,
      [subId, owner, revokedAt],
    );
    return changed.rows[0] ?? null;
  },

  async findByKey(db: Db, owner: string, idempotencyKey: string): Promise<StoredCheck | null> {
    const found = await db.query<StoredCheck>(
      `SELECT ${COLUMNS} FROM checks WHERE owner = $1 AND idempotency_key = $2`,
      [owner, idempotencyKey],
    );
    return found.rows[0] ?? null;
  },

  /** Whether a check of this subject was taken, or is reserved, since then. */
  async isPaidSince(db: Db, { owner, ticker, parent, address }: Subject, since: Date): Promise<boolean> {
    const found = await db.query(
      `SELECT FROM checks
        WHERE owner = $1 AND ticker = $2 AND parent IS NOT DISTINCT FROM $3 AND address = $4
          AND charged AND status <> 'failed' AND created_at > $5 LIMIT 1`,
      [owner, ticker, parent, address, since],
    );
    return found.rowCount === 1;
  },

  /**
   * Stores a result and gives it its place in the owner's history. False when the check does not run any more: it was
   * given up by a recovery.
   */
  async finish(db: Db, subId: string, finished: FinishedCheck): Promise<boolean> {
    const done = await db.query(
      `WITH subject AS (SELECT * FROM checks WHERE sub_id = $1 AND status = 'running' FOR UPDATE),
       place AS (
         INSERT INTO history_ranges AS r (owner, last) SELECT owner, 1 FROM subject
         ON CONFLICT (owner) DO UPDATE SET last = r.last + 1 RETURNING last),
       earlier AS (
         SELECT c.sub_id FROM checks c JOIN subject s USING (owner, address, ticker)
          WHERE c.parent IS NOT DISTINCT FROM s.parent AND c.status = 'done'
          ORDER BY c.created_at DESC LIMIT 1)
       UPDATE checks SET status = 'done', progress = 1, result = $2, riskscore = $3, charged = $4, method_version = $5,
              label_set_version = $6, tip_block = $7, tip_time = $8, finished_at = $9, certificate_basis = $10,
              position = place.last, previous = (SELECT sub_id FROM earlier)
         FROM place WHERE checks.sub_id = $1 AND status = 'running'`,
      [
        subId,
        finished.result,
        finished.riskscore,
        finished.charged,
        finished.methodVersion,
        finished.labelSetVersion,
        finished.tipBlock,
        finished.tipTime,
        finished.finishedAt,
        finished.basis,
      ],
    );
    return done.rowCount === 1;
  },

  /** A failed check frees its idempotency key: trying again is the right answer to it. */
  async fail(db: Db, subId: string, now: Date, failure: ErrorName): Promise<boolean> {
    const failed = await db.query(
      `UPDATE checks SET status = 'failed', charged = false, idempotency_key = NULL, finished_at = $2, failure = $3
        WHERE sub_id = $1 AND status = 'running'`,
      [subId, now, failure],
    );
    return failed.rowCount === 1;
  },

  /** What was read of a chain for a check, so that it can be computed again. */
  async saveCut(db: Db, subId: string, cut: string): Promise<void> {
    await db.query('INSERT INTO live_cuts (sub_id, cut) VALUES ($1, $2)', [subId, cut]);
  },

  async findCut(db: Db, subId: string): Promise<string | null> {
    const found = await db.query<{ cut: string }>('SELECT cut FROM live_cuts WHERE sub_id = $1', [subId]);
    return found.rows[0]?.cut ?? null;
  },

  async renewLease(db: Db, subId: string, leaseUntil: Date, progress: number): Promise<void> {
    await db.query(`UPDATE checks SET lease_until = $2, progress = $3 WHERE sub_id = $1 AND status = 'running'`, [
      subId,
      leaseUntil,
      progress,
    ]);
  },

  /** Ends checks whose process is gone, and names them. */
  async failExpired(db: Db, now: Date): Promise<readonly string[]> {
    const failed = await db.query<{ sub_id: string }>(
      `UPDATE checks SET status = 'failed', charged = false, idempotency_key = NULL, finished_at = $1
        WHERE sub_id IN (SELECT sub_id FROM checks WHERE status = 'running' AND lease_until < $1 FOR UPDATE SKIP LOCKED)
        RETURNING sub_id`,
      [now],
    );
    return failed.rows.map(({ sub_id }) => sub_id);
  },
};

export type ChecksStore = typeof checksStore;
