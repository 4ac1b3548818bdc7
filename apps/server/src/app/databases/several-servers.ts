import { warehouseServers } from '../../modules/warehouse/open/servers.ts';
import type { LedgerServersFacts } from '../../platform/config/settings/ledger-server-settings.ts';
import type { LedgerServerUrl, Pool } from '../../platform/db/index.ts';

export interface ConnectOptions {
  readonly signal?: AbortSignal;
  /** Receives one short line for each step. */
  readonly report?: (text: string) => void;
  readonly onIdleError?: (error: Error) => void;
  /** Receives a sentence when a standby answers reads no longer, or again. */
  readonly onStandby?: (text: string) => void;
}

/** A module that knows further servers beside the main database. */
interface SeveralServers {
  /** Connects the main database with ledger servers and standbys that the settings name; returns what ends them. */
  readonly connect: (main: Pool, facts: LedgerServersFacts, options: ConnectOptions) => Promise<() => Promise<void>>;
  /** Has a thread reach the ledger servers that its process has connected. */
  readonly reach: (main: Pool, servers: readonly LedgerServerUrl[], open: (url: string) => Pool) => Promise<void>;
}

// Beside the list of modules, which loads all of them: this is for whatever opens a database, threads too. One a line,
// so that it can be left out.
// biome-ignore format: as above
const MODULES: readonly SeveralServers[] = [
  warehouseServers,
];

/** Settings name further servers, and the module that knows them was left out. */
export class ServersLeftOutError extends Error {
  override readonly name = 'ServersLeftOutError';

  constructor() {
    super(
      'LEDGER_SERVERS or READ_STANDBYS names servers, which this product cannot use: it was built without its module ' +
        'warehouse. Build it with that module. Remove the settings only if no transfer ledger is on one of those servers.',
    );
  }
}

/**
 * Connects what the settings name beside the main database, if anything.
 *
 * @throws ServersLeftOutError where they name something that no module knows
 */
export function severalServers(
  facts: LedgerServersFacts | undefined,
  modules = MODULES,
): (main: Pool, options: ConnectOptions) => Promise<() => Promise<void>> {
  if (facts === undefined || (facts.servers.length === 0 && facts.standbys.size === 0)) {
    return async () => () => Promise.resolve();
  }
  const { connect } = known(modules);
  return (main, options) => connect(main, facts, options);
}

/** Connects the pool of a thread with the ledger servers that its process has connected. */
export async function reachServers(
  main: Pool,
  servers: readonly LedgerServerUrl[],
  open: (url: string) => Pool,
): Promise<void> {
  if (servers.length > 0) await known(MODULES).reach(main, servers, open);
}

function known([module]: readonly SeveralServers[]): SeveralServers {
  if (module === undefined) throw new ServersLeftOutError();
  return module;
}
