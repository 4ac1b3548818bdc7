import type { Direction, PartyFacts } from '@assay/exposure';
import type { PartyRole } from '@assay/wording';
import type { Db } from '../../../platform/db/index.ts';
import { accountsTable } from '../../records/index.ts';
import type { StoredList } from './lists.store.ts';
import { NOBODY } from './sum-coins.ts';

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

/** Sorts after every text: what has no name comes last. */
const WITHOUT_NAME = '\u{10FFFF}';

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
