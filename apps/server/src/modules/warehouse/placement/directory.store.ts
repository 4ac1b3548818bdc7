import type { Db, LedgerKey } from '../../../platform/db/index.ts';
import { MAIN } from '../../records/index.ts';

/** The server of a ledger by the directory. `db` must read the main database. */
export async function readServerOf(db: Db, { network, ticker }: LedgerKey): Promise<string> {
  const { rows } = await db.query('SELECT server FROM ledger_placements WHERE network = $1 AND ticker = $2', [
    network,
    ticker,
  ]);
  return rows[0]?.server ?? MAIN;
}

/** Places a ledger on a server in the directory; the main database has no row. */
export async function writePlacement(
  db: Db,
  { id, network, ticker }: LedgerKey & { readonly id: number },
  server: string,
): Promise<void> {
  if (server === MAIN) {
    await db.query('DELETE FROM ledger_placements WHERE network = $1 AND ticker = $2', [network, ticker]);
    return;
  }
  await db.query(
    `INSERT INTO ledger_placements (network, ticker, ledger_id, server) VALUES ($1, $2, $3, $4)
     ON CONFLICT (network, ticker) DO UPDATE SET server = excluded.server, placed_at = now()`,
    [network, ticker, id, server],
  );
}
