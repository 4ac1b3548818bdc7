import { type Db, inTransaction, lockNamed, type Pool, type PoolClient } from '../../../platform/db/index.ts';

export interface LegalHold {
  readonly id: string;
  /** Of a person or a company, or the account of a Telegram chat. */
  readonly workspace: string;
  readonly kind: 'person' | 'workspace' | 'chat';
  readonly placedBy: string;
  readonly reason: string;
  readonly placedAt: Date;
  readonly until: Date;
  /** Null where it was not ended before `until`. */
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  readonly endReason: string | null;
}

/** A hold as the operator sees it. */
export interface ListedHold extends LegalHold {
  /** An email, a company's name, `telegram:<user id>`; null where nothing has the id any more. */
  readonly name: string | null;
  readonly isActive: boolean;
}

const COLUMNS = `h.id, h.workspace, h.kind, h.placed_by AS "placedBy", h.reason, h.placed_at AS "placedAt", h.until,
  h.ended_at AS "endedAt", h.ended_by AS "endedBy", h.end_reason AS "endReason"`;
const IS_ACTIVE = 'h.ended_at IS NULL AND h.until > now()';

/**
 * Runs what removes rows of workspaces, in one transaction. A hold that is placed meanwhile waits until it is over, so that
 * nothing is removed after the command has said that it stays.
 */
export function besideHolds<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (tx) => {
    await legalHoldsStore.waitForPlacing(tx);
    return work(tx);
  });
}

export const legalHoldsStore = {
  /** Until the transaction ends, no hold begins. A statement of its own: what follows sees the holds there are. */
  async waitForPlacing(db: Db): Promise<void> {
    await db.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [lockNamed('legalHolds')]);
  },

  /** Waits for removals that run; until the transaction ends, no other begins. */
  async waitForRemovals(db: Db): Promise<void> {
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockNamed('legalHolds')]);
  },

  async insert(
    db: Db,
    hold: Pick<LegalHold, 'id' | 'workspace' | 'kind' | 'placedBy' | 'reason' | 'placedAt' | 'until'>,
  ): Promise<void> {
    await db.query(
      `INSERT INTO legal_holds (id, workspace, kind, placed_by, reason, placed_at, until)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [hold.id, hold.workspace, hold.kind, hold.placedBy, hold.reason, hold.placedAt, hold.until],
    );
  },

  /** Null where none with this id is in force. */
  async end(
    db: Db,
    id: string,
    { by, reason, at }: { readonly by: string; readonly reason: string; readonly at: Date },
  ): Promise<LegalHold | null> {
    const { rows } = await db.query(
      `UPDATE legal_holds h SET ended_at = $2, ended_by = $3, end_reason = $4 WHERE h.id = $1 AND ${IS_ACTIVE}
       RETURNING ${COLUMNS}`,
      [id, at, by, reason],
    );
    return rows[0] ?? null;
  },

  /** Those in force, or all that are still known, the newest last. */
  async list(db: Db, { isAll }: { readonly isAll: boolean }): Promise<readonly ListedHold[]> {
    const { rows } = await db.query(
      `SELECT ${COLUMNS}, ${IS_ACTIVE} AS "isActive", coalesce(u.email, w.name, 'telegram:' || b.telegram_id) AS name
         FROM legal_holds h LEFT JOIN users u ON u.sub = h.workspace
         LEFT JOIN workspaces w ON w.id = h.workspace AND w.kind = 'company'
         LEFT JOIN bot_accounts b ON b.sub = h.workspace
        WHERE $1 OR (${IS_ACTIVE}) ORDER BY h.placed_at, h.id`,
      [isAll],
    );
    return rows;
  },

  /** Until when a workspace is held; null where it is not. */
  async heldUntil(db: Db, workspace: string): Promise<Date | null> {
    const { rows } = await db.query('SELECT until FROM held_workspaces WHERE workspace = $1', [workspace]);
    return rows[0]?.until ?? null;
  },

  /** The same of companies that a person is a member of, or left traces in: who asked for what is evidence too. */
  async companyHeldUntil(db: Db, sub: string): Promise<Date | null> {
    const { rows } = await db.query(
      `SELECT max(h.until) AS until FROM held_workspaces h
        WHERE EXISTS (SELECT FROM workspace_members m WHERE m.workspace = h.workspace AND m.sub = $1)
           OR EXISTS (SELECT FROM audit_personal p WHERE p.chain = h.workspace AND p.subject = $1)
           OR EXISTS (SELECT FROM checks c WHERE c.owner = h.workspace AND c.asked_as = 'person' AND c.asked_by = $1)
           OR EXISTS (SELECT FROM batches b WHERE b.workspace = h.workspace AND b.made_by = $1)`,
      [sub],
    );
    return rows[0]?.until ?? null;
  },

  /** The account of a Telegram user; null where none is known. */
  async chatAccount(db: Db, telegramId: string): Promise<{ readonly sub: string } | null> {
    const { rows } = await db.query('SELECT sub FROM bot_accounts WHERE telegram_id = $1', [telegramId]);
    return rows[0] ?? null;
  },

  /** Removes holds that ended before then. */
  async removeEndedBefore(db: Db, before: Date): Promise<void> {
    await db.query('DELETE FROM legal_holds WHERE least(ended_at, until) < $1', [before]);
  },
};

const ROWS_AT_ONCE = 1_000;

/** Removes beside holds, each portion in a transaction of its own, until one is not full. Returns the number removed. */
export async function removeInPortions(pool: Pool, remove: (tx: Db, most: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const portion = await besideHolds(pool, (tx) => remove(tx, ROWS_AT_ONCE));
    removed += portion;
    if (portion < ROWS_AT_ONCE) return removed;
  }
}
