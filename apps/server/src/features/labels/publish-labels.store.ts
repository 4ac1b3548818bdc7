import type { PoolClient } from '../../db/index.ts';

export interface SetToPublish {
  readonly name: string;
  readonly origin: 'starter' | 'import';
  readonly format: string;
  readonly location: string;
  readonly rejected: number;
}

export interface PublishedSet {
  /** False when the same facts were already stored; then nothing was written. */
  readonly changed: boolean;
  readonly contentHash: string;
  /** Distinct labels and actors of the set. */
  readonly labels: number;
  readonly actors: number;
}

/** Puts what is staged of a set in the place of its former facts and forgets its import, in the caller's transaction. */
export async function publishStaged(client: PoolClient, set: SetToPublish): Promise<PublishedSet> {
  const staged = await client.query<{ hash: string; labels: number; actors: number }>(
    `SELECT encode(sha256(coalesce(string_agg(row_hash, ''::bytea ORDER BY row_hash), ''::bytea)), 'hex') AS hash,
            count(*) FILTER (WHERE is_label)::int AS labels, count(*) FILTER (WHERE NOT is_label)::int AS actors
     FROM (SELECT row_hash, true AS is_label FROM staged_label WHERE set_name = $1 GROUP BY 1
           UNION ALL SELECT row_hash, false FROM staged_actor WHERE set_name = $1 GROUP BY 1) facts`,
    [set.name],
  );
  const { hash: contentHash, labels, actors } = staged.rows[0] ?? { hash: '', labels: 0, actors: 0 };
  const published = await client.query<{ content_hash: string }>(
    'SELECT content_hash FROM label_set WHERE name = $1 FOR UPDATE',
    [set.name],
  );
  const changed = published.rows[0]?.content_hash !== contentHash;
  if (changed) await replaceSet(client, set, contentHash, labels + actors);
  // An operator's import of the very same facts still takes the set over from the starter labels.
  else if (set.origin === 'import') {
    await client.query("UPDATE label_set SET origin = 'import' WHERE name = $1", [set.name]);
  }
  await client.query('DELETE FROM label_import WHERE set_name = $1', [set.name]);
  return { changed, contentHash, labels, actors };
}

async function replaceSet(client: PoolClient, set: SetToPublish, contentHash: string, accepted: number): Promise<void> {
  await client.query('DELETE FROM label_set WHERE name = $1', [set.name]);
  await client.query(
    `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [set.name, set.origin, set.format, set.location, contentHash, accepted, set.rejected],
  );
  await client.query(
    `INSERT INTO label (set_name, network, address, source, entity, actor, category, confidence, source_url, source_date,
                        valid_from, valid_to, ends_with_day)
     SELECT DISTINCT ON (row_hash) set_name, network, address, source, entity, actor, category, confidence, source_url,
            source_date, valid_from, valid_to, ends_with_day
     FROM staged_label WHERE set_name = $1 ORDER BY row_hash`,
    [set.name],
  );
  await client.query(
    `INSERT INTO label_actor (set_name, actor, entity, category)
     SELECT DISTINCT ON (row_hash) set_name, actor, entity, category
     FROM staged_actor WHERE set_name = $1 ORDER BY row_hash`,
    [set.name],
  );
}
