import { createHash } from 'node:crypto';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { addressesToChange, recordChange } from './label-changes.store.ts';

/** Of 65,536 groups at most, by the first two bytes of their hashes. */
const GROUPS_PER_FETCH = 500;

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
  const { contentHash, labels, actors } = await sumStaged(client, set.name);
  const published = await client.query('SELECT content_hash FROM label_set WHERE name = $1 FOR UPDATE', [set.name]);
  const changed = published.rows[0]?.content_hash !== contentHash;
  if (changed) {
    const addresses = await addressesToChange(client, set.name);
    await recordChange(client, { set: set.name }, addresses, () =>
      replaceSet(client, set, contentHash, labels + actors),
    );
  }
  // An operator's import of the very same facts still takes the set over from the starter labels.
  else if (set.origin === 'import') {
    await client.query("UPDATE label_set SET origin = 'import' WHERE name = $1", [set.name]);
  }
  await client.query('DELETE FROM label_import WHERE set_name = $1', [set.name]);
  return { changed, contentHash, labels, actors };
}

/** SHA-256 over the sorted hashes of the distinct staged facts, read in parts: those of ten million are 320 MB. */
async function sumStaged(
  client: PoolClient,
  setName: string,
): Promise<{ readonly contentHash: string; readonly labels: number; readonly actors: number }> {
  await client.query(
    `DECLARE staged NO SCROLL CURSOR FOR
       SELECT string_agg(row_hash, ''::bytea ORDER BY row_hash) AS hashes,
              count(*) FILTER (WHERE is_label)::int AS labels, count(*) FILTER (WHERE NOT is_label)::int AS actors
         FROM (SELECT DISTINCT row_hash, true AS is_label FROM staged_label WHERE set_name = $1
               UNION ALL SELECT DISTINCT row_hash, false FROM staged_actor WHERE set_name = $1) facts
        GROUP BY substring(row_hash FOR 2) ORDER BY substring(row_hash FOR 2)`,
    [setName],
  );
  const hash = createHash('sha256');
  let [labels, actors] = [0, 0];
  for (;;) {
    const { rows } = await client.query(`FETCH ${GROUPS_PER_FETCH} FROM staged`);
    for (const group of rows) {
      hash.update(group.hashes);
      labels += group.labels;
      actors += group.actors;
    }
    if (rows.length < GROUPS_PER_FETCH) break;
  }
  await client.query('CLOSE staged');
  return { contentHash: hash.digest('hex'), labels, actors };
}

async function replaceSet(client: PoolClient, set: SetToPublish, contentHash: string, accepted: number): Promise<void> {
  await client.query('DELETE FROM label_set WHERE name = $1', [set.name]);
  await client.query(
    `INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [set.name, set.origin, set.format, set.location, contentHash, accepted, set.rejected],
  );
  // In the order of the index of addresses, which then grows at one end instead of at random places.
  await client.query(
    `INSERT INTO label (set_name, network, address, source, entity, actor, category, confidence, source_url, source_date,
                        valid_from, valid_to, ends_with_day)
     SELECT DISTINCT ON (address, network, row_hash) set_name, network, address, source, entity, actor, category,
            confidence, source_url, source_date, valid_from, valid_to, ends_with_day
     FROM staged_label WHERE set_name = $1 ORDER BY address, network, row_hash`,
    [set.name],
  );
  await client.query(
    `INSERT INTO label_actor (set_name, actor, entity, category)
     SELECT DISTINCT ON (row_hash) set_name, actor, entity, category
     FROM staged_actor WHERE set_name = $1 ORDER BY row_hash`,
    [set.name],
  );
}
