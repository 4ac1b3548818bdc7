import type { Db } from '../../../platform/db/index.ts';

/** Lists of thefts, by the name of their file: what they call an exchange is as often its thief. */
const THEFT_PACK = String.raw`(hack|theft|heist|stolen|robber)[^/]*$`;
const EXAMPLES = 20;

/**
 * Drops the staged labels that name an exchange in a list about thefts where no other set has an exchange at the address:
 * such lists hold the thief beside the robbed, under the robbed's name.
 *
 * @returns how many rows
 */
export async function dropUnseconded(db: Db, setName: string): Promise<number> {
  const dropped = await db.query(
    `DELETE FROM staged_label s
      WHERE s.set_name = $1 AND s.source_url ~* $2
        AND (s.category LIKE '%exchange%'
             OR s.category IS NULL AND EXISTS (SELECT FROM label_actor a
                                                WHERE a.actor = s.actor AND a.category LIKE '%exchange%'))
        AND NOT EXISTS (SELECT FROM effective_label l
                         WHERE l.address = s.address AND l.network = s.network AND l.set_name <> s.set_name
                           AND l.category LIKE '%exchange%' AND coalesce(l.source_url, '') !~* $2)`,
    [setName, THEFT_PACK],
  );
  return dropped.rowCount ?? 0;
}

/**
 * Addresses that one label calls a theft's and another the one's that was robbed, by the name of the theft, where one
 * of the two is staged: `network address`, the first of them in their order. What the stored set of this name said of the
 * address already was decided before.
 */
export async function thievesAndRobbed(db: Db, setName: string): Promise<readonly string[]> {
  const { rows } = await db.query(
    `WITH staged AS (SELECT DISTINCT network, address, entity, category FROM staged_label s
                      WHERE set_name = $1
                        AND NOT EXISTS (SELECT FROM label_withdrawal w
                                         WHERE w.address = s.address AND w.network = s.network AND w.source = s.source
                                           AND w.entity = s.entity AND w.category = s.category)),
          others AS (SELECT l.network, l.address, l.entity, l.category FROM effective_label l
                      WHERE l.set_name <> $1 AND (l.network, l.address) IN (SELECT network, address FROM staged)),
          every AS (SELECT * FROM staged UNION SELECT * FROM others)
     SELECT DISTINCT thief.network || ' ' || thief.address AS place
       FROM every thief JOIN every robbed USING (network, address)
      WHERE thief.category = 'stolen_coins' AND robbed.category <> 'stolen_coins'
        AND length(robbed.entity) > 2 AND position(lower(robbed.entity) IN lower(thief.entity)) > 0
        AND NOT EXISTS (SELECT FROM effective_label l
                         WHERE l.set_name = $1 AND l.address = thief.address AND l.network = thief.network
                           AND l.entity IN (thief.entity, robbed.entity))
      ORDER BY place LIMIT ${EXAMPLES}`,
    [setName],
  );
  return rows.map(({ place }) => place);
}
