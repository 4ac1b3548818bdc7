import { ledgerDirectory, requireKnownServers } from '../../modules/records/placement/ledger-directory.ts';
import type { LedgerServerFacts } from '../../platform/config/settings/ledger-server-settings.ts';
import { migrate, openPool, type Pool } from '../../platform/db/index.ts';
import { onceReachable } from '../../platform/db/postgres/reach-primary.ts';

export interface OpenLedgerServers {
  /** The pool of the main database; it knows the directory where there are further servers. */
  readonly pool: Pool;
  /** Ends the pools of the further servers. */
  readonly close: () => Promise<void>;
}

export interface LedgerServersOptions {
  readonly hasNoSchema?: boolean;
  readonly onIdleError?: (error: Error) => void;
  readonly signal?: AbortSignal;
  readonly report?: (text: string) => void;
}

/**
 * Connects the main database with the servers of transfer ledgers, each with the schema of this version: a failover
 * is waited for. A server that does not answer is reported: what is on the others works.
 *
 * @throws UnknownLedgerServerError where a ledger was placed on a server that is not among `servers`
 */
export async function openLedgerServers(
  main: Pool,
  servers: readonly LedgerServerFacts[],
  { hasNoSchema = false, onIdleError, signal, report }: LedgerServersOptions,
): Promise<OpenLedgerServers> {
  if (!hasNoSchema) {
    await requireKnownServers(
      main,
      servers.map(({ name }) => name),
    );
  }
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
    pool: Object.assign(main, { ledgers: ledgerDirectory(main, opened) }),
    close: async () => {
      await Promise.all(opened.map(({ pool }) => pool.end()));
    },
  };
}

/** The code of a failure: its message may repeat an address. */
function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause) return String(cause.code);
  }
  return 'its schema could not be brought up to date';
}
