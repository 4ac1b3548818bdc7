import { z } from 'zod';
import { type Db, inTransaction, LOCK_SPACES, type Pool, type PoolClient } from '../../../../platform/db/index.ts';
import type { DiffPart, HoldReason, LabelDiff } from './label-diff.ts';
import { type PublishedSet, publishStaged, type SetToPublish } from './publish-labels.store.ts';

const EXAMPLES = 20;

const Part = z.object({ count: z.number(), examples: z.array(z.string()) });
const Held = z.object({
  set: z.object({
    name: z.string(),
    origin: z.enum(['starter', 'import']),
    format: z.string(),
    location: z.string(),
    rejected: z.number(),
  }),
  reason: z.enum(['withdraws-too-many', 'thief-and-robbed', 'operator-decides']),
  diff: z.object({ stored: z.number(), added: Part, changed: Part, withdrawn: Part }),
});

export interface HeldLabels {
  readonly setName: string;
  readonly reason: HoldReason;
  readonly diff: LabelDiff;
  /** ISO 8601. */
  readonly heldAt: string;
}

/** No list of this name waits. */
class NothingHeldError extends Error {
  override readonly name = 'NothingHeldError';
}

/** How what is staged of a set differs from what is stored of it. */
export async function diffStaged(db: Db, setName: string): Promise<LabelDiff> {
  const { rows } = await db.query(
    `WITH stored AS (${entriesOf('label', 'label_actor')}), staged AS (${entriesOf('staged_label', 'staged_actor')}),
     differing AS (
       SELECT entry, CASE WHEN stored.facts IS NULL THEN 'added' WHEN staged.facts IS NULL THEN 'withdrawn'
                          ELSE 'changed' END AS kind
         FROM stored FULL JOIN staged USING (entry) WHERE stored.facts IS DISTINCT FROM staged.facts),
     numbered AS (SELECT kind, entry, row_number() OVER (PARTITION BY kind ORDER BY entry) AS place FROM differing)
     SELECT kind, count(*) AS count, array_agg(entry ORDER BY entry) FILTER (WHERE place <= ${EXAMPLES}) AS examples
       FROM numbered GROUP BY kind
     UNION ALL SELECT 'stored', count(*), NULL FROM stored`,
    [setName],
  );
  const part = (kind: string): DiffPart => {
    const row = rows.find((found) => found.kind === kind);
    return { count: Number(row?.count ?? 0), examples: row?.examples ?? [] };
  };
  return {
    stored: part('stored').count,
    added: part('added'),
    changed: part('changed'),
    withdrawn: part('withdrawn'),
  };
}

/** One row an address and network, or an actor, with all that is said of it. */
function entriesOf(labels: string, actors: string): string {
  return `SELECT network || ' ' || address AS entry, string_agg(DISTINCT md5(ROW(source, entity, actor, category, confidence,
                 source_url, source_date, valid_from, valid_to, ends_with_day)::text), '') AS facts
            FROM ${labels} WHERE set_name = $1 GROUP BY network, address
          UNION ALL
          SELECT 'actor ' || actor, string_agg(DISTINCT md5(ROW(entity, category)::text), '')
            FROM ${actors} WHERE set_name = $1 GROUP BY actor`;
}

/** Keeps what is staged of a set until an operator decides. */
export async function holdStaged(db: Db, set: SetToPublish, reason: HoldReason, diff: LabelDiff): Promise<void> {
  await db.query('UPDATE label_import SET held = $2, reached_at = now() WHERE set_name = $1', [
    set.name,
    JSON.stringify({ set, reason, diff }),
  ]);
}

/** Lists that wait for an operator, by name. */
export async function heldLabels(db: Db): Promise<HeldLabels[]> {
  const { rows } = await db.query(
    'SELECT set_name, held, reached_at FROM label_import WHERE held IS NOT NULL ORDER BY set_name COLLATE "C"',
  );
  return rows.map(({ set_name, held, reached_at }) => {
    const { reason, diff } = Held.parse(held);
    return { setName: set_name, reason, diff, heldAt: reached_at.toISOString() };
  });
}

/**
 * Publishes a list that was held.
 *
 * @throws NothingHeldError, LabelSetBusyError
 */
export async function approveHeldLabels(pool: Pool, setName: string): Promise<PublishedSet> {
  return withSetLock(pool, setName, async () => {
    const published = await inTransaction(pool, async (client) =>
      publishStaged(client, await setHeld(client, setName)),
    );
    await pool.query('ANALYZE label, label_actor');
    return published;
  });
}

async function setHeld(client: PoolClient, setName: string): Promise<SetToPublish> {
  const { rows } = await client.query(
    'SELECT held FROM label_import WHERE set_name = $1 AND held IS NOT NULL FOR UPDATE',
    [setName],
  );
  const [row] = rows;
  if (row === undefined) throw new NothingHeldError(`No list of the label set "${setName}" waits for approval`);
  return Held.parse(row.held).set;
}

/** Another import of the same set is running. */
export class LabelSetBusyError extends Error {
  override readonly name = 'LabelSetBusyError';
}

/** The lock belongs to a database session, so that the end of the process, however it comes, sets it free. */
export async function withSetLock<T>(pool: Pool, setName: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const lock = await client.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [
      LOCK_SPACES.labelImports,
      setName,
    ]);
    if (lock.rows[0]?.locked !== true) {
      throw new LabelSetBusyError(`Another import of the label set "${setName}" is running`);
    }
    try {
      return await work();
    } finally {
      broken = await unlock(client, setName);
    }
  } finally {
    client.release(broken);
  }
}

/** When the lock cannot be set free, says so, and the session is ended instead. */
async function unlock(client: PoolClient, setName: string): Promise<Error | undefined> {
  try {
    await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [LOCK_SPACES.labelImports, setName]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
