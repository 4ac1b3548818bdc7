import type { Pool, PoolClient } from '../../../../platform/db/index.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import type { CoinStage } from './coin-stage.store.ts';

/** Marks the pages of loaded tables as visible to all, so that index-only reads need not read the tables. */
export async function vacuumCoins(pool: Pool): Promise<void> {
  await pool.query('VACUUM coin_transactions, coin_outputs');
}

/** How many transactions a ledger has that are not staged. */
export async function countUnstaged(pool: Pool, ledger: Ledger, { transactions }: CoinStage): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*) AS unstaged FROM coin_transactions t
      WHERE t.ledger_id = $1 AND t.held
        AND NOT EXISTS (SELECT FROM ${transactions} s WHERE s.transaction_id = t.transaction_id AND s.block = t.block)`,
    [ledger.id],
  );
  return Number(rows[0]?.unstaged ?? 0);
}

/** Takes the numbers for all staged transactions; other ledgers take theirs above. */
export async function reserveNumbers(client: PoolClient, { transactions }: CoinStage): Promise<number> {
  // No other transaction takes a number between the two calls that read and set.
  await client.query('LOCK TABLE coin_transactions IN SHARE ROW EXCLUSIVE MODE');
  const { rows } = await client.query(
    `WITH now AS (SELECT nextval(pg_get_serial_sequence('coin_transactions', 'id')) AS first)
     SELECT first AS before, setval(pg_get_serial_sequence('coin_transactions', 'id'),
                                    first + (SELECT coalesce(max(number), 0) FROM ${transactions})) FROM now`,
  );
  return Number(rows[0]?.before ?? 0);
}
