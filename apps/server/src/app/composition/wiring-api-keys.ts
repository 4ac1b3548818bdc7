import { workspacesStore } from '../../modules/accounts/index.ts';
import { type ApiKeysService, apiKeysStore, buildApiKeysService } from '../../modules/api/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { type Pool, transactionsOf } from '../../platform/db/index.ts';
import { inService } from '../../platform/kernel/scope.ts';

export const CLOCK = { now: () => new Date() };

/** Keys of the public API over one database; the server and the command line share them. */
export function wireApiKeys(pool: Pool, clock = CLOCK): ApiKeysService {
  return buildApiKeysService({
    db: pool,
    transaction: transactionsOf(pool),
    inService: (work) => inService('API keys', work),
    store: apiKeysStore,
    workspaces: workspacesStore,
    audit: recordAudit,
    clock,
  });
}
