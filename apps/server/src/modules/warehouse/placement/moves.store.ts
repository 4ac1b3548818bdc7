import { type Db, databaseTroubleOf, type LedgerKey, lockNamed, type Pool } from '../../../platform/db/index.ts';
import { ledgerName } from '../../records/index.ts';
import { PlacementError } from './prepare-server.ts';

/**
 * Steps of a move, in order: rows are copied and followed; indexes are built; writing is paused until the last change has
 * arrived; the directory is switched; what was left behind is removed. Until the directory is switched, a move can be undone.
 */
export const MOVE_STEPS = ['copy', 'index', 'pause', 'switch', 'clean'] as const;

const COLUMNS = 'network, ticker, ledger_id, from_server, to_server, step, started_at, histories';

export type MoveStep = (typeof MOVE_STEPS)[number];

/** A move under way. */
export interface LedgerMove extends LedgerKey {
  readonly id: number;
  readonly from: string;
  readonly to: string;
  readonly step: MoveStep;
  readonly startedAt: Date;
  /** Of both servers when the copy began; null without a copy. */
  readonly histories: string | null;
}

interface MoveRow extends LedgerKey {
  readonly ledger_id: number;
  readonly from_server: string;
  readonly to_server: string;
  readonly step: MoveStep;
  readonly started_at: Date;
  readonly histories: string | null;
}

/** Every move under way, by network and ticker. */
export async function readMoves(main: Db): Promise<readonly LedgerMove[]> {
  const { rows } = await main.query(`SELECT ${COLUMNS} FROM ledger_moves ORDER BY network, ticker`);
  return rows.map(moveOf);
}

export async function readMove(main: Db, { network, ticker }: LedgerKey): Promise<LedgerMove | null> {
  const { rows } = await main.query(`SELECT ${COLUMNS} FROM ledger_moves WHERE network = $1 AND ticker = $2`, [
    network,
    ticker,
  ]);
  const [row] = rows;
  return row === undefined ? null : moveOf(row);
}

export async function beginMove(main: Db, move: Pick<LedgerMove, 'network' | 'ticker' | 'id' | 'from' | 'to'>) {
  await main.query(
    `INSERT INTO ledger_moves (network, ticker, ledger_id, from_server, to_server, step)
     VALUES ($1, $2, $3, $4, $5, 'copy')`,
    [move.network, move.ticker, move.id, move.from, move.to],
  );
}

export async function setStep(main: Db, { network, ticker }: LedgerKey, step: MoveStep): Promise<void> {
  await main.query('UPDATE ledger_moves SET step = $3 WHERE network = $1 AND ticker = $2', [network, ticker, step]);
}

/** Notes of which primaries the copy is that begins now. */
export async function noteHistories(main: Db, { network, ticker }: LedgerKey, histories: string): Promise<void> {
  await main.query('UPDATE ledger_moves SET histories = $3 WHERE network = $1 AND ticker = $2', [
    network,
    ticker,
    histories,
  ]);
}

/** Has a move begin again with a copy of its own. */
export async function beginAgain(main: Db, { network, ticker }: LedgerKey): Promise<void> {
  await main.query("UPDATE ledger_moves SET step = 'copy', histories = NULL WHERE network = $1 AND ticker = $2", [
    network,
    ticker,
  ]);
}

export async function endMove(main: Db, { network, ticker }: LedgerKey): Promise<void> {
  await main.query('DELETE FROM ledger_moves WHERE network = $1 AND ticker = $2', [network, ticker]);
}

function moveOf(row: MoveRow): LedgerMove {
  return {
    network: row.network,
    ticker: row.ticker,
    id: row.ledger_id,
    from: row.from_server,
    to: row.to_server,
    step: row.step,
    startedAt: row.started_at,
    histories: row.histories,
  };
}

/** A new number of a ledger; the main database gives out all of them. */
export async function newLedgerId(main: Db): Promise<number> {
  const { rows } = await main.query("SELECT nextval(pg_get_serial_sequence('ledgers', 'id')) AS id");
  return Number(rows[0]?.id);
}

/** Creates an empty ledger with a given number on a server. */
export async function createLedger(
  server: Db,
  { id, network, ticker }: { readonly id: number; readonly network: string; readonly ticker: string },
): Promise<void> {
  await server.query(
    `INSERT INTO ledgers (id, network, ticker) OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [id, network, ticker],
  );
}

/** The number of a ledger on a server; null where it has none. */
export async function ledgerIdOn(server: Db, network: string, ticker: string): Promise<number | null> {
  const { rows } = await server.query('SELECT id FROM ledgers WHERE network = $1 AND ticker = $2', [network, ticker]);
  return rows[0]?.id ?? null;
}

/** Runs `work` as the only one that moves the ledger. */
export async function claimMove<T>(main: Pool, ledger: LedgerKey, work: () => Promise<T>): Promise<T> {
  const client = await main.connect();
  const claim = lockNamed('move', ledgerName(ledger));
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS claimed', [claim]);
    if (rows[0]?.claimed !== true) throw new PlacementError(`Another process is moving ${ledgerName(ledger)} now.`);
    try {
      return await work();
    } finally {
      // The lock ends with its connection too, which a failover of the main database breaks.
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [claim]).catch((error: unknown) => {
        if (!isAway(error)) throw error;
      });
    }
  } finally {
    client.release();
  }
}

/** Whether an error says that a server of a move does not answer. */
export function isAway(error: unknown): boolean {
  return databaseTroubleOf(error) === 'away';
}
