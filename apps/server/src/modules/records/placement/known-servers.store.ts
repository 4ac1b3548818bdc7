import type { Db, Pool } from '../../../platform/db/index.ts';
import { ledgerName } from './ledger-name.ts';

/** A ledger was placed on a server that this process has no connection to. */
export class UnknownLedgerServerError extends Error {
  override readonly name = 'UnknownLedgerServerError';

  constructor(ledger: string, server: string) {
    super(`${ledger} is on the ledger server '${server}', which LEDGER_SERVERS does not name. Add it and start again.`);
  }
}

/** The servers of ledgers that are not on the main database, by ledger. `db` must read the main database. */
export async function readPlacements(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query('SELECT network, ticker, server FROM ledger_placements');
  return new Map(rows.map((row) => [ledgerName(row), row.server]));
}

/**
 * Asked at every start: what is on another server must never pass for what does not exist.
 *
 * @throws UnknownLedgerServerError where a ledger is on a server that is not among these
 */
export async function requireKnownServers(main: Pool, names: readonly string[]): Promise<void> {
  for (const [ledger, server] of await readPlacements(main)) {
    if (!names.includes(server)) throw new UnknownLedgerServerError(ledger, server);
  }
}
