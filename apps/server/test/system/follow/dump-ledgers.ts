import type { Pool } from '../../../src/platform/db/index.ts';

/**
 * Everything that is stored of the transfer ledgers, as one text: rows in order, without the numbers that differ from one
 * database to the next.
 */
export async function dumpLedgers(pool: Pool): Promise<string> {
  const rows = async (sql: string): Promise<string> =>
    (await pool.query<{ row: string }>(`SELECT x::text AS row FROM (${sql}) AS x`)).rows
      .map(({ row }) => row)
      .join('\n');
  return [
    await rows(
      `SELECT l.network, l.ticker, t.position, f.address, r.address, t.amount, t.inflow_share, t.covered, t.outflow_share,
              t.time, t.block, t.transaction_index, t.kind, t.record_index, t.ordinal, t.transaction_id
         FROM transfers t JOIN ledgers l ON l.id = t.ledger_id
         JOIN accounts f ON f.ledger_id = l.id AND f.id = t.from_id JOIN accounts r ON r.ledger_id = l.id AND r.id = t.to_id
        ORDER BY l.network, l.ticker, t.position`,
    ),
    await rows(
      `SELECT l.network, l.ticker, a.address, a.role, a.opening, a.opening_known, a.short, a.balance, a.last_position,
              a.inflows, a.outflows, a.received, a.sent, a.first_time, a.last_time
         FROM accounts a JOIN ledgers l ON l.id = a.ledger_id WHERE a.inflows + a.outflows > 0
        ORDER BY l.network, l.ticker, a.address`,
    ),
    await rows(
      `SELECT l.network, l.ticker, c.transaction_id, c.position, c.block, c.block_index, c.time, c.coinbase
         FROM coin_transactions c JOIN ledgers l ON l.id = c.ledger_id WHERE c.held
        ORDER BY l.network, l.ticker, c.position`,
    ),
    await rows(
      `SELECT l.network, c.transaction_id, o.output_index, a.address, o.amount, s.transaction_id, o.input_index,
              o.created_position, o.spent_position
         FROM coin_outputs o JOIN coin_transactions c ON c.id = o.created_by JOIN ledgers l ON l.id = c.ledger_id
         LEFT JOIN accounts a ON a.ledger_id = l.id AND a.id = o.owner_id
         LEFT JOIN coin_transactions s ON s.id = o.spent_by ORDER BY 1, 2, 3`,
    ),
    await rows('SELECT network, ticker, records FROM ledgers WHERE records > 0 ORDER BY 1, 2'),
    await rows('SELECT network, ticker, receiver, sender, first_time FROM zero_amounts ORDER BY 1, 2, 3, 4'),
    await rows('SELECT network, address FROM evm_contracts ORDER BY 1, 2'),
  ].join('\n--\n');
}
