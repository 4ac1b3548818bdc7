import { createHash } from 'node:crypto';
import { copyRows, type Db, inTransaction, type Pool, type PoolClient } from '../../../../platform/db/index.ts';
import type { ActorRow, LabelRow } from '../label-claim.ts';
import { diffStaged, holdStaged, withSetLock } from './held-labels.store.ts';
import type { HoldReason, LabelDiff } from './label-diff.ts';
import { type PublishedSet, publishStaged, type SetToPublish } from './publish-labels.store.ts';

/** How far a reading has come. */
export interface Reached {
  /** Rows of the source, refused ones counted. */
  readonly rows: number;
  /** Over all of them as they were judged. */
  readonly digest: string;
}

export interface LabelStage {
  /** What an import of the same request that was cut off has staged; null where there is nothing. */
  readonly reached: Reached | null;
  /** Stages rows together with the place they lead to. */
  readonly add: (labels: readonly LabelRow[], actors: readonly ActorRow[], reached: Reached) => Promise<void>;
  /** Deletes everything that is staged and starts again. */
  readonly restart: () => Promise<void>;
  /** Forgets the import: its source is at fault, and going on would not mend it. */
  readonly discard: () => Promise<void>;
  /** Puts the staged facts in the place of the set's former ones, in one transaction, and ends the import. */
  readonly publish: (set: SetToPublish) => Promise<PublishedSet>;
  /** How the staged facts differ from the set's stored ones. */
  readonly diff: () => Promise<LabelDiff>;
  /** Drops staged exchanges of lists about thefts that no other set has; how many rows. */
  readonly dropUnseconded: () => Promise<number>;
  /** Addresses that labels call both a theft's and the one's that was robbed. */
  readonly thievesAndRobbed: () => Promise<readonly string[]>;
  /** Ends the import and keeps what is staged until an operator decides. */
  readonly hold: (set: SetToPublish, reason: HoldReason, diff: LabelDiff) => Promise<void>;
}

/**
 * Gives `work` the staging area of a set, for itself alone. What is staged there outlives the process, so that the
 * same request goes on with it; readers see the former set until `publish` commits.
 */
export async function withLabelStage<T>(
  pool: Pool,
  setName: string,
  request: string,
  work: (stage: LabelStage) => Promise<T>,
): Promise<T> {
  return withSetLock(pool, setName, async () => {
    const begin = (): Promise<Reached | null> => beginImport(pool, setName, request);
    const discard = (): Promise<void> => forgetImport(pool, setName);
    return work({
      reached: await begin(),
      add: (labels, actors, reached) =>
        inTransaction(pool, async (client) => {
          // Rows and place are lost together or not at all: after a power cut, those of the last moment are read again.
          await client.query('SET LOCAL synchronous_commit = off');
          await stageLabels(client, setName, labels);
          await stageActors(client, setName, actors);
          await remember(client, setName, reached);
        }),
      restart: async () => {
        await discard();
        await begin();
      },
      discard,
      diff: () => diffStaged(pool, setName),
      dropUnseconded: () => dropUnseconded(pool, setName),
      thievesAndRobbed: () => thievesAndRobbed(pool, setName),
      hold: (set, reason, diff) => holdStaged(pool, set, reason, diff),
      publish: async (set) => {
        const published = await inTransaction(pool, (client) => publishStaged(client, set));
        if (published.changed) await pool.query('ANALYZE label, label_actor');
        return published;
      },
    });
  });
}

/** Forgets an import that was cut off; false where there is none. */
export async function discardLabelImport(pool: Pool, setName: string): Promise<boolean> {
  return withSetLock(pool, setName, async () => {
    const found = await pool.query('DELETE FROM label_import WHERE set_name = $1', [setName]);
    return found.rowCount === 1;
  });
}

/** Forgets imports that were cut off and that nobody went on with for so long. */
export async function dropOldLabelImports(pool: Pool, days: number): Promise<void> {
  await pool.query('DELETE FROM label_import WHERE held IS NULL AND reached_at < now() - make_interval(days => $1)', [
    days,
  ]);
}

export interface UnfinishedLabelImport {
  readonly setName: string;
  readonly rows: number;
  /** ISO 8601. */
  readonly reachedAt: string;
}

/** Imports that are being read or were cut off, by name, and have staged something. */
export async function unfinishedLabelImports(pool: Pool): Promise<UnfinishedLabelImport[]> {
  const { rows } = await pool.query(
    'SELECT set_name, rows_read, reached_at FROM label_import WHERE rows_read > 0 AND held IS NULL ORDER BY set_name COLLATE "C"',
  );
  return rows.map((row) => ({
    setName: row.set_name,
    rows: Number(row.rows_read),
    reachedAt: row.reached_at.toISOString(),
  }));
}

async function beginImport(pool: Pool, setName: string, request: string): Promise<Reached | null> {
  await pool.query('DELETE FROM label_import WHERE set_name = $1 AND request <> $2', [setName, request]);
  const { rows } = await pool.query(
    `INSERT INTO label_import (set_name, request) VALUES ($1, $2)
     ON CONFLICT (set_name) DO UPDATE SET reached_at = now() RETURNING rows_read, rows_digest`,
    [setName, request],
  );
  const [row] = rows;
  return row === undefined || row.rows_read === '0' ? null : { rows: Number(row.rows_read), digest: row.rows_digest };
}

