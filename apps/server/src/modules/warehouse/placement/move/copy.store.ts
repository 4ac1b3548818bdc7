import pg from 'pg';
import type { Db, Pool } from '../../../../platform/db/index.ts';
import type { LedgerRows } from '../../../records/index.ts';
import { confirmedPosition, presentPosition, type Subscription } from '../replication.store.ts';

/** The publication on the former server, the subscription on the new one, and the slot between them. */
export function copyOf(ledgerId: number): Subscription {
  const name = `assay_move_${Number(ledgerId)}`;
  return { name, publications: [name], slot: name };
}

/** Publishes the rows of a ledger, and the marks of its move. */
export async function publishLedger(from: Db, ledgerId: number, rows: readonly LedgerRows[]): Promise<void> {
  const { name } = copyOf(ledgerId);
  const { rowCount } = await from.query('SELECT FROM pg_publication WHERE pubname = $1', [name]);
  if (rowCount !== 0) return;
  const tables = [...rows, { table: 'ledger_move_marks', where: `ledger_id = ${Number(ledgerId)}` }].map(
    ({ table, where }) => `${pg.escapeIdentifier(table)}${where === null ? '' : ` WHERE (${where})`}`,
  );
  await from.query(`CREATE PUBLICATION ${name} FOR TABLE ${tables.join(', ')}`);
}

export async function unpublishLedger(from: Db, ledgerId: number): Promise<void> {
  await from.query(`DROP PUBLICATION IF EXISTS ${copyOf(ledgerId).name}`);
}

/** How far the first copy is. */
export interface CopyProgress {
  /** Every table is copied, and changes are followed. */
  readonly isComplete: boolean;
  /** Rows of tables that are being copied now. */
  readonly rows: number;
}

export async function readCopy(to: Db, ledgerId: number): Promise<CopyProgress> {
  const { rows } = await to.query(
    `SELECT (SELECT bool_and(r.srsubstate = 'r') FROM pg_subscription_rel r
               JOIN pg_subscription s ON s.oid = r.srsubid WHERE s.subname = $1) AS complete,
            (SELECT coalesce(sum(tuples_processed), 0)::float8 FROM pg_stat_progress_copy
              WHERE datname = current_database() AND command = 'COPY FROM') AS rows`,
    [copyOf(ledgerId).name],
  );
  return { isComplete: rows[0]?.complete === true, rows: rows[0]?.rows ?? 0 };
}

/** Bytes of the log of the former server that the new one has not applied. */
export async function bytesBehind(from: Pool, ledgerId: number): Promise<number> {
  const confirmed = await confirmedPosition(from, copyOf(ledgerId).slot);
  return confirmed === null ? Number.POSITIVE_INFINITY : (await presentPosition(from)) - confirmed;
}

/** Writes the mark of a move in place of a former one; it arrives after every change that was committed before. */
export async function writeMark(from: Db, ledgerId: number, mark: string): Promise<void> {
  await removeMarks(from, ledgerId);
  await from.query('INSERT INTO ledger_move_marks (ledger_id, mark) VALUES ($1, $2)', [ledgerId, mark]);
}

export async function removeMarks(db: Db, ledgerId: number): Promise<void> {
  await db.query('DELETE FROM ledger_move_marks WHERE ledger_id = $1', [ledgerId]);
}

/**
 * Which history of a primary this is: its cluster and its timeline. A standby that is made primary begins another, which
 * may lack the last changes of the former, sent to others or not.
 */
export async function historyOf(primary: Db): Promise<string> {
  const { rows } = await primary.query(
    `SELECT system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS history FROM pg_control_system()`,
  );
  return rows[0]?.history ?? '';
}
