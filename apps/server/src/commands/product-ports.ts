import type { Config } from '../platform/config/config.ts';
import { sellerOf } from '../platform/config/settings/operator-settings.ts';
import type { Pool } from '../platform/db/index.ts';
import type { Log } from '../platform/kernel/log.ts';
import { keptSecret } from '../platform/secret/kept-secret.ts';

/** What commands of modules need of the whole product; its code is loaded when it is asked for. */
export const PRODUCT_PORTS = {
  openBareDatabase: async (
    config: Config,
    options: { readonly signal: AbortSignal; readonly report: (text: string) => void },
  ) => {
    const { openDatabase } = await import('../app/databases/open-database.ts');
    return openDatabase(config, { ...options, isServer: true, hasNoSchema: true });
  },

  paymentsOf: async (pool: Pool, config: Config, log: Pick<Log, 'warn' | 'error'>) => {
    const { wirePayments } = await import('../modules/money/open/payments.ts');
    const { publicUrl, priceList } = config;
    return wirePayments(pool, config.payments, { log, publicUrl, priceList, seller: sellerOf(config) });
  },

  erasureOf: async (pool: Pool, config: Config) => {
    const [{ buildMailboxHash }, { buildBalanceService, ledger }, { companyParts, wireAccount }, { wireWorkspaces }] =
      await Promise.all([
        import('../modules/accounts/index.ts'),
        import('../modules/money/index.ts'),
        import('../app/composition/person.ts'),
        import('../modules/accounts/open/workspaces.ts'),
      ]);
    const secret = await keptSecret(config.signIn.secret, config.dataDir);
    const mailboxHash = buildMailboxHash(await keptSecret(config.signIn.mailboxSecret, config.dataDir, 'mailbox'));
    const accounts = wireAccount(pool, buildBalanceService(pool, ledger), mailboxHash);
    const { workspaces } = wireWorkspaces(pool, {
      secret,
      domains: config.signIn.domains,
      queueMail: () => Promise.resolve(),
      owned: companyParts(),
    });
    return {
      deleteAccount: (account: { readonly sub: string; readonly email: string }) => accounts.deleteAgain(account),
      closeWorkspace: (id: string) => workspaces.closeAgain(id),
    };
  },
};

export type ProductPorts = typeof PRODUCT_PORTS;
