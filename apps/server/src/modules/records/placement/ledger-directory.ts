import type { LedgerDirectory, LedgerKey, LedgerServer, Pool } from '../../../platform/db/index.ts';
import { MAIN, readPlacements, readServerOf } from './directory.store.ts';
import { ledgerName } from './ledger-name.ts';

/** The directory places a ledger on a server that this process has no connection to. */
export class UnknownLedgerServerError extends Error {
  override readonly name = 'UnknownLedgerServerError';

  constructor(ledger: string, server: string) {
    super(`${ledger} is on the ledger server '${server}', which LEDGER_SERVERS does not name. Add it and start again.`);
  }
}

/**
 * The directory of the main database, with the servers that the configuration names. What was read of a ledger is kept
 * until `forget`: who opens a ledger finds out by the ledger's own row whether it is still there (`in-ledger.ts`).
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
    placed: () => readPlacements(main),
    forget: (ledger) => {
      known.delete(ledgerName(ledger));
    },
  };
}

/** @throws UnknownLedgerServerError where a ledger is on a server that is not among these */
export async function requireKnownServers(main: Pool, names: readonly string[]): Promise<void> {
  for (const [ledger, server] of await readPlacements(main)) {
    if (!names.includes(server)) throw new UnknownLedgerServerError(ledger, server);
  }
}

/** Further ledger servers with the addresses by which a thread reaches them as this process does; secret. */
export function ledgerServerUrls(pool: Pool): readonly { readonly name: string; readonly url: string }[] {
  return (pool.ledgers?.servers ?? []).flatMap(({ name, pool: server }) => {
    const url = server.options.connectionString;
    return name === MAIN || url === undefined ? [] : [{ name, url }];
  });
}

/** A pool of the main database that knows the directory, where there are further servers. */
export function withLedgerServers(
  main: Pool,
  open: (url: string) => Pool,
  servers: readonly { readonly name: string; readonly url: string }[],
): Pool {
  if (servers.length === 0) return main;
  const others = servers.map(({ name, url }) => ({ name, pool: open(url) }));
  return Object.assign(main, { ledgers: ledgerDirectory(main, others) });
}
