import type { Direction } from '@assay/exposure';
import type { Db } from '../../../platform/db/index.ts';
import { transfersTable } from '../../records/index.ts';
import { addToTotals, type StoredList } from './lists.store.ts';

/**
 * Adds the next records of an account of an account network to its counterparties: at most `limit` of them, from one
 * covering index.
 *
 * @returns position of the last of them; null where there were none
 */
export async function sumTransfers(
  db: Db,
  list: StoredList,
  direction: Direction,
  limit: number,
): Promise<{ readonly last: number | null; readonly isLast: boolean }> {
  const [near, far] = direction === 'bwd' ? ['to_id', 'from_id'] : ['from_id', 'to_id'];
  const { rows } = await db.query(
    `WITH chunk AS MATERIALIZED (
       SELECT position, ${far} AS party, amount FROM ${transfersTable(list.ledgerId)}
        WHERE ${near} = $2 AND position > $3 AND position <= $4 ORDER BY position LIMIT $5
     ), own AS (
       SELECT constant_price, price_days, price_usd FROM counterparty_lists WHERE id = $1
     ), prices AS (
       SELECT day, usd FROM own, unnest(price_days, price_usd) AS p (day, usd)
     ), priced AS (
       SELECT c.party, c.position, c.amount, c.amount * coalesce((SELECT constant_price FROM own), p.usd) AS usd
         FROM chunk c LEFT JOIN prices p ON p.day = (c.position >> 21) / 86400
     ), sums AS (
       SELECT party, sum(amount) AS amount, count(*)::int AS records, min(position) >> 21 AS first, max(position) >> 21 AS last,
              CASE WHEN count(usd) = count(*) THEN sum(usd) END AS usd
         FROM priced GROUP BY party
     ), kept AS (
       INSERT INTO counterparties AS c (list_id, direction, party_id, amount, records, first_time, last_time, usd)
       SELECT $1, $6, party, amount, records, first, last, usd FROM sums
       ON CONFLICT (list_id, direction, party_id) DO UPDATE
          SET amount = c.amount + excluded.amount, records = c.records + excluded.records,
              last_time = excluded.last_time, usd = c.usd + excluded.usd
     )
     SELECT (SELECT max(position) FROM chunk) AS last, coalesce(sum(records), 0)::int AS records,
            coalesce(sum(amount), 0)::text AS amount,
            (CASE WHEN count(usd) = count(*) THEN coalesce(sum(usd), 0) END)::text AS usd
       FROM sums`,
    [list.id, list.account, list.reached, list.untilPosition, limit, direction],
  );
  const [sums] = rows;
  if (sums === undefined) throw new Error('the sums of a list were not answered');
  await addToTotals(db, list.id, direction, sums);
  return { last: sums.last === null ? null : Number(sums.last), isLast: sums.records < limit };
}
