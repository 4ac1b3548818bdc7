import { ASSETS } from '@assay/domain';
import { recordAudit } from '../../../platform/audit/index.ts';
import { type Pool, transactionsOf } from '../../../platform/db/index.ts';
import { inService, inWorkspace } from '../../../platform/kernel/scope.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import { workspacesStore } from '../../accounts/index.ts';
import type { ChecksService } from '../../checks/index.ts';
import { publishedLabels } from '../../labels/index.ts';
import { ledger } from '../../money/index.ts';
import { type ApiKeysService, buildApiKeysService } from '../api-keys/api-keys.service.ts';
import { type ApiChecksService, buildApiChecksService } from '../public-api/api-checks.service.ts';
import type { PublicApiOptions } from '../public-api/public-api.routes.ts';
import { liveWithdrawals } from '../public-api/withdrawals/live-withdrawals.ts';
import { buildWithdrawalCalls } from '../public-api/withdrawals/withdrawal-attempts.service.ts';
import { buildTestChecks } from '../test-mode/test-checks.service.ts';
import { testModeRoutes } from '../test-mode/test-mode.routes.ts';
import { testLabelsOf } from '../test-mode/test-result.ts';
import { testWithdrawals } from '../test-mode/test-withdrawals.ts';
import { type WebhookFeatures, wireCheckEvents } from './webhooks.ts';

export interface PublicApiParts {
  readonly webhooks: WebhookFeatures;
  /** URL of the site, without a slash at the end. */
  readonly publicUrl: string;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

export interface PublicApiFeatures {
  readonly keys: ApiKeysService;
  readonly apiChecks: ApiChecksService;
  /** Of batches of test keys. */
  readonly batchTestChecks: ReturnType<typeof buildTestChecks>['ofBatches'];
  readonly webhooks: WebhookFeatures;
  readonly routes: Pick<
    PublicApiOptions,
    | 'keys'
    | 'apiChecks'
    | 'testChecks'
    | 'withdrawals'
    | 'idempotency'
    | 'catalogue'
    | 'labelsOf'
    | 'checksLeft'
    | 'limitsOf'
    | 'more'
  >;
}

/** The public API over one database. */
export function wirePublicApi(
  pool: Pool,
  checks: ChecksService,
  { webhooks, publicUrl, clock = SYSTEM_CLOCK }: PublicApiParts,
): PublicApiFeatures {
  const keys = wireApiKeys(pool, clock);
  const transaction = transactionsOf(pool);
  const apiChecks = buildApiChecksService({
    db: pool,
    transaction,
    checks,
    clock,
    publicUrl,
    ended: wireCheckEvents(publicUrl).checkEnded,
  });
  const testChecks = buildTestChecks({ db: pool, transaction, catalogue: ASSETS, clock });
  const attempts = { db: pool, transaction, clock };
  const rateLive = liveWithdrawals({ transaction, apiChecks, checks });
  return {
    keys,
    webhooks,
    apiChecks,
    batchTestChecks: testChecks.ofBatches,
    routes: {
      keys,
      apiChecks,
      testChecks,
      withdrawals: {
        live: buildWithdrawalCalls({ ...attempts, mode: 'live', rate: rateLive }),
        test: buildWithdrawalCalls({ ...attempts, mode: 'test', rate: testWithdrawals(transaction) }),
      },
      idempotency: { db: pool, clock },
      catalogue: ASSETS,
      labelsOf: {
        live: ({ asset, address }) => publishedLabels(pool, asset.network ?? asset.ticker, address),
        test: testLabelsOf,
      },
      checksLeft: async (workspace) => (await ledger.stateOf(pool, workspace)).checks,
      limitsOf: (workspace) => inWorkspace(workspace, () => ledger.limitsOf(pool, workspace, clock.now())),
      more: [testModeRoutes, ...webhooks.v1],
    },
  };
}

/** Keys of the public API over one database; the server and the command line share them. */
export function wireApiKeys(pool: Pool, clock = SYSTEM_CLOCK): ApiKeysService {
  return buildApiKeysService({
    db: pool,
    transaction: transactionsOf(pool),
    inService: (work) => inService('API keys', work),
    workspaces: workspacesStore,
    audit: recordAudit,
    clock,
  });
}
