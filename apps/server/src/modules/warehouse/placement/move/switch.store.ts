import { type Db, oneOf, type Pool, type PoolClient } from '../../../../platform/db/index.ts';
import type { NumberedLedger } from '../../../records/index.ts';
import { stopWriting } from '../ledger-state.store.ts';

const PLACEMENTS = ['open', 'paused', 'departed'] as const;

type PlacementOf = (typeof PLACEMENTS)[number];

/** Writes on a ledger's server whether it may be written. */
export async function setPlacement(db: Db, ledgerId: number, placement: PlacementOf): Promise<void> {
  await db.query('UPDATE ledgers SET placement = $2 WHERE id = $1', [ledgerId, placement]);
}

/** What one end of a move has of a ledger. */
interface HeldLedger {
  /** Null where the server has no row of it. */
  readonly placement: PlacementOf | null;
  /** Of the last pause, which this server has with all that was written before. */
  readonly mark: string | null;
}

export async function readHeld(db: Db, ledgerId: number): Promise<HeldLedger> {
  const { rows } = await db.query(
    `SELECT (SELECT placement FROM ledgers WHERE id = $1) AS placement,
            (SELECT max(mark) FROM ledger_move_marks WHERE ledger_id = $1) AS mark`,
    [ledgerId],
  );
  const { placement, mark } = rows[0] ?? { placement: null, mark: null };
  return { placement: placement === null ? null : oneOf(PLACEMENTS, placement), mark };
}

const COUNTS = 'from_beginning, records, addresses, revision';

/**
 * Creates the ledger on its new server, paused, with the numbers that it has on the former. One that is there already
 * stays as it is: a switch that was cut off may have opened it.
 */
export async function takeOver(from: Db, to: Db, { id, network, ticker }: NumberedLedger): Promise<void> {
  const { rows } = await from.query(`SELECT ${COUNTS} FROM ledgers WHERE id = $1`, [id]);
  const [row] = rows;
  if (row === undefined) throw new Error(`The ledger ${id} is not on the server it moves from`);
  await to.query(
    `INSERT INTO ledgers (id, network, ticker, ${COUNTS}, placement) OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'paused') ON CONFLICT DO NOTHING`,
    [id, network, ticker, row['from_beginning'], row['records'], row['addresses'], row['revision']],
  );
}

/** Marks a ledger as departed, unless it was written since the mark: a failover may have lost its pause. */
export async function depart(client: PoolClient, ledger: NumberedLedger, mark: string): Promise<boolean> {
  await stopWriting(client, ledger);
  const held = await readHeld(client, ledger.id);
  if (held.mark !== mark || held.placement === 'open') return false;
  await setPlacement(client, ledger.id, 'departed');
  return true;
}

/** Opens a ledger where all that was written before the mark is; false where it is not. */
export async function openWithMark(to: Db, ledgerId: number, mark: string): Promise<boolean> {
  const { rowCount } = await to.query(
    `UPDATE ledgers SET placement = 'open'
      WHERE id = $1 AND EXISTS (SELECT FROM ledger_move_marks WHERE ledger_id = $1 AND mark = $2)`,
    [ledgerId, mark],
  );
  return rowCount === 1;
}

/** Whether a transaction of this database still reads a state from before this call, given by `presentState`. */
export async function hasOlderReaders(pool: Pool, state: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT EXISTS (SELECT FROM pg_stat_activity
                     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xmin IS NOT NULL
                       AND age(backend_xmin) > age($1::text::xid)) AS has`,
    [state],
  );
  return rows[0]?.has === true;
}

/** A transaction number: readers that began before have a lower one. */
export async function presentState(pool: Pool): Promise<string> {
  const { rows } = await pool.query('SELECT pg_current_xact_id()::xid::text AS xid');
  return rows[0]?.xid ?? '0';
}
