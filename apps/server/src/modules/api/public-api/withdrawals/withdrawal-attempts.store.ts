import { WithdrawalAttemptV1 } from '@assay/contracts/v1';
import type { ApiMode } from '@assay/domain';
import type { z } from 'zod';
import { type Db, jsonAs, type Rows, textsOf } from '../../../../platform/db/index.ts';
import type { Position } from '../api-checks.store.ts';

/** What an attempt was answered: all but what names it, and what its checks cost. */
const WithdrawalAnswer = WithdrawalAttemptV1.omit({
  id: true,
  object: true,
  mode: true,
  created_at: true,
  api_key: true,
  reference: true,
  metadata: true,
  checks: true,
  checks_charged: true,
});
export type WithdrawalAnswer = z.infer<typeof WithdrawalAnswer>;

export interface NewWithdrawalAttempt {
  readonly id: string;
  readonly workspace: string;
  readonly keyId: string;
  readonly mode: ApiMode;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Ids of `api_checks`, that of the receiver first. */
  readonly checks: readonly string[];
  readonly answer: WithdrawalAnswer;
  readonly createdAt: Date;
}

export interface WithdrawalAttempt extends Omit<NewWithdrawalAttempt, 'workspace'> {
  /** How many of its checks cost a credit by now. */
  readonly checksCharged: number;
  /** Whether one of them runs, which may give its credit back. */
  readonly isRunning: boolean;
}

const OWN_CHECKS = 'api_checks c JOIN checks k ON k.sub_id = c.sub_id WHERE c.id = ANY (a.checks)';
const COLUMNS = `a.id, a.mode, a.api_key AS "keyId", a.reference, a.metadata, a.checks, a.answer, a.created_at AS "createdAt",
  (SELECT count(*)::integer FROM ${OWN_CHECKS} AND k.charged AND NOT c.joined AND k.status IN ('running', 'done')) AS "checksCharged",
  EXISTS (SELECT FROM ${OWN_CHECKS} AND k.status = 'running') AS "isRunning"`;

const BY_ID =
  `SELECT ${COLUMNS} FROM withdrawal_attempts a WHERE a.workspace = $1 AND a.mode = $2 AND a.id = $3` as const;

function attemptOf({ metadata, answer, ...row }: Rows[typeof BY_ID]): WithdrawalAttempt {
  return { ...row, metadata: textsOf(metadata), answer: jsonAs(WithdrawalAnswer, answer) };
}

export const withdrawalAttemptsStore = {
  async insert(db: Db, attempt: NewWithdrawalAttempt): Promise<void> {
    const { id, workspace, keyId, mode, reference, metadata, checks, answer, createdAt } = attempt;
    await db.query(
      `INSERT INTO withdrawal_attempts (id, workspace, api_key, mode, reference, metadata, checks, answer, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, workspace, keyId, mode, reference, JSON.stringify(metadata), checks, JSON.stringify(answer), createdAt],
    );
  },

  async find(db: Db, workspace: string, mode: ApiMode, id: string): Promise<WithdrawalAttempt | null> {
    const { rows } = await db.query(BY_ID, [workspace, mode, id]);
    return rows[0] === undefined ? null : attemptOf(rows[0]);
  },

  /** The newest first, after a position. */
  async page(
    db: Db,
    workspace: string,
    mode: ApiMode,
    { after, reference, size }: { after: Position | null; reference: string | null; size: number },
  ): Promise<readonly WithdrawalAttempt[]> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS} FROM withdrawal_attempts a
        WHERE a.workspace = $1 AND a.mode = $2 AND ($3::text IS NULL OR a.reference = $3)
          AND ($4::timestamptz IS NULL OR (a.created_at, a.id) < ($4, $5))
        ORDER BY a.created_at DESC, a.id DESC LIMIT $6`,
      [workspace, mode, reference, after?.createdAt ?? null, after?.id ?? null, size],
    );
    return rows.map(attemptOf);
  },

  /**
   * Removes those made before then, `most` at most, of all workspaces; those of workspaces that keep theirs for more days,
   * counted back from `now`, later. Returns the number.
   */
  async removeBefore(
    db: Db,
    { before, now }: { readonly before: Date; readonly now: Date },
    most: number,
  ): Promise<number> {
    const removed = await db.query(
      `DELETE FROM withdrawal_attempts WHERE id IN (
         SELECT id FROM withdrawal_attempts a WHERE created_at < $1
            AND NOT EXISTS (SELECT FROM kept_longer k
                             WHERE k.workspace = a.workspace AND a.created_at >= $2::timestamptz - k.days * interval '1 day')
          LIMIT $3)`,
      [before, now, most],
    );
    return removed.rowCount ?? 0;
  },

  /** Removes all but the newest ones of test keys of a workspace: they cost nothing and could fill the disk. */
  async removeOldestOfTest(db: Db, workspace: string, kept: number): Promise<void> {
    await db.query(
      `DELETE FROM withdrawal_attempts WHERE workspace = $1 AND mode = 'test' AND (created_at, id) <=
         (SELECT created_at, id FROM withdrawal_attempts WHERE workspace = $1 AND mode = 'test'
           ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1)`,
      [workspace, kept],
    );
  },
};
