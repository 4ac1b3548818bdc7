import type { LedgerKey, LedgerServer, Pool } from '../../../platform/db/index.ts';
import { ledgerName, MAIN, UnknownLedgerServerError } from '../../records/index.ts';
import { readServerOf } from './directory.store.ts';

/** On which server each transfer ledger is, as far as this process knows. */
export interface LedgerDirectory {
  /** The main database first, then the others by their order in the configuration. */
  readonly servers: readonly [LedgerServer, ...LedgerServer[]];
  /** The server of a ledger: what was read last, or is read now. A ledger that was never placed is on the main database. */
  serverOf(ledger: LedgerKey): Promise<LedgerServer>;
  /** Has the next call of `serverOf` read the directory again: the ledger was not where it should be. */
  forget(ledger: LedgerKey): void;
}

/**
 * The directory of the main database, with the servers that the configuration names. What was read of a ledger is kept
 * until `forget`: who opens a ledger finds out by the ledger's own row whether it is still there (`placed-ledgers.ts`).
 */
export function ledgerDirectory(main: Pool, others: readonly LedgerServer[]): LedgerDirectory {
  const known = new Map<string, Promise<LedgerServer>>();
  const servers = [{ name: MAIN, pool: main }, ...others] as const;
  const read = async (ledger: LedgerKey): Promise<LedgerServer> => {
    const name = await readServerOf(main, ledger);
    const server = servers.find((one) => one.name === name);
    if (server === undefined) throw new UnknownLedgerServerError(ledgerName(ledger), name);
    return server;
  };
  return {
    servers,
    serverOf: (ledger) => {
      const name = ledgerName(ledger);
      const found = known.get(name) ?? read(ledger);
      known.set(name, found);
      // A failed read is not kept.
      found.catch(() => known.delete(name));
      return found;
    },
    forget: (ledger) => {
      known.delete(ledgerName(ledger));
    },
  };
}
