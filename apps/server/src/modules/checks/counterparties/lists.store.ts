import { NETWORK_IDS, type NetworkId } from '@assay/domain';
import type { Direction } from '@assay/exposure';
import { type Db, oneOf, present, type Rows } from '../../../platform/db/index.ts';

export type Stage = 'incoming' | 'outgoing' | 'both' | 'naming' | 'done';

/** A list as stored. Amounts and dollars are decimal text of base units. */
export interface StoredList {
  readonly id: number;
  readonly ledgerId: number;
  readonly network: NetworkId;
  readonly account: number;
  readonly untilPosition: number;
  readonly revision: number;
  readonly stage: Stage;
  readonly reached: number;
  readonly reachedDirection: Direction;
  readonly labels: string | null;
  readonly records: number;
  readonly receivedRecords: number;
  readonly sentRecords: number;
  readonly received: string;
  readonly sent: string;
  readonly receivedUsd: string | null;
  readonly sentUsd: string | null;
  readonly payers: number;
  readonly payees: number;
}

const COLUMNS = `id::float8 AS id, ledger_id AS "ledgerId",
  (SELECT network FROM ledgers WHERE ledgers.id = ledger_id) AS network, account_id::float8 AS account,
  until_position::float8 AS "untilPosition", revision::float8 AS revision, stage, reached::float8 AS reached,
  reached_direction AS "reachedDirection", labels, records::float8 AS records,
  received_records::float8 AS "receivedRecords", sent_records::float8 AS "sentRecords", received::text, sent::text,
  received_usd::text AS "receivedUsd", sent_usd::text AS "sentUsd", payers::float8 AS payers, payees::float8 AS payees`;

const BY_ID = `SELECT ${COLUMNS} FROM counterparty_lists WHERE id = $1 FOR UPDATE SKIP LOCKED` as const;

/** Its transfer ledger is there as long as it is. */
function listOf({ network, reachedDirection, ...list }: Rows[typeof BY_ID]): StoredList {
  return {
    ...list,
    network: oneOf(NETWORK_IDS, present(network)),
    reachedDirection: oneOf(['bwd', 'fwd'], reachedDirection),
  };
}

export interface ListKey {
  readonly ledgerId: number;
  readonly account: number;
  readonly untilPosition: number;
}

/** How the records of a list are priced: by one price, by day since 1970, or not at all. Prices are decimal dollars. */
export interface ListPrices {
  readonly constant: string | null;
  readonly days: readonly number[];
  readonly usd: readonly string[];
}

export async function findList(db: Db, { ledgerId, account, untilPosition }: ListKey): Promise<StoredList | null> {
  const { rows } = await db.query(
    `SELECT ${COLUMNS} FROM counterparty_lists WHERE ledger_id = $1 AND account_id = $2 AND until_position = $3`,
    [ledgerId, account, untilPosition],
  );
  return rows[0] === undefined ? null : listOf(rows[0]);
}

/** Begins a list; where another request has begun it meanwhile, its list stays. */
export async function beginList(
  db: Db,
  { ledgerId, account, untilPosition }: ListKey,
  facts: {
    readonly revision: number;
    readonly records: number;
    readonly stage: Stage;
    readonly prices: ListPrices;
    readonly now: Date;
  },
): Promise<void> {
  const { constant, days, usd } = facts.prices;
  const isPriced = constant !== null || days.length > 0;
  await db.query(
    `INSERT INTO counterparty_lists (ledger_id, account_id, until_position, revision, stage, records, constant_price,
                                     price_days, price_usd, received_usd, sent_usd, used_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11) ON CONFLICT DO NOTHING`,
    [
      ...[ledgerId, account, untilPosition, facts.revision, facts.stage, facts.records],
      ...[constant, days, usd, isPriced ? 0 : null, facts.now],
    ],
  );
}

