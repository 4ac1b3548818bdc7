import type { Db } from '../../../platform/db/index.ts';
import { addToTotals } from './lists.store.ts';
import type { PartySum } from './sum-coins.ts';

/** The prices of a list by day since 1970, in units of 10^-18 dollars; or one price of all days, or none. */
export async function pricesOfList(
  db: Db,
  id: number,
): Promise<{ readonly constant: bigint | null; readonly byDay: ReadonlyMap<number, bigint> }> {
  const { rows } = await db.query(
    `SELECT trunc(constant_price * 1000000000000000000)::text AS constant, price_days AS days,
            ARRAY(SELECT trunc(p * 1000000000000000000)::text FROM unnest(price_usd) AS p) AS usd
       FROM counterparty_lists WHERE id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a list that is being computed is gone');
  return {
    constant: row.constant === null ? null : BigInt(row.constant),
    byDay: new Map(row.days.map((day, at) => [day, BigInt(row.usd[at] ?? '0')])),
  };
}

/** Adds sums of transactions to the counterparties of a list, and to its own sums. */
export async function addSums(
  db: Db,
  list: number,
  sums: readonly PartySum[],
  records: Readonly<Record<PartySum['direction'], number>>,
): Promise<void> {
  await db.query(
    `INSERT INTO counterparties AS c (list_id, direction, party_id, amount, records, first_time, last_time, usd)
     SELECT $1, direction, party, amount, records, first, last, usd * 0.000000000000000001
       FROM unnest($2::text[], $3::bigint[], $4::numeric[], $5::int[], $6::bigint[], $7::bigint[], $8::numeric[])
            AS s (direction, party, amount, records, first, last, usd)
     ON CONFLICT (list_id, direction, party_id) DO UPDATE
        SET amount = c.amount + excluded.amount, records = c.records + excluded.records,
            first_time = least(c.first_time, excluded.first_time), last_time = greatest(c.last_time, excluded.last_time),
            usd = c.usd + excluded.usd`,
    [
      list,
      sums.map(({ direction }) => direction),
      sums.map(({ party }) => party),
      sums.map(({ amount }) => amount.toString()),
      sums.map((sum) => sum.records),
      sums.map(({ firstTime }) => firstTime),
      sums.map(({ lastTime }) => lastTime),
      sums.map(({ usd }) => usd?.toString() ?? null),
    ],
  );
  for (const direction of ['bwd', 'fwd'] as const) {
    const own = sums.filter((sum) => sum.direction === direction);
    if (own.length === 0) continue;
    const isPriced = own.every(({ usd }) => usd !== null);
    const usd = own.reduce((sum, part) => sum + (part.usd ?? 0n), 0n);
    await addToTotals(db, list, direction, {
      records: records[direction],
      amount: own.reduce((sum, { amount }) => sum + amount, 0n).toString(),
      usd: isPriced ? dollarsOf(usd) : null,
    });
  }
}

/** Units of 10^-18 as decimal text, exactly. */
function dollarsOf(units: bigint): string {
  const digits = units.toString().padStart(19, '0');
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
}
