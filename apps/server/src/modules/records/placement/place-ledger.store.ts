import type { Db } from '../../../platform/db/index.ts';

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
