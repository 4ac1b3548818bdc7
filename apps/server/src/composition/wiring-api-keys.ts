import { inTransaction, type Pool } from '../db/index.ts';
import { type ApiKeysService, apiKeysStore, buildApiKeysService } from '../features/api-keys/index.ts';
import { recordAudit } from '../features/audit/index.ts';
import { workspacesStore } from '../features/workspaces/index.ts';
import { inService } from '../kernel/scope.ts';

export const CLOCK = { now: () => new Date() };

/** Keys of the public API over one database; the server and the command line share them. */
export function wireApiKeys(pool: Pool, clock = CLOCK): ApiKeysService {
  return buildApiKeysService({
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    inService: (work) => inService('API keys', work),
    store: apiKeysStore,
    workspaces: workspacesStore,
    audit: recordAudit,
    clock,
  });
}
