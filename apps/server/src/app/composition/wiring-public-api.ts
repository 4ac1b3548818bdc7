import { ASSETS } from '@assay/domain';
import type { ApiKeysService } from '../../modules/api/index.ts';
import {
  type ApiChecksService,
  answersStore,
  apiChecksStore,
  buildApiChecksService,
  buildTestChecks,
  buildWithdrawalCalls,
  liveWithdrawals,
  type PublicApiOptions,
  testChecksStore,
  testLabelsOf,
  testModeRoutes,
  testWithdrawals,
  withdrawalAttemptsStore,
} from '../../modules/api/index.ts';
import type { ChecksService } from '../../modules/checks/index.ts';
import { publishedLabels } from '../../modules/labels/index.ts';
import { ledger } from '../../modules/money/index.ts';
import { type Pool, transactionsOf } from '../../platform/db/index.ts';
import { inWorkspace } from '../../platform/kernel/scope.ts';
import { CLOCK, wireApiKeys } from './wiring-api-keys.ts';
import { type WebhookFeatures, wireCheckEvents } from './wiring-webhooks.ts';

export interface PublicApiParts {
  readonly webhooks: WebhookFeatures;
  /** URL of the site, without a slash at the end. */
  readonly publicUrl: string;
  /** Default: the system clock. */
  readonly clock?: { now(): Date };
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
  { webhooks, publicUrl, clock = CLOCK }: PublicApiParts,
): PublicApiFeatures {
  const keys = wireApiKeys(pool, clock);
  const transaction = transactionsOf(pool);
  const apiChecks = buildApiChecksService({
    db: pool,
    transaction,
    store: apiChecksStore,
    checks,
    clock,
    publicUrl,
    ended: wireCheckEvents(publicUrl).checkEnded,
  });
  const testMode = { db: pool, transaction, store: testChecksStore, catalogue: ASSETS, clock };
  const testChecks = buildTestChecks(testMode);
  const attempts = { db: pool, transaction, store: withdrawalAttemptsStore, clock };
  const rateLive = liveWithdrawals({ transaction, store: apiChecksStore, apiChecks, checks });
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
        test: buildWithdrawalCalls({ ...attempts, mode: 'test', rate: testWithdrawals(testMode) }),
      },
      idempotency: { db: pool, answers: answersStore, clock },
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
