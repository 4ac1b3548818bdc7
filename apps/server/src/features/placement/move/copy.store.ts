import pg from 'pg';
import type { Db, Pool } from '../../../db/index.ts';
import type { LedgerRowsOf } from './move.ports.ts';

/** The publication on the former server, the subscription on the new one, and the slot between them. */
const nameOf = (ledgerId: number): string => `assay_move_${Number(ledgerId)}`;

/** Publishes the rows of a ledger, and the marks of its move. */
export async function publishLedger(from: Db, ledgerId: number, rows: LedgerRowsOf): Promise<void> {
  const name = nameOf(ledgerId);
  const { rowCount } = await from.query('SELECT FROM pg_publication WHERE pubname = $1', [name]);
  if (rowCount !== 0) return;
  const tables = [...rows, { table: 'ledger_move_marks', where: `ledger_id = ${Number(ledgerId)}` }].map(
    ({ table, where }) => `${pg.escapeIdentifier(table)}${where === null ? '' : ` WHERE (${where})`}`,
  );
  await from.query(`CREATE PUBLICATION ${name} FOR TABLE ${tables.join(', ')}`);
}

export async function unpublishLedger(from: Db, ledgerId: number): Promise<void> {
  await from.query(`DROP PUBLICATION IF EXISTS ${nameOf(ledgerId)}`);
}

/**
 * Has the new server copy what the former publishes, and follow its changes.
 *
 * @param fromUrl how the new server reaches the former; PostgreSQL stores it there until the move ends, for superusers
 */
export async function subscribeToLedger(to: Pool, ledgerId: number, fromUrl: string): Promise<void> {
  if (await isSubscribed(to, ledgerId)) return;
  const name = nameOf(ledgerId);
  await to.query(`CREATE SUBSCRIPTION ${name} CONNECTION ${pg.escapeLiteral(fromUrl)} PUBLICATION ${name}`);
}

/** Ends the copy on both servers. */
export async function unsubscribeFromLedger(to: Pool, ledgerId: number): Promise<void> {
  if (await isSubscribed(to, ledgerId)) await to.query(`DROP SUBSCRIPTION ${nameOf(ledgerId)}`);
}

async function isSubscribed(to: Db, ledgerId: number): Promise<boolean> {
  const { rowCount } = await to.query(
    `SELECT FROM pg_subscription WHERE subname = $1
        AND subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [nameOf(ledgerId)],
  );
  return rowCount !== 0;
}

/** How far the first copy is. */
export interface CopyProgress {
  /** Every table is copied, and changes are followed. */
  readonly isComplete: boolean;
  /** Rows of tables that are being copied now. */
  readonly rows: number;
}

export async function readCopy(to: Db, ledgerId: number): Promise<CopyProgress> {
  const { rows } = await to.query<{ complete: boolean | null; rows: number }>(
    `SELECT (SELECT bool_and(r.srsubstate = 'r') FROM pg_subscription_rel r
               JOIN pg_subscription s ON s.oid = r.srsubid WHERE s.subname = $1) AS complete,
            (SELECT coalesce(sum(tuples_processed), 0)::float8 FROM pg_stat_progress_copy
              WHERE datname = current_database() AND command = 'COPY FROM') AS rows`,
    [nameOf(ledgerId)],
  );
  return { isComplete: rows[0]?.complete === true, rows: rows[0]?.rows ?? 0 };
}

/** Bytes of the log of the former server that the new one has not applied. */
export async function bytesBehind(from: Db, ledgerId: number): Promise<number> {
  const { rows } = await from.query<{ behind: number | null }>(
    `SELECT (pg_current_wal_lsn() - confirmed_flush_lsn)::float8 AS behind FROM pg_replication_slots WHERE slot_name = $1`,
    [nameOf(ledgerId)],
  );
  return rows[0]?.behind ?? Number.POSITIVE_INFINITY;
}

/** Writes the mark of a move; it arrives after every change that was committed before. */
export async function writeMark(from: Db, ledgerId: number, mark: string): Promise<void> {
  await from.query('INSERT INTO ledger_move_marks (ledger_id, mark) VALUES ($1, $2)', [ledgerId, mark]);
}

export async function hasMark(to: Db, ledgerId: number, mark: string): Promise<boolean> {
  const { rowCount } = await to.query('SELECT FROM ledger_move_marks WHERE ledger_id = $1 AND mark = $2', [
    ledgerId,
    mark,
  ]);
  return rowCount !== 0;
}

export async function removeMarks(db: Db, ledgerId: number): Promise<void> {
  await db.query('DELETE FROM ledger_move_marks WHERE ledger_id = $1', [ledgerId]);
}
