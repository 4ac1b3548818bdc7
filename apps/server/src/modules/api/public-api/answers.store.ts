import type { Db } from '../../../platform/db/index.ts';
import type { KeyHolder } from '../api-keys/api-keys.ports.ts';

/** The claim that a request holds. */
interface Claim {
  readonly holder: AnswerHolder;
  readonly key: string;
  readonly claimedAt: Date;
}

/** Whose answers: one key text in both modes is two keys. */
export type AnswerHolder = Pick<KeyHolder, 'workspace' | 'mode'>;

/** The answer that a workspace's idempotency key has. */
export interface KeptAnswer {
  readonly fingerprint: Buffer;
  readonly claimedAt: Date;
  /** Null while the request is under way. */
  readonly status: number | null;
  readonly body: string | null;
}

export const answersStore = {
  /**
   * Claims a key for a request; false where another one holds it. One that was answered before `keptSince`, or is under
   * way since before `underWaySince`, holds it no longer.
   */
  async claim(
    db: Db,
    claim: { readonly holder: AnswerHolder; readonly key: string; readonly fingerprint: Buffer; readonly now: Date },
    { keptSince, underWaySince }: { readonly keptSince: Date; readonly underWaySince: Date },
  ): Promise<boolean> {
    const claimed = await db.query(
      `INSERT INTO api_answers AS a (workspace, key, fingerprint, claimed_at, mode) VALUES ($1, $2, $3, $4, $7)
       ON CONFLICT (workspace, mode, key) DO UPDATE
         SET fingerprint = excluded.fingerprint, claimed_at = excluded.claimed_at, status = NULL, body = NULL
       WHERE a.claimed_at < $5
          OR (a.status IS NULL AND a.claimed_at < $6 AND a.fingerprint = excluded.fingerprint)`,
      [claim.holder.workspace, claim.key, claim.fingerprint, claim.now, keptSince, underWaySince, claim.holder.mode],
    );
    return claimed.rowCount === 1;
  },

  async find(db: Db, { workspace, mode }: AnswerHolder, key: string): Promise<KeptAnswer | null> {
    const { rows } = await db.query(
      `SELECT fingerprint, claimed_at AS "claimedAt", status, body FROM api_answers
        WHERE workspace = $1 AND key = $2 AND mode = $3`,
      [workspace, key, mode],
    );
    return rows[0] ?? null;
  },

  /** False where the claim of that time is answered already, or was taken over. */
  async keep(
    db: Db,
    { holder, key, claimedAt }: Claim,
    { status, body }: { readonly status: number; readonly body: string },
  ): Promise<boolean> {
    const kept = await db.query(
      `UPDATE api_answers SET status = $3, body = $4
        WHERE workspace = $1 AND key = $2 AND mode = $5 AND claimed_at = $6 AND status IS NULL`,
      [holder.workspace, key, status, body, holder.mode, claimedAt],
    );
    return kept.rowCount === 1;
  },

  /** Gives a key back whose request failed. */
  async release(db: Db, { holder, key, claimedAt }: Claim): Promise<void> {
    await db.query(
      `DELETE FROM api_answers
        WHERE workspace = $1 AND key = $2 AND mode = $3 AND claimed_at = $4 AND status IS NULL`,
      [holder.workspace, key, holder.mode, claimedAt],
    );
  },

  /** Removes those claimed before then, `most` at most, of all workspaces. Returns the number. Run as service work. */
  async removeBefore(db: Db, before: Date, most: number): Promise<number> {
    const removed = await db.query(
      `DELETE FROM api_answers WHERE (workspace, mode, key) IN (
         SELECT workspace, mode, key FROM api_answers WHERE claimed_at < $1 LIMIT $2)`,
      [before, most],
    );
    return removed.rowCount ?? 0;
  },
};
