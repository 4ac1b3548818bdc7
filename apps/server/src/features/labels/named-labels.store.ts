import type { Db } from '../../db/index.ts';

/** One given label, as the pages of entities list it. */
export interface NamedLabel {
  readonly network: string;
  readonly address: string;
  readonly name: string;
  readonly category: string;
  readonly confidence: number;
  readonly source: string;
  readonly sourceUrl: string | null;
  /** `YYYY-MM-DD`; null where the source states none. */
  readonly sourceDate: string | null;
  readonly validTo: string | null;
}

/** Given labels that carry one of these names, by network and address. */
export async function labelsOfNames(
  db: Db,
  names: readonly string[],
  offset: number,
  limit: number,
): Promise<readonly NamedLabel[]> {
  // The view decides the name; the index of names and of actors finds the addresses to ask it for.
  const { rows } = await db.query<NamedLabel>(
    `WITH candidate AS MATERIALIZED (
       SELECT DISTINCT network, address FROM label
        WHERE entity = ANY ($1) OR actor = ANY (ARRAY(SELECT actor FROM label_actor WHERE entity = ANY ($1))))
     SELECT network, address, entity AS name, category, confidence, source, source_url AS "sourceUrl",
            to_char(source_date, 'YYYY-MM-DD') AS "sourceDate", to_char(valid_to, 'YYYY-MM-DD') AS "validTo"
       FROM candidate JOIN effective_label USING (address, network) WHERE entity = ANY ($1)
      ORDER BY network COLLATE "C", address COLLATE "C", source COLLATE "C", category COLLATE "C", entity COLLATE "C"
      OFFSET $2 LIMIT $3`,
    [names, offset, limit],
  );
  return rows;
}
