import { type Db, inTransaction, type Pool } from '../../../platform/db/index.ts';
import { recordChange } from './import/label-changes.store.ts';

/** What a label states, by which a withdrawal finds it in every later import. */
export interface LabelStatement {
  /** Network id, or the currency of a chain that cannot be followed. */
  readonly network: string;
  /** Canonical. */
  readonly address: string;
  readonly source: string;
  readonly entity: string;
  readonly category: string;
}

/**
 * Withdraws a label for good: no reader sees it any more, also after its list is imported again. Idempotent.
 *
 * @returns false where it was withdrawn before
 */
export async function withdrawLabel(db: Db, label: LabelStatement): Promise<boolean> {
  const { network, address, source, entity, category } = label;
  const stored = await recordChange(db, { withdrawal: true }, [address], () =>
    db.query(
      `INSERT INTO label_withdrawal (network, address, source, entity, category) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
      [network, address, source, entity, category],
    ),
  );
  return stored.rowCount === 1;
}

/** Withdraws labels that were found to be wrong after they had shipped, all at once; those of before stay as they are. */
export async function withdrawCorrected(pool: Pool, labels: readonly LabelStatement[]): Promise<void> {
  const columns = (['network', 'address', 'source', 'entity', 'category'] as const).map((key) =>
    labels.map((label) => label[key]),
  );
  await inTransaction(pool, (client) =>
    recordChange(client, { withdrawal: true }, null, () =>
      client.query(
        `INSERT INTO label_withdrawal (network, address, source, entity, category)
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING`,
        columns,
      ),
    ),
  );
}

/** A label as a dispute can name it, given or derived. */
export interface StatedLabel extends LabelStatement {
  /** `YYYY-MM-DD`; null where the source states none. */
  readonly sourceDate: string | null;
  readonly isDerived: boolean;
}

/** Every label of an address on one network that is not withdrawn, each statement once, by source and entity. */
export async function statedLabels(db: Db, network: string, address: string): Promise<readonly StatedLabel[]> {
  const { rows } = await db.query(
    `SELECT network, address, source, entity, category, to_char(max(source_date), 'YYYY-MM-DD') AS "sourceDate",
            bool_and(is_derived) AS "isDerived"
       FROM (SELECT network, address, source, entity, category, source_date, false AS is_derived
               FROM effective_label WHERE address = $2 AND network = $1
             UNION ALL
             SELECT network, address, source, entity, category, NULL, true FROM derived_label d
              WHERE address = $2 AND network = $1
                AND NOT EXISTS (SELECT FROM label_withdrawal w
                                 WHERE w.address = d.address AND w.network = d.network AND w.source = d.source
                                   AND w.entity = d.entity AND w.category = d.category)) labels
      GROUP BY network, address, source, entity, category
      ORDER BY source COLLATE "C", entity COLLATE "C", category COLLATE "C"`,
    [network, address],
  );
  return rows;
}
