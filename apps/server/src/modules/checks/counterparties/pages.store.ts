import { isCategory } from '@assay/domain';
import type { PartyRole } from '@assay/wording';
import { type Db, oneOf, present, type Rows } from '../../../platform/db/index.ts';
import type { Counterparty, CounterpartyPage, PageQuery, Sort } from './counterparties.ports.ts';

/** The column of each order, with its type: a page continues after a value of it. */
const ORDERS: Readonly<Record<Sort, { readonly column: string; readonly type: string }>> = {
  amount: { column: 'amount', type: 'numeric' },
  records: { column: 'records', type: 'int' },
  first: { column: 'first_time', type: 'bigint' },
  last: { column: 'last_time', type: 'bigint' },
  label: { column: 'name_order', type: 'text' },
};

/** A statement and its values, apart from running it: a test reads its plan. */
export function pageStatement(list: { readonly id: number; readonly decimals: number }, query: PageQuery) {
  const { column, type } = ORDERS[query.sort];
  const values: unknown[] = [list.id, query.direction, unitOf(list.decimals)];
  const put = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['list_id = $1', 'direction = $2', 'named', ...filtersOf(query, put)];
  const down = query.order === 'desc';
  if (query.after !== null) {
    const { value, party } = query.after;
    const end = `(${put(value)}::${type}${query.sort === 'label' ? ' COLLATE "C"' : ''}, ${put(party)}::bigint)`;
    conditions.push(`(c.${column}, c.party_id) ${down ? '<' : '>'} ${end}`);
  }
  const way = down ? 'DESC' : 'ASC';
  return {
    text: `SELECT party_id::float8 AS id, role, address, amount::text, records, first_time::float8 AS first,
                  last_time::float8 AS last, round(usd * $3::numeric, 2)::float8 AS usd, entity, category, source,
                  confidence, derived, c.${column}::text AS value
             FROM counterparties c WHERE ${conditions.join(' AND ')}
            ORDER BY c.${column} ${way}, c.party_id ${way} LIMIT ${put(query.limit + 1)}` as const,
    values,
  };
}

function filtersOf(query: PageQuery, put: (value: unknown) => string): readonly string[] {
  const { category, leastAmount, seenFrom, seenUntil, text } = query;
  const conditions: string[] = [];
  if (category === 'none') conditions.push('category IS NULL');
  else if (category !== undefined) conditions.push(`category = ${put(category)}`);
  if (leastAmount !== undefined) conditions.push(`amount >= ${put(leastAmount.toString())}::numeric`);
  if (seenFrom !== undefined) conditions.push(`last_time >= ${put(seenFrom)}`);
  if (seenUntil !== undefined) conditions.push(`first_time <= ${put(seenUntil)}`);
  if (text !== undefined && text !== '') {
    const beginning = put(text);
    const part = put(text.toLowerCase());
    // Each half has an index of its own: all addresses in order, and the few parties with a label.
    conditions.push(`party_id IN (
      SELECT party_id FROM counterparties
       WHERE list_id = $1 AND direction = $2 AND named AND address >= ${beginning} AND address < ${beginning} || '${LAST}'
      UNION ALL
      SELECT party_id FROM counterparties
       WHERE list_id = $1 AND direction = $2 AND named AND category IS NOT NULL AND position(${part} IN name_order) > 0)`);
  }
  return conditions;
}

/** After every character of an address. */
const LAST = '\u{10FFFF}';

const ROLES = ['account', 'issuer', 'fee', 'coinbase', 'unknown'] as const satisfies readonly PartyRole[];

/** Role and place in an order are written when a party is named: pages have no others. */
type PageRow = Rows[ReturnType<typeof pageStatement>['text']];

/** What one base unit is of a coin, exactly. */
function unitOf(decimals: number): string {
  return decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`;
}

/** One page of a list, from an index of its order. */
export async function readPage(
  db: Db,
  list: { readonly id: number; readonly decimals: number; readonly amount: bigint },
  query: PageQuery,
): Promise<CounterpartyPage> {
  const { rows } = await db.query(pageStatement(list, query));
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const next = rows.length > shown.length && last !== undefined ? { value: present(last.value), party: last.id } : null;
  return { items: shown.map((row) => partyOf(row, list.amount)), next };
}

function partyOf(row: PageRow, total: bigint): Counterparty {
  const { id, address, records, first, last, usd } = row;
  const role = oneOf(ROLES, present(row.role));
  const amount = BigInt(row.amount);
  return {
    ...{ id, role, address, amount, records, firstTime: first, lastTime: last, usd },
    share: total === 0n ? 0 : Number((amount * 1_000_000_000_000n) / total) / 1e12,
    label: labelOf(row),
  };
}

function labelOf({ entity, category, source, confidence, derived }: PageRow): Counterparty['label'] {
  if (entity === null || category === null || source === null) return null;
  if (!isCategory(category)) throw new Error(`A counterparty has the unknown category "${category}"`);
  return { entity, category, source, confidence: confidence ?? 0, isDerived: derived === true };
}
