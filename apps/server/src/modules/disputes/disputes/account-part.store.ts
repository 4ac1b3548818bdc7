import type { Db } from '../../../platform/db/index.ts';

/** The disputes' part of an account export, and of the deletion of an account. */
export const disputesPart = {
  name: 'disputes',

  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const found = await db.query(
      `SELECT id, network, address, service, ground, statement, email, filed_at, decided_at, reason
         FROM dispute WHERE sub = $1 ORDER BY id`,
      [sub],
    );
    yield found.rows;
  },

  /** Open disputes go with the account. Decisions stay in the public log, which names nobody. */
  async erase(db: Db, sub: string): Promise<void> {
    await db.query('DELETE FROM dispute WHERE sub = $1 AND decided_at IS NULL', [sub]);
    await db.query('DELETE FROM dispute_evidence USING dispute d WHERE dispute_id = d.id AND d.sub = $1', [sub]);
    await db.query('UPDATE dispute SET statement = NULL, email = NULL, sub = NULL, erased_at = now() WHERE sub = $1', [
      sub,
    ]);
    await db.query('UPDATE dispute SET decided_by = NULL WHERE decided_by = $1', [sub]);
    // Others may have named this mailbox: their dispute stays, without it.
    await db.query(
      'UPDATE dispute SET email = NULL WHERE lower(email) = (SELECT lower(email) FROM users WHERE sub = $1)',
      [sub],
    );
  },
};