async function forgetImport(pool: Pool, setName: string): Promise<void> {
  await pool.query('DELETE FROM label_import WHERE set_name = $1', [setName]);
}

async function remember(client: PoolClient, setName: string, { rows, digest }: Reached): Promise<void> {
  await client.query(
    'UPDATE label_import SET rows_read = $2, rows_digest = $3, reached_at = now(), held = NULL WHERE set_name = $1',
    [setName, rows, digest],
  );
}

async function stageLabels(client: PoolClient, setName: string, rows: readonly LabelRow[]): Promise<void> {
  await copyRows(
    client,
    `COPY staged_label (set_name, network, address, source, entity, actor, category, confidence, source_url,
       source_date, valid_from, valid_to, ends_with_day, row_hash) FROM STDIN`,
    rows,
    (row) => {
      const facts = [
        row.network,
        row.address,
        row.source ?? setName,
        row.entity,
        row.actor,
        row.category,
        row.confidence,
        row.sourceUrl,
        row.sourceDate,
        row.validFrom,
        row.validTo,
      ];
      return [setName, ...facts, row.endsWithDay ? 't' : 'f', hashOf('label', [...facts, ...endOf(row)])];
    },
  );
}

async function stageActors(client: PoolClient, setName: string, rows: readonly ActorRow[]): Promise<void> {
  await copyRows(
    client,
    'COPY staged_actor (set_name, actor, entity, category, row_hash) FROM STDIN',
    rows,
    ({ actor, entity, category }) => [setName, actor, entity, category, hashOf('actor', [actor, entity, category])],
  );
}

/** Sets the end at a midnight apart from the end with that day, which hashes as it did before there was the other. */
function endOf({ validTo, endsWithDay }: LabelRow): readonly string[] {
  return validTo?.endsWith('T00:00:00.000Z') === true && !endsWithDay ? ['instant'] : [];
}

function hashOf(kind: 'label' | 'actor', facts: readonly (string | number | null)[]): string {
  return `\\x${createHash('sha256')
    .update(JSON.stringify([kind, ...facts]))
    .digest('hex')}`;
}

/** Lists of thefts, by the name of their file: what they call an exchange is as often its thief. */
const THEFT_PACK = String.raw`(hack|theft|heist|stolen|robber)[^/]*$`;
const EXAMPLES = 20;

/**
 * Drops the staged labels that name an exchange in a list about thefts where no other set has an exchange at the address:
 * such lists hold the thief beside the robbed, under the robbed's name.
 *
 * @returns how many rows
 */
async function dropUnseconded(db: Db, setName: string): Promise<number> {
  const dropped = await db.query(
    `DELETE FROM staged_label s
      WHERE s.set_name = $1 AND s.source_url ~* $2
        AND (s.category LIKE '%exchange%'
             OR s.category IS NULL AND EXISTS (SELECT FROM label_actor a
                                                WHERE a.actor = s.actor AND a.category LIKE '%exchange%'))
        AND NOT EXISTS (SELECT FROM effective_label l
                         WHERE l.address = s.address AND l.network = s.network AND l.set_name <> s.set_name
                           AND l.category LIKE '%exchange%' AND coalesce(l.source_url, '') !~* $2)`,
    [setName, THEFT_PACK],
  );
  return dropped.rowCount ?? 0;
}

/**
 * Addresses that one label calls a theft's and another the one's that was robbed, by the name of the theft, where one
 * of the two is staged: `network address`, the first of them in their order. What the stored set of this name said of the
 * address already was decided before.
 */
async function thievesAndRobbed(db: Db, setName: string): Promise<readonly string[]> {
  const { rows } = await db.query(
    `WITH staged AS (SELECT DISTINCT network, address, entity, category FROM staged_label s
                      WHERE set_name = $1
                        AND NOT EXISTS (SELECT FROM label_withdrawal w
                                         WHERE w.address = s.address AND w.network = s.network AND w.source = s.source
                                           AND w.entity = s.entity AND w.category = s.category)),
          others AS (SELECT l.network, l.address, l.entity, l.category FROM effective_label l
                      WHERE l.set_name <> $1 AND (l.network, l.address) IN (SELECT network, address FROM staged)),
          every AS (SELECT * FROM staged UNION SELECT * FROM others)
     SELECT DISTINCT thief.network || ' ' || thief.address AS place
       FROM every thief JOIN every robbed USING (network, address)
      WHERE thief.category = 'stolen_coins' AND robbed.category <> 'stolen_coins'
        AND length(robbed.entity) > 2 AND position(lower(robbed.entity) IN lower(thief.entity)) > 0
        AND NOT EXISTS (SELECT FROM effective_label l
                         WHERE l.set_name = $1 AND l.address = thief.address AND l.network = thief.network
                           AND l.entity IN (thief.entity, robbed.entity))
      ORDER BY place LIMIT ${EXAMPLES}`,
    [setName],
  );
  return rows.map(({ place }) => place);
}
