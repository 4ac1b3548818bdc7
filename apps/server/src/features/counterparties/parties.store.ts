import type { Direction, PartyFacts } from '@assay/exposure';
import type { Db } from '../../db/index.ts';
import { accountsTable } from '../transfers/index.ts';
import type { StoredList } from './lists.store.ts';

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
  const { rows } = await db.query<UnnamedParty>(
    `SELECT c.direction, c.party_id::float8 AS id, a.address, a.role, c.last_time::float8 AS "lastTime"
       FROM (SELECT direction, party_id, last_time FROM counterparties
              WHERE list_id = $1 AND (direction, party_id) > ($2, $3)
              ORDER BY direction, party_id LIMIT $4) AS c
       LEFT JOIN accounts a ON a.ledger_id = $5 AND a.id = c.party_id
      ORDER BY c.direction, c.party_id`,
    [list.id, list.reachedDirection, list.reached, limit, list.ledgerId],
  );
  return rows;
}

export interface NamedParty {
  readonly direction: Direction;
  readonly id: number;
  readonly entity: string;
  readonly category: string;
  readonly source: string;
  readonly confidence: number;
  readonly isDerived: boolean;
}

/** Sorts after every text: what has no name comes last. */
const WITHOUT_NAME = '\u{10FFFF}';

/**
 * Writes the address, the role and the label of the parties of one portion; `named` are those with a label. A party that
 * has them already is not written again.
 */
export async function nameParties(
  db: Db,
  list: StoredList,
  portion: { readonly first: UnnamedParty; readonly last: UnnamedParty },
  named: readonly NamedParty[],
): Promise<void> {
  await db.query(
    `WITH labels AS (
       SELECT * FROM unnest($6::text[], $7::bigint[], $8::text[], $9::text[], $10::text[], $11::smallint[], $12::boolean[])
         AS l (direction, party, entity, category, source, confidence, derived)
     ), facts AS (
       SELECT c.direction, c.party_id, a.address,
              CASE WHEN c.party_id = -1 THEN 'unknown' WHEN c.party_id = -2 THEN 'coinbase'
                   WHEN c.party_id = -3 THEN 'fee' ELSE a.role END AS role,
              l.entity, l.category, l.source, l.confidence, l.derived
         FROM counterparties c
         LEFT JOIN ${accountsTable(list.ledgerId)} a ON a.ledger_id = $13 AND a.id = c.party_id
         LEFT JOIN labels l ON l.direction = c.direction AND l.party = c.party_id
        WHERE c.list_id = $1 AND (c.direction, c.party_id) >= ($2, $3) AND (c.direction, c.party_id) <= ($4, $5)
     )
     UPDATE counterparties c
        SET named = true, address = CASE WHEN f.role = 'account' THEN f.address END, role = f.role,
            entity = f.entity, category = f.category, source = f.source, confidence = f.confidence, derived = f.derived,
            name_order = coalesce(lower(f.entity), '${WITHOUT_NAME}')
       FROM facts f
      WHERE c.list_id = $1 AND c.direction = f.direction AND c.party_id = f.party_id
        AND (NOT c.named OR (c.entity, c.category, c.source, c.confidence, c.derived)
             IS DISTINCT FROM (f.entity, f.category, f.source, f.confidence, f.derived))`,
    [
      ...[list.id, portion.first.direction, portion.first.id, portion.last.direction, portion.last.id],
      named.map(({ direction }) => direction),
      named.map(({ id }) => id),
      named.map(({ entity }) => entity),
      named.map(({ category }) => category),
      named.map(({ source }) => source),
      named.map(({ confidence }) => confidence),
      named.map(({ isDerived }) => isDerived),
      list.ledgerId,
    ],
  );
}
