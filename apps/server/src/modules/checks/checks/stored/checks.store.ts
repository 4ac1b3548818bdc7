import type { CheckPhase, ErrorName, Holdings } from '@assay/contracts';
import type { Stars } from '@assay/domain';
import { type Db, HAS_ENDED, LEASE_OF, LOCK_SEEDS, prepared } from '../../../../platform/db/index.ts';
import type { CheckCaller } from '../checks.policy.ts';
import { findBasis, findCutOff, saveCutOff } from './check-basis.store.ts';
import { handOverStore, runningChecksStore } from './hand-over.store.ts';
import type { StoredPaymentName } from './payment-name.ts';
import { hasPaymentSince } from './payment-repeats.store.ts';

/** A check as stored in the database. */
export interface StoredCheck extends StoredPaymentName {
  readonly subId: string;
  /** Null for a reader who has only the id of a shared check. */
  readonly owner: string | null;
  readonly ticker: string;
  readonly parent: string | null;
  readonly subticker: string | null;
  readonly name: string;
  readonly address: string;
  readonly status: 'running' | 'done' | 'failed';
  readonly charged: boolean;
  readonly createdAt: Date;
  readonly progress: number;
  /** A running check whose process did not renew its lease in time counts as interrupted. */
  readonly isLeaseOver: boolean;
  /** Its current phase; only for a check that runs in this process. */
  readonly phase?: CheckPhase;
  /** Error code of a failed check; null otherwise, and for an interrupted check. */
  readonly failure: string | null;
  readonly riskscore: Stars | null;
  /** The result's bytes; null unless done. */
  readonly result: string | null;
  /** The owner's previous result for the same address and asset. */
  readonly previous: string | null;
  /** Since when only the owner can open it; null while it is shared. */
  readonly revokedAt: Date | null;
  /** What its owner had when it ended; only where it ended in this process just now, for a request that shows it. */
  readonly balance?: Holdings;
}

export interface NewCheck extends StoredPaymentName {
  readonly subId: string;
  readonly owner: string;
  readonly ticker: string;
  readonly parent: string | null;
  readonly subticker: string | null;
  readonly name: string;
  readonly network: string | null;
  readonly address: string;
  readonly charged: boolean;
  readonly createdAt: Date;
  readonly leaseMs: number;
  /** The process that runs it. */
  readonly runBy: string;
  readonly ofBatch: boolean;
  readonly askedBy: CheckCaller | null;
}

export interface FinishedCheck {
  readonly result: string;
  /** What its certificate states in addition to the result (check-basis.ts). */
  readonly basis: string;
  readonly riskscore: Stars;
  /** Whether a check with this result costs what is reserved for it; without a rating it is given back. */
  readonly keepsCharge: boolean;
  readonly methodVersion: string;
  readonly labelSetVersion: string;
  readonly tipBlock: string | null;
  readonly tipTime: string | null;
  readonly finishedAt: Date;
}

/** A check for a request that asked for it. */
export interface AskedCheck extends StoredCheck {
  /** Another request began it, and is charged for it. */
  readonly isJoined: boolean;
}

/** Identifies what runs only once at a time and what a charged check covers: owner, address and asset, and the payment. */
export type Subject = Pick<NewCheck, 'owner' | 'ticker' | 'parent' | 'address' | keyof StoredPaymentName>;

const COLUMNS = `sub_id AS "subId", owner, ticker, parent, subticker, name, address, status, charged,
  created_at AS "createdAt", progress, lease_until ${HAS_ENDED} AS "isLeaseOver", failure, riskscore, result, previous,
  revoked_at AS "revokedAt", transaction_id AS "transactionId", payment_direction AS "paymentDirection"`;

const SHARED_COLUMNS = `sub_id AS "subId", NULL AS owner, ticker, parent, subticker, name, address, status, charged,
  created_at AS "createdAt", progress, lease_until ${HAS_ENDED} AS "isLeaseOver", failure, riskscore, result,
  NULL AS previous, NULL::timestamptz AS "revokedAt", transaction_id AS "transactionId", payment_direction AS "paymentDirection"`;

const OF_SUBJECT = `owner = $1 AND ticker = $2 AND coalesce(parent, '') = coalesce($3, '') AND address = $4
  AND coalesce(transaction_id, '') = coalesce($5, '') AND coalesce(payment_direction, '') = coalesce($6, '')`;

