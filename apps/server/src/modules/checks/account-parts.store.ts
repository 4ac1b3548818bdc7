import type { Db } from '../../platform/db/index.ts';
import type { ChecksBalance } from './checks/checks.ports.ts';
import { checksStore } from './checks/stored/checks.store.ts';

const READ_AT_ONCE = 1_000;
/** Owner of results whose account was deleted. No account can have this sub: subs are random ids or `demo`. */
const NOBODY = 'deleted';

/** The checks' part of the export and the erasure of an account. */
export function checksPart(balance: ChecksBalance) {
  return {
    name: 'checks',

    /** Every check, newest first, finished or not. */
    async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
      let before: { readonly created_at: Date | 'infinity'; readonly sub_id: string } | undefined = {
        created_at: 'infinity',
        sub_id: '',
      };
      while (before !== undefined) {
        const found: { rows: { readonly created_at: Date; readonly sub_id: string }[] } = await db.query(
          `SELECT sub_id, ticker, parent, subticker, name, address, riskscore, created_at, status, charged,
                  transaction_id, payment_direction FROM checks
            WHERE owner = $1 AND (created_at, sub_id) < ($2, $3) ORDER BY created_at DESC, sub_id DESC LIMIT $4`,
          [sub, before.created_at, before.sub_id, READ_AT_ONCE],
        );
        yield found.rows;
        before = found.rows.length < READ_AT_ONCE ? undefined : found.rows.at(-1);
      }
    },

    /**
     * Shared results stay open to everyone who has their id, but lose their owner. Results that were no longer
     * shared are deleted: only their owner could open them. Running checks are ended and their reservations released.
     */
    async erase(db: Db, sub: string, now: Date): Promise<void> {
      await checksStore.lockOwner(db, sub);
      const running = await db.query(
        `UPDATE checks SET status = 'failed', failure = 'CheckCancelled', charged = false, finished_at = $2
          WHERE owner = $1 AND status = 'running' RETURNING sub_id`,
        [sub, now],
      );
      // As wherever an owner's history is locked: after its running checks, before its balance and its other checks.
      await db.query('SELECT FROM history_ranges WHERE owner = $1 FOR UPDATE', [sub]);
      for (const { sub_id } of running.rows) await balance.release(db, sub_id, now);
      await db.query('DELETE FROM checks WHERE owner = $1 AND revoked_at IS NOT NULL', [sub]);
      await db.query('DELETE FROM check_keys WHERE owner = $1', [sub]);
      await db.query(
        `UPDATE checks SET owner = $2, position = NULL, previous = NULL, asked_as = NULL, asked_by = NULL
          WHERE owner = $1`,
        [sub, NOBODY],
      );
      await db.query('DELETE FROM history_ranges WHERE owner = $1', [sub]);
      // What the person asked for in companies is theirs; that a member asked stays.
      await db.query(
        `UPDATE checks SET asked_by = NULL WHERE asked_as = 'person' AND asked_by <> owner AND asked_by = $1`,
        [sub],
      );
      await db.query('DELETE FROM uncharged_answers WHERE owner = $1', [sub]);
    },
  };
}

/** The explorer's part of the export of a person's data: notes and saved states of the personal workspace. */
export const explorerPart = {
  name: 'explorer',

  async *exportOf(db: Db, workspace: string): AsyncGenerator<readonly object[]> {
    const notes = await db.query(
      'SELECT sub_id, node, note, written_at FROM explorer_notes WHERE workspace = $1 ORDER BY sub_id, node',
      [workspace],
    );
    yield notes.rows;
    const views = await db.query(
      'SELECT sub_id, view, saved_at FROM explorer_views WHERE workspace = $1 ORDER BY sub_id',
      [workspace],
    );
    yield views.rows;
    const expansions = await db.query(
      `SELECT sub_id, address, ticker, parent, expanded_at FROM explorer_expansions WHERE workspace = $1
        ORDER BY sub_id, expanded_at, address`,
      [workspace],
    );
    yield expansions.rows;
  },

  // They go with the workspace.
  erase: async (): Promise<void> => undefined,
};
