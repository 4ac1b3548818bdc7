import { TEST_OUTCOMES, type TestOutcome } from '@assay/contracts/v1';
import { type Db, oneOf, prepared, present, textsOf } from '../../../platform/db/index.ts';
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
  /** The payment of a test transaction; null for a check of an address. */
  readonly payment: { readonly transactionId: string; readonly direction: 'deposit' | 'withdrawal' } | null;
}

export interface NewTestCheck extends Omit<TestCheck, 'cancelledAt'> {
  readonly workspace: string;
  /** Its end is no event of its own. */
  readonly ofBatch: boolean;
}

/** Test checks that a workspace keeps; older ones are removed, for they cost nothing and could fill the disk. */
export const TEST_CHECKS_KEPT = 10_000;

const COLUMNS = `id, ticker, parent, address, outcome, api_key AS "keyId", reference, metadata, created_at AS "createdAt",
  finishes_at AS "finishesAt", cancelled_at AS "cancelledAt",
  CASE WHEN transaction_id IS NOT NULL
       THEN json_build_object('transactionId', transaction_id, 'direction', payment_direction) END AS payment`;

interface CheckRow extends Omit<TestCheck, 'outcome' | 'metadata' | 'payment'> {
  readonly outcome: string;
  readonly metadata: unknown;
  readonly payment: {
    readonly transactionId: string | null;
    readonly direction: 'deposit' | 'withdrawal' | null;
  } | null;
}

function checkOf({ outcome, metadata, payment, ...row }: CheckRow): TestCheck {
  return {
    ...row,
    outcome: oneOf(TEST_OUTCOMES, outcome),
    metadata: textsOf(metadata),
    payment:
      payment === null
        ? null
        : { transactionId: present(payment.transactionId), direction: present(payment.direction) },
  };
}

export const testChecksStore = {
  async insert(db: Db, check: NewTestCheck): Promise<void> {
    await db.query(
      prepared(
        `INSERT INTO test_checks (id, workspace, api_key, ticker, parent, address, outcome, reference, metadata, created_at,
                                  finishes_at, of_batch, transaction_id, payment_direction)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [
          check.id,
          check.workspace,
          check.keyId,
          check.ticker,
          check.parent,
          check.address,
          check.outcome,
          check.reference,
          JSON.stringify(check.metadata),
          check.createdAt,
          check.finishesAt,
          check.ofBatch,
          check.payment?.transactionId ?? null,
          check.payment?.direction ?? null,
        ],
      ),
    );
  },

  async find(db: Db, workspace: string, id: string): Promise<TestCheck | null> {
    const { rows } = await db.query(`SELECT ${COLUMNS} FROM test_checks WHERE workspace = $1 AND id = $2`, [
      workspace,
      id,
    ]);
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

  /** Ends one that runs; null where it is over. Says whether it is of a batch, which reports itself. */
  async cancel(db: Db, workspace: string, id: string, now: Date): Promise<{ readonly ofBatch: boolean } | null> {
    const { rows } = await db.query(
      `UPDATE test_checks SET cancelled_at = $3
        WHERE workspace = $1 AND id = $2 AND cancelled_at IS NULL AND finishes_at > $3
       RETURNING of_batch AS "ofBatch"`,
      [workspace, id, now],
    );
    return rows[0] ?? null;
  },

  /** Removes all but the newest ones of a workspace. */
  async removeOldest(db: Db, workspace: string, kept: number): Promise<void> {
    await db.query(
      prepared(
        `DELETE FROM test_checks WHERE workspace = $1 AND (created_at, id) <=
           (SELECT created_at, id FROM test_checks WHERE workspace = $1 ORDER BY created_at DESC, id DESC
             OFFSET $2 LIMIT 1)`,
        [workspace, kept],
      ),
    );
  },
};

export type TestChecksStore = typeof testChecksStore;
