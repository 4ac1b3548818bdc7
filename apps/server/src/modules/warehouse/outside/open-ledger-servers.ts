import type { LedgerServerFacts } from '../../../platform/config/settings/ledger-server-settings.ts';
import { type LedgerServerUrl, migrate, openPool, type Pool } from '../../../platform/db/index.ts';
import { onceReachable } from '../../../platform/db/postgres/reach-primary.ts';
import { ledgerDirectory } from '../placement/ledger-directory.ts';
import { PlacedLedgers } from '../placement/placed-ledgers.ts';

export interface OpenLedgerServers {
  /** The pool of the main database; it knows the directory where there are further servers. */
  readonly pool: Pool;
  /** Ends the pools of the further servers. */
  readonly close: () => Promise<void>;
}

export interface LedgerServersOptions {
  readonly onIdleError?: (error: Error) => void;
  readonly signal?: AbortSignal;
  readonly report?: (text: string) => void;
}

/**
 * Connects the main database with the servers of transfer ledgers, each with the schema of this version: a failover
 * is waited for. A server that does not answer is reported: what is on the others works.
 */
export async function openLedgerServers(
  main: Pool,
  servers: readonly LedgerServerFacts[],
  { onIdleError, signal, report }: LedgerServersOptions,
): Promise<OpenLedgerServers> {
  if (servers.length === 0) return { pool: main, close: () => Promise.resolve() };
  const opened = await Promise.all(
    servers.map(async ({ name, url }) => {
      try {
        await onceReachable(url, { name: `the ledger server ${name}`, signal, report }, () => migrate(url));
      } catch (error) {
        signal?.throwIfAborted();
        report?.(`the ledger server ${name} cannot be used now (${reasonOf(error)})`);
      }
      return { name, pool: openPool(url, onIdleError === undefined ? {} : { onIdleError }) };
    }),
  );
  return {
    pool: Object.assign(main, { ledgers: new PlacedLedgers(ledgerDirectory(main, opened)) }),
    close: async () => {
      await Promise.all(opened.map(({ pool }) => pool.end()));
    },
  };
}

/** Connects the main database with servers that another process, or another thread, has connected before. */
export function reachLedgerServers(main: Pool, servers: readonly LedgerServerUrl[], open: (url: string) => Pool): void {
  const opened = servers.map(({ name, url }) => ({ name, pool: open(url) }));
  Object.assign(main, { ledgers: new PlacedLedgers(ledgerDirectory(main, opened)) });
}

/** The code of a failure: its message may repeat an address. */
function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause) return String(cause.code);
  }
  return 'its schema could not be brought up to date';
}
