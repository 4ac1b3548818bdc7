import { type Db, present } from '../../../../platform/db/index.ts';

const RETRY_HOURS = 1;

export interface LabelUpdateState {
  readonly setName: string;
  /** ISO 8601. */
  readonly triedAt: string;
  /** ISO 8601; null where no fetch has succeeded yet. */
  readonly succeededAt: string | null;
  /** When what is stored was last seen to be the publisher's present list; a list that is held leaves it as it was. */
  readonly currentAt: string | null;
  /** Null after a success. */
  readonly failure: string | null;
}

/** How a fetch ended: what is stored is the publisher's present list, or that list waits for approval, or it failed. */
export type FetchEnd = 'current' | 'held' | { readonly failure: string };

/** Stores how a fetch of a publisher's list ended. A failure keeps the time of the last success. */
export async function noteLabelUpdate(db: Db, setName: string, end: FetchEnd): Promise<void> {
  await db.query(
    `INSERT INTO label_updates (set_name, tried_at, succeeded_at, current_at, failure)
     VALUES ($1, now(), CASE WHEN $2::text IS NULL THEN now() END, CASE WHEN $3 THEN now() END, $2)
     ON CONFLICT (set_name) DO UPDATE SET tried_at = now(), failure = excluded.failure,
       succeeded_at = coalesce(excluded.succeeded_at, label_updates.succeeded_at),
       current_at = coalesce(excluded.current_at, label_updates.current_at)`,
    [setName, typeof end === 'string' ? null : end.failure, end === 'current'],
  );
}

/** Every publisher whose list was fetched, by set name. */
export async function listLabelUpdates(db: Db): Promise<readonly LabelUpdateState[]> {
  const { rows } = await db.query(
    `SELECT set_name AS "setName", tried_at AS "triedAt", succeeded_at AS "succeededAt", current_at AS "currentAt", failure
       FROM label_updates ORDER BY set_name COLLATE "C"`,
  );
  return rows.map(({ setName, triedAt, succeededAt, currentAt, failure }) => ({
    setName,
    triedAt: triedAt.toISOString(),
    succeededAt: succeededAt?.toISOString() ?? null,
    currentAt: currentAt?.toISOString() ?? null,
    failure,
  }));
}

/** Those of the sets that were not fetched within the last `hours`; a fetch that failed is tried again after one. */
export async function dueLabelUpdates(db: Db, setNames: readonly string[], hours: number): Promise<readonly string[]> {
  const { rows } = await db.query(
    `SELECT name FROM unnest($1::text[]) AS name
      WHERE NOT EXISTS (SELECT FROM label_updates u WHERE u.set_name = name
                          AND u.tried_at > now() - make_interval(
                                hours => CASE WHEN u.failure IS NULL THEN $2::int ELSE least($2::int, $3::int) END))`,
    [setNames, hours, RETRY_HOURS],
  );
  return rows.map(({ name }) => present(name));
}
