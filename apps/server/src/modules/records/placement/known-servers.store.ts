import type { Db, Pool } from '../../../platform/db/index.ts';
import { ledgerName } from './ledger-name.ts';

/** A ledger was placed on a server that this process has no connection to, or is on its way there. */
export class UnknownLedgerServerError extends Error {
  override readonly name = 'UnknownLedgerServerError';

  constructor(ledger: string, server: string, how: 'is on' | 'is being moved to' = 'is on') {
    super(
      `${ledger} ${how} the ledger server '${server}', which LEDGER_SERVERS does not name. Add it and start again.`,
    );
  }
}

/** The servers of ledgers that are not on the main database, by ledger. `db` must read the main database. */
export async function readPlacements(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query('SELECT network, ticker, server FROM ledger_placements');
  return new Map(rows.map((row) => [ledgerName(row), row.server]));
}

/**
 * Asked at every start: what is on another server must never pass for what does not exist, and who knows of no other does
 * not wait for a move, which would leave behind what is written last.
 *
 * @throws UnknownLedgerServerError where a ledger is on a server that is not among these, or is being moved to one
 */
export async function requireKnownServers(main: Pool, names: readonly string[]): Promise<void> {
  const { rows } = await main.query(
    `SELECT network, ticker, server, false AS "isMoving" FROM ledger_placements
      UNION ALL SELECT network, ticker, to_server, true FROM ledger_moves WHERE to_server <> 'main'`,
  );
  for (const { server, isMoving, ...ledger } of rows) {
    if (names.includes(server)) continue;
    throw new UnknownLedgerServerError(ledgerName(ledger), server, isMoving ? 'is being moved to' : 'is on');
  }
}
