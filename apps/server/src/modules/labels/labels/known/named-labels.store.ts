import type { Db } from '../../../../platform/db/index.ts';

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
  // Addresses first, by the indexes of names and actors, and no more of them than this page needs: each has a label. The
  // actor's name, where it has one, is the label's (view effective_label).
  const { rows } = await db.query(
    `WITH named_actor AS MATERIALIZED (
       SELECT actor FROM (
         SELECT DISTINCT ON (actor) actor, entity FROM label_actor
          WHERE actor = ANY (ARRAY(SELECT actor FROM label_actor WHERE entity = ANY ($1)))
          ORDER BY actor, set_name COLLATE "C", entity COLLATE "C", category COLLATE "C" NULLS LAST) governing
        WHERE entity = ANY ($1)
     ), candidate AS MATERIALIZED (
       SELECT network, address FROM (
         SELECT network, address FROM label l
          WHERE entity = ANY ($1) AND NOT EXISTS (SELECT FROM label_actor a WHERE a.actor = l.actor)
          UNION SELECT network, address FROM label WHERE actor = ANY (ARRAY(SELECT actor FROM named_actor))) found
        ORDER BY network COLLATE "C", address COLLATE "C" LIMIT $2::int + $3::int
     )
     SELECT network, address, entity AS name, category, confidence, source, source_url AS "sourceUrl",
            to_char(source_date, 'YYYY-MM-DD') AS "sourceDate", to_char(valid_to, 'YYYY-MM-DD') AS "validTo"
       FROM candidate JOIN effective_label USING (address, network) WHERE entity = ANY ($1)
      ORDER BY network COLLATE "C", address COLLATE "C", source COLLATE "C", category COLLATE "C", entity COLLATE "C"
      OFFSET $2 LIMIT $3`,
    [names, offset, limit],
  );
  return rows;
}