const valuesOf = ({ owner, ticker, parent, address, transactionId, paymentDirection }: Subject) => [
  ...[owner, ticker, parent, address],
  ...[transactionId, paymentDirection],
];

export const checksStore = {
  /** Serialises the starts of one owner's checks until the transaction ends. */
  async lockOwner(db: Db, owner: string): Promise<void> {
    await db.query(prepared('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [owner, LOCK_SEEDS.checks]));
  },

  async insert(db: Db, check: NewCheck): Promise<void> {
    await db.query(
      prepared(
        `INSERT INTO checks (sub_id, owner, ticker, parent, subticker, name, network, address, charged, created_at,
                             lease_until, run_by, of_batch, transaction_id, payment_direction, asked_as, asked_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${LEASE_OF} $11, $12, $13,
                 $14, $15, $16, $17)`,
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
          check.createdAt,
          check.leaseMs,
          check.runBy,
          check.ofBatch,
          check.transactionId,
          check.paymentDirection,
          check.askedBy?.as ?? null,
          check.askedBy?.id ?? null,
        ],
      ),
    );
  },

  async find(db: Db, subId: string): Promise<StoredCheck | null> {
    const found = await db.query(prepared(`SELECT ${COLUMNS} FROM checks WHERE sub_id = $1`, [subId]));
    return found.rows[0] ?? null;
  },

  findBasis,
  saveCutOff,
  findCutOff,
  hasPaymentSince,

  /** A check that everyone with its id may open, without its workspace. */
  async findShared(db: Db, subId: string): Promise<StoredCheck | null> {
    const found = await db.query(`SELECT ${SHARED_COLUMNS} FROM shared_check($1)`, [subId]);
    return found.rows[0] ?? null;
  },

  /** Revokes (the first time is kept) or restores the sharing. Null where this owner has no such check. */
  async setShared(db: Db, subId: string, owner: string, revokedAt: Date | null): Promise<StoredCheck | null> {
    const changed = await db.query(
      `UPDATE checks SET revoked_at = CASE WHEN $3::timestamptz IS NULL THEN NULL ELSE coalesce(revoked_at, $3) END
        WHERE sub_id = $1 AND owner = $2 RETURNING ${COLUMNS}`,
      [subId, owner, revokedAt],
    );
    return changed.rows[0] ?? null;
  },

  /** The check of an idempotency key. The key of a failed check can be used again for a retry. */
  async findByKey(db: Db, owner: string, idempotencyKey: string): Promise<AskedCheck | null> {
    const found = await db.query(
      `SELECT ${COLUMNS}, (SELECT k.joined FROM check_keys k WHERE k.owner = $1 AND k.key = $2) AS "isJoined"
         FROM checks
        WHERE sub_id = (SELECT k.sub_id FROM check_keys k WHERE k.owner = $1 AND k.key = $2) AND status <> 'failed'`,
      [owner, idempotencyKey],
    );
    const [row] = found.rows;
    return row === undefined ? null : { ...row, isJoined: row.isJoined === true };
  },

  /** Assigns the owner's idempotency key to this check, which it began or joined. */
  async keepKey(
    db: Db,
    owner: string,
    idempotencyKey: string,
    { subId, isJoined }: Pick<AskedCheck, 'subId' | 'isJoined'>,
  ): Promise<void> {
    await db.query(
      `INSERT INTO check_keys (owner, key, sub_id, joined) VALUES ($1, $2, $3, $4)
       ON CONFLICT (owner, key) DO UPDATE SET sub_id = excluded.sub_id, joined = excluded.joined`,
      [owner, idempotencyKey, subId, isJoined],
    );
  },

  /** The owner's running check of this subject; the database allows at most one. */
  async findRunning(db: Db, subject: Subject): Promise<StoredCheck | null> {
    const found = await db.query(
      prepared(`SELECT ${COLUMNS} FROM checks WHERE ${OF_SUBJECT} AND status = 'running'`, valuesOf(subject)),
    );
    return found.rows[0] ?? null;
  },

  /** Ids of the finished checks of this subject charged since then. Running checks may still be released. */
  async findChargedSince(db: Db, subject: Subject, since: Date): Promise<readonly string[]> {
    const found = await db.query(
      prepared(`SELECT sub_id FROM checks WHERE ${OF_SUBJECT} AND charged AND status = 'done' AND created_at > $7`, [
        ...valuesOf(subject),
        since,
      ]),
    );
    return found.rows.map(({ sub_id }) => sub_id);
  },

  /**
   * Stores a result and assigns its position in the owner's history; a check that is free stays so. Null when the check
   * no longer runs in this process: a recovery ended it, or another process has taken it over.
   */
  async finish(db: Db, subId: string, finished: FinishedCheck, runBy: string): Promise<StoredCheck | null> {
    const done = await db.query(
      prepared(
        `WITH subject AS (
           SELECT owner, address, ticker, parent, transaction_id, payment_direction
             FROM checks WHERE sub_id = $1 AND status = 'running' AND run_by = $11
              FOR UPDATE),
         place AS (
           INSERT INTO history_ranges AS r (owner, last) SELECT owner, 1 FROM subject
           ON CONFLICT (owner) DO UPDATE SET last = r.last + 1 RETURNING last),
         earlier AS (
           SELECT c.sub_id FROM checks c JOIN subject s USING (owner, address, ticker)
            WHERE c.parent IS NOT DISTINCT FROM s.parent AND c.status = 'done'
              AND c.transaction_id IS NOT DISTINCT FROM s.transaction_id
              AND c.payment_direction IS NOT DISTINCT FROM s.payment_direction ORDER BY c.created_at DESC LIMIT 1)
         UPDATE checks SET status = 'done', progress = 1, result = $2, riskscore = $3, charged = charged AND $4,
                method_version = $5, label_set_version = $6, tip_block = $7, tip_time = $8, finished_at = $9,
                certificate_basis = $10, position = place.last, previous = (SELECT sub_id FROM earlier)
           FROM place WHERE checks.sub_id = $1 AND status = 'running' AND run_by = $11
         RETURNING ${COLUMNS}`,
        [
          subId,
          finished.result,
          finished.riskscore,
          finished.keepsCharge,
          finished.methodVersion,
          finished.labelSetVersion,
          finished.tipBlock,
          finished.tipTime,
          finished.finishedAt,
          finished.basis,
          runBy,
        ],
      ),
    );
    return done.rows[0] ?? null;
  },

  /** False when the check no longer runs, or runs in another process than `runBy`; null means any. */
  async fail(db: Db, subId: string, now: Date, failure: ErrorName, runBy: string | null): Promise<boolean> {
    const failed = await db.query(
      `UPDATE checks SET status = 'failed', charged = false, finished_at = $2, failure = $3
        WHERE sub_id = $1 AND status = 'running' AND ($4::text IS NULL OR run_by = $4)`,
      [subId, now, failure, runBy],
    );
    return failed.rowCount === 1;
  },

  /** False when the check no longer runs in this process: it was cancelled, failed or taken over elsewhere. */
  async renewLease(db: Db, subId: string, leaseMs: number, progress: number, runBy: string): Promise<boolean> {
    const renewed = await db.query(
      `UPDATE checks SET lease_until = ${LEASE_OF} $2, progress = $3
        WHERE sub_id = $1 AND status = 'running' AND run_by = $4`,
      [subId, leaseMs, progress, runBy],
    );
    return renewed.rowCount === 1;
  },

  ...handOverStore,
  ...runningChecksStore,

  /** Whether a check of this owner was interrupted. */
  async hasExpired(db: Db, owner: string): Promise<boolean> {
    const found = await db.query(
      prepared(`SELECT FROM checks WHERE status = 'running' AND lease_until ${HAS_ENDED} AND owner = $1 LIMIT 1`, [
        owner,
      ]),
    );
    return found.rowCount === 1;
  },

  /** Fails interrupted checks, of all owners or of one, and returns their ids. `now` is the time of their end. */
  async failExpired(db: Db, now: Date, owner: string | null): Promise<readonly string[]> {
    const failed = await db.query(
      `UPDATE checks SET status = 'failed', charged = false, finished_at = $1
        WHERE sub_id IN (SELECT sub_id FROM checks
                          WHERE status = 'running' AND lease_until ${HAS_ENDED} AND ($2::text IS NULL OR owner = $2)
                            FOR UPDATE SKIP LOCKED)
        RETURNING sub_id`,
      [now, owner],
    );
    return failed.rows.map(({ sub_id }) => sub_id);
  },
};

export type ChecksStore = typeof checksStore;
