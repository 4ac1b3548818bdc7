import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db, Pool, PoolClient } from '../../db/index.ts';
import type { ActorRow, LabelRow } from './label-claim.ts';

const LOCK_SPACE = 0x6c61_6265;

export interface SetToPublish {
  readonly name: string;
  readonly origin: 'starter' | 'import';
  readonly format: string;
  readonly location: string;
  readonly rejected: number;
}

export interface PublishedSet {
  /** False when the same facts stood here already; then nothing was written. */
  readonly changed: boolean;
  readonly contentHash: string;
  /** Distinct labels and actors of the set. */
  readonly labels: number;
  readonly actors: number;
}

export interface LabelStage {
  readonly addLabels: (rows: readonly LabelRow[]) => Promise<void>;
  readonly addActors: (rows: readonly ActorRow[]) => Promise<void>;
  /** Puts the staged facts in the place of the set's former ones, in one transaction. */
  readonly publish: (set: SetToPublish) => Promise<PublishedSet>;
}

/** Another import of the same set is running. */
export class LabelSetBusyError extends Error {
  override readonly name = 'LabelSetBusyError';
}

/**
 * Gives `work` a staging area of its own: temporary tables of one database session. Whatever ends the import, a kill
 * included, ends the session, and PostgreSQL drops them; readers see the former set until `publish` commits.
 */
export async function withLabelStage<T>(
  pool: Pool,
  setName: string,
  work: (stage: LabelStage) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const lock = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [
      LOCK_SPACE,
      setName,
    ]);
    if (lock.rows[0]?.locked !== true) {
      throw new LabelSetBusyError(`Another import of the label set "${setName}" is running`);
    }
    try {
      await client.query(CREATE_STAGE);
      return await work({
        addLabels: (rows) => copyLabels(client, setName, rows),
        addActors: (rows) => copyActors(client, setName, rows),
        publish: (set) => publish(client, set),
      });
    } finally {
      broken = await clearStage(client, setName);
    }
  } finally {
    client.release(broken);
  }
}

const CREATE_STAGE = `
  CREATE TEMP TABLE staged_label (LIKE label);
  ALTER TABLE staged_label ADD row_hash bytea NOT NULL;
  CREATE TEMP TABLE staged_actor (LIKE label_actor);
  ALTER TABLE staged_actor ADD row_hash bytea NOT NULL`;

