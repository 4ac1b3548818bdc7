import { expect } from 'vitest';
import { readMoves } from '../../src/modules/warehouse/placement/moves.store.ts';
import { placedLedgers } from '../../src/modules/warehouse/placement/placed-ledgers.ts';
import type { Pool } from '../../src/platform/db/index.ts';

/** Of moves of USDT that have ended: on no server a trace of its copy, and the ledger on one of them. */
export async function expectNoMoveLeft(pool: Pool): Promise<void> {
  expect(await readMoves(pool)).toEqual([]);
  const left = await Promise.all(
    (placedLedgers(pool)?.servers ?? []).map(async ({ pool: server }) => {
      const { rows } = await server.query<{ name: string }>(
        `SELECT pubname AS name FROM pg_publication WHERE pubname LIKE 'assay_move%'
          UNION ALL SELECT slot_name FROM pg_replication_slots WHERE slot_name LIKE 'assay_move%'
          UNION ALL SELECT subname FROM pg_subscription WHERE subname LIKE 'assay_move%'
          UNION ALL SELECT mark FROM ledger_move_marks
          UNION ALL SELECT relname FROM pg_class WHERE relname ~ '^transfers_[0-9]+$'
                       AND relname NOT IN (SELECT 'transfers_' || id FROM ledgers)
          UNION ALL SELECT placement FROM ledgers WHERE placement <> 'open'`,
      );
      const held = await server.query("SELECT FROM ledgers WHERE ticker = 'USDT'");
      return { names: rows.map(({ name }) => name), holds: held.rowCount };
    }),
  );
  expect(left.flatMap(({ names }) => names)).toEqual([]);
  expect(left.filter(({ holds }) => holds === 1).length).toBe(1);
}

/** Of each server, how many outputs name a transaction that is not there. */
export function outputsWithoutTransaction(pool: Pool): Promise<readonly number[]> {
  return Promise.all(
    (placedLedgers(pool)?.servers ?? []).map(async ({ pool: server }) => {
      const { rowCount } = await server.query(
        'SELECT FROM coin_outputs o WHERE NOT EXISTS (SELECT FROM coin_transactions t WHERE t.id = o.created_by)',
      );
      return rowCount ?? 0;
    }),
  );
}
