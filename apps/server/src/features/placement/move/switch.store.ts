import type { Db, Pool } from '../../../db/index.ts';
import type { NumberedLedger } from './move.ports.ts';

/** Writes on a ledger's server whether it may be written. */
export async function setPlacement(db: Db, ledgerId: number, placement: 'open' | 'paused' | 'departed'): Promise<void> {
  await db.query('UPDATE ledgers SET placement = $2 WHERE id = $1', [ledgerId, placement]);
}

const COUNTS = 'from_beginning, records, addresses, revision';

/**
 * Creates the ledger on its new server, paused, with the numbers that it has on the former. One that is there already
 * stays as it is: a switch that was cut off may have opened it.
 */
export async function takeOver(from: Db, to: Db, { id, network, ticker }: NumberedLedger): Promise<void> {
  const { rows } = await from.query<Record<string, unknown>>(`SELECT ${COUNTS} FROM ledgers WHERE id = $1`, [id]);
  const [row] = rows;
  if (row === undefined) throw new Error(`The ledger ${id} is not on the server it moves from`);
  await to.query(
    `INSERT INTO ledgers (id, network, ticker, ${COUNTS}, placement) OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'paused') ON CONFLICT DO NOTHING`,
    [id, network, ticker, row['from_beginning'], row['records'], row['addresses'], row['revision']],
  );
}

/** Whether a transaction of this database still reads a state from before this call, given by `presentState`. */
export async function hasOlderReaders(pool: Pool, state: string): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity
                     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xmin IS NOT NULL
                       AND age(backend_xmin) > age($1::text::xid)) AS has`,
    [state],
  );
  return rows[0]?.has === true;
}

/** A transaction number: readers that began before have a lower one. */
export async function presentState(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ xid: string }>('SELECT pg_current_xact_id()::xid::text AS xid');
  return rows[0]?.xid ?? '0';
}