/** Leaves the session as it was found; when that fails, says so, and the session is ended instead. */
async function clearStage(client: PoolClient, setName: string): Promise<Error | undefined> {
  try {
    // A publication that failed halfway; without one this does nothing.
    await client.query('ROLLBACK');
    await client.query('DROP TABLE IF EXISTS pg_temp.staged_label, pg_temp.staged_actor');
    await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [LOCK_SPACE, setName]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function copyLabels(client: PoolClient, setName: string, rows: readonly LabelRow[]): Promise<void> {
  const lines = rows.map((row) => {
    const source = row.source ?? setName;
    const { network, address, entity, actor, category, confidence, sourceUrl, sourceDate, validFrom, validTo } = row;
    const facts = [
      network,
      address,
      source,
      entity,
      actor,
      category,
      confidence,
      sourceUrl,
      sourceDate,
      validFrom,
      validTo,
    ];
    return copyLine([setName, ...facts, hashOf('label', facts)]);
  });
  await copy(
    client,
    'staged_label (set_name, network, address, source, entity, actor, category, confidence, source_url, source_date,' +
      ' valid_from, valid_to, row_hash)',
    lines,
  );
}

async function copyActors(client: PoolClient, setName: string, rows: readonly ActorRow[]): Promise<void> {
  const lines = rows.map(({ actor, entity, category }) =>
    copyLine([setName, actor, entity, category, hashOf('actor', [actor, entity, category])]),
  );
  await copy(client, 'staged_actor (set_name, actor, entity, category, row_hash)', lines);
}

async function copy(client: PoolClient, target: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await pipeline(Readable.from([lines.join('')]), client.query(copyFrom(`COPY pg_temp.${target} FROM STDIN`)));
}

type Cell = string | number | null;

/** One line of COPY's text format (PostgreSQL documentation, "COPY", File Formats). */
function copyLine(cells: readonly Cell[]): string {
  return `${cells.map(copyCell).join('\t')}\n`;
}

function copyCell(cell: Cell): string {
  if (cell === null) return '\\N';
  return String(cell).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}

function hashOf(kind: 'label' | 'actor', facts: readonly Cell[]): string {
  return `\\x${createHash('sha256')
    .update(JSON.stringify([kind, ...facts]))
    .digest('hex')}`;
}

async function publish(client: PoolClient, set: SetToPublish): Promise<PublishedSet> {
  await client.query('BEGIN');
  const staged = await client.query<{ hash: string; labels: number; actors: number }>(
    `SELECT encode(sha256(coalesce(string_agg(row_hash, ''::bytea ORDER BY row_hash), ''::bytea)), 'hex') AS hash,
            count(*) FILTER (WHERE is_label)::int AS labels, count(*) FILTER (WHERE NOT is_label)::int AS actors
     FROM (SELECT row_hash, true AS is_label FROM pg_temp.staged_label GROUP BY 1
           UNION ALL SELECT row_hash, false FROM pg_temp.staged_actor GROUP BY 1) facts`,
  );
  const { hash: contentHash, labels, actors } = staged.rows[0] ?? { hash: '', labels: 0, actors: 0 };
  const standing = await client.query<{ content_hash: string; origin: string }>(
    'SELECT content_hash, origin FROM label_set WHERE name = $1 FOR UPDATE',
    [set.name],
  );
  const isSame = standing.rows[0]?.content_hash === contentHash;
  if (isSame) {
    // An operator's import of the very same facts still takes the set over from the starter labels.
    if (set.origin === 'import')
      await client.query("UPDATE label_set SET origin = 'import' WHERE name = $1", [set.name]);
    await client.query('COMMIT');
    return { changed: false, contentHash, labels, actors };
  }
  await client.query('DELETE FROM label_set WHERE name = $1', [set.name]);
  await client.query(
    `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [set.name, set.origin, set.format, set.location, contentHash, labels + actors, set.rejected],
  );
  await client.query(
    `INSERT INTO label (set_name, network, address, source, entity, actor, category, confidence, source_url, source_date,
                        valid_from, valid_to)
     SELECT DISTINCT ON (row_hash) set_name, network, address, source, entity, actor, category, confidence, source_url,
            source_date, valid_from, valid_to
     FROM pg_temp.staged_label ORDER BY row_hash`,
  );
  await client.query(
    `INSERT INTO label_actor (set_name, actor, entity, category)
     SELECT DISTINCT ON (row_hash) set_name, actor, entity, category FROM pg_temp.staged_actor ORDER BY row_hash`,
  );
  await client.query('COMMIT');
  await client.query('ANALYZE label, label_actor');
  return { changed: true, contentHash, labels, actors };
}

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
  const { rows } = await db.query<Omit<LabelSetRow, 'importedAt'> & { readonly importedAt: Date }>(
    `SELECT name, origin, format, location, content_hash AS "contentHash", accepted, rejected, imported_at AS "importedAt"
     FROM label_set ORDER BY name COLLATE "C"`,
  );
  return rows.map((row) => ({ ...row, importedAt: row.importedAt.toISOString() }));
}

/** How many label sets are held, and how many labels they brought. */
export async function sumLabelSets(db: Db): Promise<{ readonly sets: number; readonly labels: number }> {
  const { rows } = await db.query<{ readonly sets: number; readonly labels: number }>(
    'SELECT count(*)::int AS sets, coalesce(sum(accepted), 0)::int AS labels FROM label_set WHERE accepted > 0',
  );
  return rows[0] ?? { sets: 0, labels: 0 };
}

/** Removes sets that once shipped with the product and no longer do; what an operator imported stays. */
export async function dropOldStarterSets(db: Db, shipped: readonly string[]): Promise<void> {
  await db.query("DELETE FROM label_set WHERE origin = 'starter' AND name <> ALL ($1::text[])", [shipped]);
}
