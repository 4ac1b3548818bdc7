import type { Db } from '../../../platform/db/index.ts';
import { ledger } from './ledger.store.ts';

const READ_AT_ONCE = 1_000;

/** The balance ledger's part of an account export, and of the deletion of an account. */
export const ledgerPart = {
  name: 'ledger',

  /** Every entry, oldest first. Keys are left out: one contains a hash of the mailbox. */
  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    for (let after = '0'; ; ) {
      const found = await db.query(
        `SELECT e.id, e.created_at AS at, e.kind, e.checks, e.reason, t.series AS tariff,
                CASE WHEN e.kind IN ('reserve', 'commit', 'release', 'refund') THEN e.reference END AS reference
           FROM ledger_entries e JOIN ledger_tariffs t ON t.id = e.tariff JOIN ledger_holders h ON h.id = t.holder
          WHERE h.sub = $1 AND e.id > $2 ORDER BY e.id LIMIT $3`,
        [sub, after, READ_AT_ONCE],
      );
      yield found.rows.map(({ id: _id, ...line }) => line);
      const last = found.rows.at(-1);
      if (last === undefined || found.rows.length < READ_AT_ONCE) return;
      after = last.id;
    }
  },

  erase: (db: Db, sub: string, now: Date) => ledger.close(db, sub, now),
};