/** Locks a list for one step of its work; null while another request works on it. */
export async function lockList(db: Db, id: number): Promise<StoredList | null> {
  const { rows } = await db.query(BY_ID, [id]);
  return rows[0] === undefined ? null : listOf(rows[0]);
}

export async function moveList(
  db: Db,
  id: number,
  to: { readonly stage: Stage; readonly reached: number; readonly direction: Direction; readonly labels?: string },
): Promise<void> {
  await db.query(
    `UPDATE counterparty_lists SET stage = $2, reached = $3, reached_direction = $4, labels = coalesce($5, labels)
      WHERE id = $1`,
    [id, to.stage, to.reached, to.direction, to.labels ?? null],
  );
}

/** Adds what a step has summed to the sums of a direction. */
export async function addToTotals(
  db: Db,
  id: number,
  direction: Direction,
  added: { readonly records: number; readonly amount: string; readonly usd: string | null },
): Promise<void> {
  const side = direction === 'bwd' ? 'received' : 'sent';
  await db.query(
    `UPDATE counterparty_lists SET ${side} = ${side} + $2::numeric, ${side}_records = ${side}_records + $3,
            ${side}_usd = ${side}_usd + $4::numeric
      WHERE id = $1`,
    [id, added.amount, added.records, added.usd],
  );
}

export async function finishList(db: Db, id: number, labels: string): Promise<void> {
  await db.query(
    `UPDATE counterparty_lists SET stage = 'done', labels = $2,
            payers = (SELECT count(*) FROM counterparties WHERE list_id = $1 AND direction = 'bwd'),
            payees = (SELECT count(*) FROM counterparties WHERE list_id = $1 AND direction = 'fwd')
      WHERE id = $1`,
    [id, labels],
  );
}

/** Marks a list as used: those that were not for long are removed. */
export async function touchList(db: Db, id: number, now: Date): Promise<void> {
  await db.query(
    "UPDATE counterparty_lists SET used_at = $2 WHERE id = $1 AND used_at < $2::timestamptz - interval '1 hour'",
    [id, now],
  );
}

export async function removeList(db: Db, id: number): Promise<void> {
  // The list first: this waits for a step that another request does, whose rows are then seen and removed too.
  await db.query('DELETE FROM counterparty_lists WHERE id = $1', [id]);
  await db.query('DELETE FROM counterparties WHERE list_id = $1', [id]);
}

/** A list that nobody opened for so long is computed again when somebody does. */
export const LIST_KEPT_DAYS = 7;

/** Removes lists that nobody has opened since. */
export async function removeUnusedLists(db: Db, before: Date): Promise<void> {
  await db.query(
    `WITH unused AS (DELETE FROM counterparty_lists WHERE used_at < $1 RETURNING id)
     DELETE FROM counterparties c USING unused WHERE c.list_id = unused.id`,
    [before],
  );
}

/**
 * Whether records that a list counts may have changed since it was begun: a record that came late, or one that was
 * removed. Changes of coins are not noted by position, so that every change of theirs counts.
 */
export async function isOutdated(
  db: Db,
  { ledgerId, untilPosition, revision }: Pick<StoredList, 'ledgerId' | 'untilPosition' | 'revision'>,
  now: { readonly revision: number; readonly notesChanges: boolean; readonly untilSecond: number },
): Promise<boolean> {
  if (now.revision === revision) return false;
  if (!now.notesChanges) return true;
  const { rows } = await db.query(
    `SELECT count(*) AS noted,
            bool_or(from_position <= $3 OR EXISTS (SELECT FROM unnest(late_seconds) AS second WHERE second <= $4)) AS reached
       FROM ledger_changes WHERE ledger_id = $1 AND revision > $2`,
    [ledgerId, revision, untilPosition, now.untilSecond],
  );
  // Old notes are removed: where one is missing, nothing can be said.
  return Number(rows[0]?.noted ?? 0) < now.revision - revision || rows[0]?.reached === true;
}
