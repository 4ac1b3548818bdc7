import type { Db } from '../../../platform/db/index.ts';

export interface LabelSetRow {
  readonly name: string;
  readonly origin: 'starter' | 'import';
  readonly format: string;
  readonly location: string;
  readonly contentHash: string;
  readonly accepted: number;
  readonly rejected: number;
  /** ISO 8601. */
  readonly importedAt: string;
}

/** Every imported set, by name. */
export async function listLabelSets(db: Db): Promise<LabelSetRow[]> {
  const { rows } = await db.query(
    `SELECT name, origin, format, location, content_hash AS "contentHash", accepted, rejected, imported_at AS "importedAt"
     FROM label_set ORDER BY name COLLATE "C"`,
  );
  return rows.map((row) => ({ ...row, importedAt: row.importedAt.toISOString() }));
}

/** How many label sets are held, and how many labels they brought. */
export async function sumLabelSets(db: Db): Promise<{ readonly sets: number; readonly labels: number }> {
  const { rows } = await db.query(
    'SELECT count(*)::int AS sets, coalesce(sum(accepted), 0)::int AS labels FROM label_set WHERE accepted > 0',
  );
  return rows[0] ?? { sets: 0, labels: 0 };
}

/** Removes sets that once shipped with the product and no longer do; what an operator imported stays. */
export async function dropOldStarterSets(db: Db, shipped: readonly string[]): Promise<void> {
  await db.query("DELETE FROM label_set WHERE origin = 'starter' AND name <> ALL ($1::text[])", [shipped]);
}
