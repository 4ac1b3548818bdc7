import type { Db, PoolClient } from '../../../../platform/db/index.ts';
import { givenLabelVersion } from '../known/labels.store.ts';

/** A step from one version of the given labels to the next. */
export interface GivenLabelChange {
  /** The version before it. */
  readonly former: string;
  /** Addresses, of whatever network, whose labels may differ; null where they are too many to list. */
  readonly addresses: readonly string[] | null;
}

/** A change of more addresses is not listed: everything is derived again as fast. */
const MOST_ADDRESSES = 20_000;
/** Of larger sets the addresses that differ are not looked for. */
const MOST_COMPARED = 2_000_000;
/** Older changes are forgotten: what was derived before them is derived as a whole. */
const MOST_KEPT = 200;

/** What is changed: the labels of one set, or one label by its withdrawal. */
export type ChangedLabels = { readonly set: string } | { readonly withdrawal: true };

/**
 * Runs a change of the given labels, and writes down which addresses it touches; in the caller's transaction. Where
 * other labels change at the same moment, it is written down as a change of too many.
 */
export async function recordChange<T>(
  db: Db,
  changed: ChangedLabels,
  addresses: readonly string[] | null,
  change: () => Promise<T>,
): Promise<T> {
  // In this order, whatever is committed between the first and the last of them is seen.
  const before = await othersOf(db, changed);
  const former = await givenLabelVersion(db);
  const result = await change();
  const version = await givenLabelVersion(db);
  const after = await othersOf(db, changed);
  if (version === former) return result;
  const withdrawn = after.withdrawals - before.withdrawals;
  const isAlone = after.sets === before.sets && withdrawn === ('withdrawal' in changed ? 1 : 0);
  await db.query('INSERT INTO label_change (former, version, addresses) VALUES ($1, $2, $3)', [
    ...[former, version],
    isAlone ? addresses : null,
  ]);
  await db.query(
    `DELETE FROM label_change WHERE id <= (SELECT id FROM label_change ORDER BY id DESC OFFSET ${MOST_KEPT} LIMIT 1)`,
  );
  return result;
}

/** The state of what is not changed. */
async function othersOf(
  db: Db,
  changed: ChangedLabels,
): Promise<{ readonly sets: string; readonly withdrawals: number }> {
  const { rows } = await db.query(
    `SELECT coalesce(string_agg(name || ' ' || content_hash, E'\\n' ORDER BY name), '') AS sets,
            (SELECT count(*) FROM label_withdrawal) AS withdrawals
       FROM label_set WHERE name IS DISTINCT FROM $1::text`,
    ['set' in changed ? changed.set : null],
  );
  const [{ sets, withdrawals } = { sets: '', withdrawals: '0' }] = rows;
  return { sets, withdrawals: Number(withdrawals) };
}

/** How the present given labels came about, the last change first, as far back as is known. */
export async function givenLabelChanges(db: Db): Promise<readonly GivenLabelChange[]> {
  const { rows } = await db.query('SELECT former, version, addresses FROM label_change ORDER BY id DESC');
  const changes: GivenLabelChange[] = [];
  let version = await givenLabelVersion(db);
  // Two sets that are published at the same time both start from one version: then no row leads to the present one.
  for (const row of rows) {
    if (row.version !== version) continue;
    changes.push({ former: row.former, addresses: row.addresses });
    version = row.former;
  }
  return changes;
}

/** Addresses of which the staged labels of a set differ from its stored ones; null where they are too many. */
export async function addressesToChange(client: PoolClient, setName: string): Promise<readonly string[] | null> {
  const compared = await client.query(
    `SELECT (SELECT count(*) FROM (SELECT FROM label WHERE set_name = $1 LIMIT $2) stored) AS stored,
            (SELECT count(*) FROM (SELECT FROM staged_label WHERE set_name = $1 LIMIT $2) staged) AS staged,
            EXISTS ((${actorsOf('label_actor')} EXCEPT ${actorsOf('staged_actor')})
                    UNION ALL (${actorsOf('staged_actor')} EXCEPT ${actorsOf('label_actor')})) AS has_other_actors`,
    [setName, MOST_COMPARED],
  );
  const [sizes] = compared.rows;
  // An actor names the labels of every set.
  if (sizes === undefined || sizes.has_other_actors) return null;
  const [stored, staged] = [Number(sizes.stored), Number(sizes.staged)];
  if (Math.max(stored, staged) >= MOST_COMPARED) return null;
  const found = await client.query(
    stored === 0
      ? 'SELECT DISTINCT address FROM staged_label WHERE set_name = $1 LIMIT $2'
      : `SELECT DISTINCT address FROM ((${labelsOf('label')} EXCEPT ${labelsOf('staged_label')})
           UNION ALL (${labelsOf('staged_label')} EXCEPT ${labelsOf('label')})) differing LIMIT $2`,
    [setName, MOST_ADDRESSES + 1],
  );
  return found.rows.length > MOST_ADDRESSES ? null : found.rows.map(({ address }) => address);
}

const labelsOf = (table: 'label' | 'staged_label'): string =>
  `SELECT network, address, source, entity, actor, category, confidence, source_url, source_date, valid_from, valid_to,
          ends_with_day FROM ${table} WHERE set_name = $1`;

const actorsOf = (table: 'label_actor' | 'staged_actor'): string =>
  `SELECT actor, entity, category FROM ${table} WHERE set_name = $1`;
