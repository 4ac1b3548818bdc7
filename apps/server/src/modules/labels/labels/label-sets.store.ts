import { type Db, LOCK_SPACES } from '../../../platform/db/index.ts';

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

/**
 * Whether the first labels of this installation are being imported. `none`: some are held, or nobody began to import
 * any. `running`: a process imports them. `unfinished`: an import was cut off and nobody goes on with it.
 */
export async function firstLabelImport(db: Db): Promise<'none' | 'running' | 'unfinished'> {
  const { rows } = await db.query({
    name: 'labels-first-import',
    // An import holds its set's lock from before its row is there until after the row is gone.
    // Only a first import looks at the locks: reading them takes each of them for a moment.
    text: `SELECT first, CASE WHEN first THEN EXISTS (
                    SELECT FROM label_import i
                      JOIN pg_locks l ON l.locktype = 'advisory' AND l.classid = $1::bigint::oid
                       AND l.objid = (hashtext(i.set_name)::bigint & 4294967295)::oid
                       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())) END AS running
             FROM (SELECT EXISTS (SELECT FROM label_import WHERE held IS NULL)
                          AND NOT EXISTS (SELECT FROM label_set WHERE accepted > 0) AS first) import`,
    values: [LOCK_SPACES.labelImports],
  });
  const [found] = rows;
  if (found?.first !== true) return 'none';
  return found.running === true ? 'running' : 'unfinished';
}
