import { ASSETS } from '@assay/domain';
import { inTransaction, type Pool } from '../db/index.ts';
import { type ApiKeysService, apiKeysStore, buildApiKeysService } from '../features/api-keys/index.ts';
import { recordAudit } from '../features/audit/index.ts';
import type { ChecksService } from '../features/checks/index.ts';
import { ledger } from '../features/ledger/index.ts';
import {
  type ApiChecksService,
  answersStore,
  apiChecksStore,
  buildApiChecksService,
  type PublicApiOptions,
} from '../features/public-api/index.ts';
import { buildTestChecks, testAddressRoutes, testChecksStore } from '../features/test-mode/index.ts';
import { inService } from '../kernel/scope.ts';

const CLOCK = { now: () => new Date() };

export interface PublicApiFeatures {
  readonly keys: ApiKeysService;
  readonly apiChecks: ApiChecksService;
  readonly routes: Pick<
    PublicApiOptions,
    'keys' | 'apiChecks' | 'testChecks' | 'idempotency' | 'catalogue' | 'checksLeft' | 'more'
  >;
}

/** Keys of the public API over one database; the server and the command line share them. */
export function wireApiKeys(pool: Pool, clock = CLOCK): ApiKeysService {
  return buildApiKeysService({
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    inService: (work) => inService('API keys', work),
    store: apiKeysStore,
    audit: recordAudit,
    clock,
  });
}

/** The public API over one database. */
export function wirePublicApi(pool: Pool, checks: ChecksService, clock = CLOCK): PublicApiFeatures {
  const keys = wireApiKeys(pool, clock);
  const apiChecks = buildApiChecksService({
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    store: apiChecksStore,
    checks,
    clock,
  });
  return {
    keys,
    apiChecks,
    routes: {
      keys,
      apiChecks,
      testChecks: buildTestChecks({ db: pool, store: testChecksStore, catalogue: ASSETS, clock }),
      idempotency: { db: pool, answers: answersStore, clock },
      catalogue: ASSETS,
      checksLeft: async (workspace) => (await ledger.stateOf(pool, workspace)).checks,
      more: [testAddressRoutes],
    },
  };
}
