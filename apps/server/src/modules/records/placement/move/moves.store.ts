import type { Db, LedgerKey } from '../../../../platform/db/index.ts';

/**
 * Steps of a move, in order: rows are copied and followed; indexes are built; writing is paused until the last change has
 * arrived; the directory is switched; what was left behind is removed. Until the directory is switched, a move can be undone.
 */
export const MOVE_STEPS = ['copy', 'index', 'pause', 'switch', 'clean'] as const;
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

const COLUMNS = 'network, ticker, ledger_id, from_server, to_server, step, started_at, histories';

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
