import { TEST_OUTCOMES, type TestOutcome } from '@assay/contracts/v1';
import { type Db, oneOf, prepared, type Rows, textsOf } from '../../../platform/db/index.ts';
import type { ApiObject, Position } from '../public-api/api-checks.store.ts';

/** A check by a test key. What it answers follows from its outcome and the time. */
export interface TestCheck {
  readonly id: string;
  readonly ticker: string;
  readonly parent: string | null;
  /** Canonical form. */
  readonly address: string;
  readonly outcome: TestOutcome;
  /** The key that asked. */
  readonly keyId: string;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  readonly finishesAt: Date;
  readonly cancelledAt: Date | null;
  /** Its end is no event of its own. */
  readonly ofBatch: boolean;
  /** Of a test transaction; null for a check of an address. */
  readonly transactionId: string | null;
  readonly paymentDirection: 'deposit' | 'withdrawal' | null;
}

/** Test checks that a workspace keeps; older ones are removed, for they cost nothing and could fill the disk. */
const TEST_CHECKS_KEPT = 10_000;

const COLUMNS =
  `id, ticker, parent, address, outcome, api_key AS "keyId", reference, metadata, created_at AS "createdAt",
  finishes_at AS "finishesAt", cancelled_at AS "cancelledAt", of_batch AS "ofBatch", transaction_id AS "transactionId",
  payment_direction AS "paymentDirection"` as const;
const BY_ID = `SELECT ${COLUMNS} FROM test_checks WHERE workspace = $1 AND id = $2` as const;

function checkOf({ outcome, metadata, ...row }: Rows[typeof BY_ID]): TestCheck {
  return { ...row, outcome: oneOf(TEST_OUTCOMES, outcome), metadata: textsOf(metadata) };
}

export const testChecksStore = {
  async insert(db: Db, workspace: string, check: TestCheck): Promise<void> {
    const { id, ticker, parent, address, outcome, keyId, reference, metadata } = check;
    const { createdAt, finishesAt, ofBatch, transactionId, paymentDirection } = check;
    await db.query(
      prepared(
        `INSERT INTO test_checks (id, workspace, api_key, ticker, parent, address, outcome, reference, metadata, created_at,
                                  finishes_at, of_batch, transaction_id, payment_direction)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [
          ...[id, workspace, keyId, ticker, parent, address, outcome, reference, JSON.stringify(metadata)],
          ...[createdAt, finishesAt, ofBatch, transactionId, paymentDirection],
        ],
      ),
    );
  },

  async find(db: Db, workspace: string, id: string): Promise<TestCheck | null> {
    const { rows } = await db.query(BY_ID, [workspace, id]);
    return rows[0] === undefined ? null : checkOf(rows[0]);
  },

  /** The newest first, after a position. */
  async page(
    db: Db,
    workspace: string,
    object: ApiObject,
    { after, reference, size }: { after: Position | null; reference: string | null; size: number },
  ): Promise<readonly TestCheck[]> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM test_checks
        WHERE workspace = $1 AND object = $2 AND ($3::text IS NULL OR reference = $3)
          AND ($4::timestamptz IS NULL OR (created_at, id) < ($4, $5))
        ORDER BY created_at DESC, id DESC LIMIT $6`,
      [workspace, object, reference, after?.createdAt ?? null, after?.id ?? null, size],
    );
    return rows.map(checkOf);
  },

  /** Ends one that runs; null where it is over. */
  async cancel(db: Db, workspace: string, id: string, now: Date): Promise<TestCheck | null> {
    const { rows } = await db.query(
      `UPDATE test_checks SET cancelled_at = $3
        WHERE workspace = $1 AND id = $2 AND cancelled_at IS NULL AND finishes_at > $3 RETURNING ${COLUMNS}`,
      [workspace, id, now],
    );
    return rows[0] === undefined ? null : checkOf(rows[0]);
  },

  /** Ends those of a batch that run. */
  async cancelOfBatch(db: Db, batch: string, now: Date): Promise<void> {
    await db.query(
      `UPDATE test_checks SET cancelled_at = $2 WHERE cancelled_at IS NULL AND finishes_at > $2
          AND id IN (SELECT test_check FROM batch_subjects WHERE batch = $1)`,
      [batch, now],
    );
  },

  /** Removes all of a workspace but the newest `TEST_CHECKS_KEPT`. */
  async removeOldest(db: Db, workspace: string): Promise<void> {
    await db.query(
      prepared(
        `DELETE FROM test_checks WHERE workspace = $1 AND (created_at, id) <=
           (SELECT created_at, id FROM test_checks WHERE workspace = $1 ORDER BY created_at DESC, id DESC
             OFFSET $2 LIMIT 1)`,
        [workspace, TEST_CHECKS_KEPT],
      ),
    );
  },
};
