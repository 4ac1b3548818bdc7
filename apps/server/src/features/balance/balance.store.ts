import type { Db } from '../../db/index.ts';
import type { BalanceStore } from './balance.ports.ts';

export const balanceStore: BalanceStore = {
  async reserve(db, owner, reference, now) {
    // Count-then-take would let two requests take the last check: the condition stands inside the one statement.
    const reserved = await db.query(
      `WITH taken AS (UPDATE balances SET checks = checks - 1 WHERE owner = $1 AND checks > 0 RETURNING owner)
       INSERT INTO reservations (reference, owner, created_at) SELECT $2, owner, $3 FROM taken`,
      [owner, reference, now],
    );
    return reserved.rowCount === 1;
  },

  async take(db, reference, now) {
    const taken = await db.query(
      `UPDATE reservations SET state = 'taken', settled_at = $2 WHERE reference = $1 AND state = 'held'`,
      [reference, now],
    );
    return taken.rowCount === 1;
  },

  async release(db, reference, now) {
    const released = await db.query(
      `WITH released AS (
         UPDATE reservations SET state = 'released', settled_at = $2
          WHERE reference = $1 AND state = 'held' RETURNING owner)
       UPDATE balances SET checks = checks + 1 FROM released WHERE balances.owner = released.owner`,
      [reference, now],
    );
    return released.rowCount === 1;
  },

  async remaining(db, owner) {
    const found = await db.query<{ checks: number }>('SELECT checks FROM balances WHERE owner = $1', [owner]);
    return found.rows[0]?.checks ?? 0;
  },

  async refill(db: Db, owner, checks) {
    // What running checks hold comes back when they fail, so it counts as there.
    await db.query(
      `INSERT INTO balances (owner, checks) VALUES ($1, $2)
       ON CONFLICT (owner) DO UPDATE SET checks = greatest(0, $2 - (
         SELECT count(*)::integer FROM reservations WHERE owner = $1 AND state = 'held'))`,
      [owner, checks],
    );
  },
};
