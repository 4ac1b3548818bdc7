import type { LedgerServersFacts } from '../../../platform/config/settings/ledger-server-settings.ts';
import type { LedgerServerUrl, Pool } from '../../../platform/db/index.ts';
import type { LedgerServersOptions } from '../outside/open-ledger-servers.ts';

interface ServersOptions extends LedgerServersOptions {
  readonly onStandby?: (text: string) => void;
}

/** How a process connects to further servers. Loaded by whatever opens a database: the rest is loaded when it is asked. */
export const warehouseServers = {
  connect: async (main: Pool, facts: LedgerServersFacts, options: ServersOptions): Promise<() => Promise<void>> => {
    const [{ openLedgerServers }, { withStandbys }] = await Promise.all([
      import('../outside/open-ledger-servers.ts'),
      import('../outside/open-standbys.ts'),
    ]);
    const servers = await openLedgerServers(main, facts.servers, options);
    const standbys = withStandbys(main, facts, options.onStandby);
    return () => standbys.close().then(servers.close);
  },

  reach: async (main: Pool, servers: readonly LedgerServerUrl[], open: (url: string) => Pool): Promise<void> => {
    const { reachLedgerServers } = await import('../outside/open-ledger-servers.ts');
    reachLedgerServers(main, servers, open);
  },
};
