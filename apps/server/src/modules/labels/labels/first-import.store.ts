import { type Db, LOCK_SPACES } from '../../../platform/db/index.ts';

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
