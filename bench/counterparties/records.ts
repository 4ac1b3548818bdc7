import { ensureLedger, ensureTables, setFromBeginning } from '../../apps/server/src/modules/records/index.ts';
import { inTransaction, type Pool } from '../../apps/server/src/platform/db/index.ts';

/** The address whose records are made. */
export const SUBJECT = 'subject';

/**
 * Records of one address, written as rows at once: `count` that it received and a tenth as many that it sent, spread
 * over three years. A quarter of the records is of a few large parties, the others of parties with two or three records.
 */
export async function makeRecords(pool: Pool, count: number): Promise<void> {
  const ledger = await ensureLedger(pool, 'TRX', 'USDT');
  await inTransaction(pool, (client) => ensureTables(client, ledger.id));
  const parties = Math.max(10, Math.floor(count / 2));
  // Those of a run before, and the lists that were made of them.
  await pool.query(`TRUNCATE accounts_${ledger.id}, transfers_${ledger.id}, counterparty_lists CASCADE`);
  await pool.query(
    `INSERT INTO accounts_${ledger.id} (id, ledger_id, address, inflows, outflows, first_time, last_time)
     SELECT n, $1, CASE WHEN n = 1 THEN '${SUBJECT}' ELSE 'T' || md5(n::text) END, CASE WHEN n = 1 THEN $2::int ELSE 0 END,
            CASE WHEN n = 1 THEN $2::int / 10 ELSE 1 END, 1600000000, 1700000000
       FROM generate_series(1, $3::int) AS n`,
    [ledger.id, count, parties],
  );
  const rows = (from: string, to: string, many: string, offset: number) =>
    `INSERT INTO transfers_${ledger.id} (ledger_id, position, from_id, to_id, amount, inflow_share, covered, outflow_share,
                                         time, block, kind, ordinal, transaction_id)
     SELECT $1, (time << 21) + n * 2 + ${offset}, ${from}, ${to}, 1 + (n::bigint * 7919) % 1000000007, 1, 1, 1, time, time, 3,
            0, md5(n::text)
       FROM (SELECT n, 1600000000 + (n::bigint * 94608000 / ${many}) AS time,
                    CASE WHEN n % 4 = 0 THEN 2 + n % 20 ELSE 2 + (n::bigint * 48271) % ($2 - 1) END AS party
               FROM generate_series(1, ${many}) AS n) AS made`;
  await pool.query(rows('party', '1', String(count), 0), [ledger.id, parties]);
  await pool.query(rows('1', 'party', String(Math.ceil(count / 10)), 1), [ledger.id, parties]);
  await pool.query('UPDATE ledgers SET records = $2, addresses = $3 WHERE id = $1', [
    ledger.id,
    count + Math.ceil(count / 10),
    parties,
  ]);
  await setFromBeginning(pool, ledger.id, true);
  await pool.query(`VACUUM ANALYZE accounts_${ledger.id}, transfers_${ledger.id}`);
}

/** The peer: what a page would cost without a list, the same sums by plain SQL for each request. */
export async function aggregatedPage(pool: Pool): Promise<number> {
  const ledger = await ensureLedger(pool, 'TRX', 'USDT');
  const { rows } = await pool.query(
    `SELECT t.from_id, a.address, sum(t.amount) AS amount, count(*) AS records, min(t.time) AS first, max(t.time) AS last
       FROM transfers_${ledger.id} t JOIN accounts_${ledger.id} a ON a.ledger_id = $1 AND a.id = t.from_id
      WHERE t.to_id = 1 GROUP BY t.from_id, a.address ORDER BY amount DESC LIMIT 25`,
    [ledger.id],
  );
  return rows.length;
}
