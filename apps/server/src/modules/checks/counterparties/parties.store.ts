import type { Direction, PartyFacts } from '@assay/exposure';
import type { PartyRole } from '@assay/wording';
import type { Db } from '../../../platform/db/index.ts';
import { accountsTable, transfersTable } from '../../records/index.ts';
import { addToTotals, type StoredList } from './lists.store.ts';
import { NOBODY, type PartySum } from './sum-coins.ts';

/** Sorts after every text: what has no name comes last. */
const WITHOUT_NAME = '\u{10FFFF}';

export interface UnnamedParty {
  readonly direction: Direction;
  readonly id: number;
  /** Both null for what no account is. */
  readonly address: string | null;
  readonly role: PartyFacts['role'] | null;
  readonly lastTime: number;
}

/** The next parties of a list in the order of its key, with their addresses. */
export async function partiesAfter(db: Db, list: StoredList, limit: number): Promise<readonly UnnamedParty[]> {
  const { rows } = await db.query(
    `SELECT c.direction, c.party_id::float8 AS id, a.address, a.role, c.last_time::float8 AS "lastTime"
       FROM (SELECT direction, party_id, last_time FROM counterparties
              WHERE list_id = $1 AND (direction, party_id) > ($2, $3)
              ORDER BY direction, party_id LIMIT $4) AS c
       -- One look-up a party: a join of thousands would read all accounts of a large ledger for each portion.
       LEFT JOIN LATERAL (SELECT address, role FROM ${accountsTable(list.ledgerId)}
                           WHERE ledger_id = $5 AND id = c.party_id OFFSET 0) AS a ON true
      ORDER BY c.direction, c.party_id`,
    [list.id, list.reachedDirection, list.reached, limit, list.ledgerId],
  );
  return rows;
}

export interface NamedParty extends UnnamedParty {
  /** Null without a label. */
  readonly label: {
    readonly entity: string;
    readonly category: string;
    readonly source: string;
    readonly confidence: number;
    readonly isDerived: boolean;
  } | null;
}

/** Writes the address, the role and the label of parties. A party that has them already is not written again. */
export async function nameParties(db: Db, list: StoredList, parties: readonly NamedParty[]): Promise<void> {
  await db.query(
    `UPDATE counterparties c
        SET named = true, address = CASE WHEN n.role = 'account' THEN n.address END, role = n.role, entity = n.entity,
            category = n.category, source = n.source, confidence = n.confidence, derived = n.derived,
            name_order = coalesce(lower(n.entity), '${WITHOUT_NAME}')
       FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::smallint[],
                   $10::boolean[])
            AS n (direction, party, address, role, entity, category, source, confidence, derived)
      WHERE c.list_id = $1 AND c.direction = n.direction AND c.party_id = n.party
        AND (NOT c.named OR (c.entity, c.category, c.source, c.confidence, c.derived)
             IS DISTINCT FROM (n.entity, n.category, n.source, n.confidence, n.derived))`,
    [
      list.id,
      parties.map(({ direction }) => direction),
      parties.map(({ id }) => id),
      parties.map(({ address }) => address),
      parties.map(({ id, role }) => role ?? ROLES_WITHOUT_ACCOUNT.get(id) ?? 'unknown'),
      parties.map(({ label }) => label?.entity ?? null),
      parties.map(({ label }) => label?.category ?? null),
      parties.map(({ label }) => label?.source ?? null),
      parties.map(({ label }) => label?.confidence ?? null),
      parties.map(({ label }) => label?.isDerived ?? null),
    ],
  );
}

const ROLES_WITHOUT_ACCOUNT: ReadonlyMap<number, PartyRole> = new Map([
  [NOBODY.unknown, 'unknown'],
  [NOBODY.coinbase, 'coinbase'],
  [NOBODY.fee, 'fee'],
]);

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
