import { recordAudit } from '../../../platform/audit/index.ts';
import { type Pool, transactionsOf } from '../../../platform/db/index.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import { SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import { workspacesStore } from '../../accounts/index.ts';
import { type ApiKeysService, buildApiKeysService } from '../api-keys/api-keys.service.ts';
import { apiKeysStore } from '../api-keys/api-keys.store.ts';

/** Keys of the public API over one database; the server and the command line share them. */
export function wireApiKeys(pool: Pool, clock = SYSTEM_CLOCK): ApiKeysService {
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
