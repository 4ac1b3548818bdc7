import { EVENTS_KEPT_DAYS } from '@assay/contracts/v1';
import type { FastifyPluginAsync } from 'fastify';
import { auditAlone, downloadRecorder, type RecordDownload, recordAudit } from '../../platform/audit/index.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Pool, transactionsOf } from '../../platform/db/index.ts';
import type { Context, OpenModule } from '../../platform/module.ts';
import { besideHolds, removeInPortions } from '../accounts/index.ts';
import type { ChecksService } from '../checks/index.ts';
import type { UnchargedAnswers } from '../money/index.ts';
import {
  apiChecksPart,
  apiKeysPart,
  batchesPart,
  webhooksPart,
  withdrawalAttemptsPart,
} from './account-parts.store.ts';
import { apiKeysRoutes } from './api-keys/api-keys.routes.ts';
import { batchRoutes } from './batches/batches.routes.ts';
import { BATCH_KEPT_DAYS, BATCH_OPEN_DAYS, BATCH_WAITS_DAYS } from './batches/batches.store.ts';
import { batchRoutesV1 } from './batches/batches-v1.routes.ts';
import { endWaitingBatches } from './batches/end-waiting-batch.ts';
import { removeAllOldBatches } from './batches/old-batches.store.ts';
import { eventsStore } from './events/events.store.ts';
import { type BatchFeatures, openBodies, wireBatches } from './open/batches.ts';
import { type PublicApiFeatures, wirePublicApi } from './open/public-api.ts';
import { openWebhooks, wireCheckEvents } from './open/webhooks.ts';
import { answersStore } from './public-api/answers.store.ts';
import { ANSWERS_KEPT_DAYS } from './public-api/idempotency.ts';
import { type PublicApiOptions, publicApiRoutes } from './public-api/public-api.routes.ts';
import { withdrawalAttemptsStore } from './public-api/withdrawals/withdrawal-attempts.store.ts';
import { webhookKeysRoutes } from './webhooks/v1.routes.ts';
import { webhooksRoutes } from './webhooks/webhooks.routes.ts';

export interface ApiNeeds {
  readonly checks: ChecksService;
  readonly coverage: { readonly held: PublicApiOptions['heldData'] };
  readonly uncharged: Pick<UnchargedAnswers, 'isLeft'>;
}

const DELIVER_EVERY_MS = 1_000;
const DAY_MS = 86_400_000;

/** The public API: keys, checks by key, batches, events and webhooks, test mode. */
export const api = {
  name: 'api',
  personParts: [batchesPart, apiKeysPart, apiChecksPart, withdrawalAttemptsPart, webhooksPart],
  companyParts: [batchesPart],

  /** Checks that were asked for by key have events, written with their end. */
  checksEnded: ({ publicUrl }: Pick<Config, 'publicUrl'>) => wireCheckEvents(publicUrl).checksEnded,

  /** Ends batches that wait for too long; removes batches, planned withdrawals, answers and events that are too old. */
  async removeOld(pool: Pool, now: Date, checksBefore: Date): Promise<void> {
    const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
    const waiting = { before: before(BATCH_WAITS_DAYS), now };
    await endWaitingBatches(transactionsOf(pool), recordAudit, waiting);
    const old = { unaccepted: before(BATCH_OPEN_DAYS), ended: before(BATCH_KEPT_DAYS) };
    await removeAllOldBatches((work) => besideHolds(pool, work), old);
    await removeInPortions(pool, (tx, most) =>
      withdrawalAttemptsStore.removeBefore(tx, { before: checksBefore, now }, most),
    );
    await removeInPortions(pool, (tx, most) => answersStore.removeBefore(tx, before(ANSWERS_KEPT_DAYS), most));
    await removeInPortions(pool, (tx, most) => eventsStore.removeBefore(tx, before(EVENTS_KEPT_DAYS), most));
  },

  async open(context: Context, { checks, coverage, uncharged }: ApiNeeds): Promise<OpenModule> {
    const { pool, config, log, clock } = context;
    const { features: webhooks, worker: deliveries, metrics } = await openWebhooks(context);
    const publicApi = wirePublicApi(pool, checks, { webhooks, publicUrl: config.publicUrl, clock });
    const spool = await openBodies(pool, config.dataDir, clock);
    const batches = wireBatches(pool, { checks, publicApi, spool, uncharged, log, clock });
    const recordDownload = downloadRecorder(pool, auditAlone(pool));
    return {
      calls: apiCalls({ publicApi, batches, recordDownload, heldData: coverage.held, ...config }),
      metrics,
      regular: [
        {
          everyMs: DELIVER_EVERY_MS,
          failure: 'events could not be sent to webhooks',
          isOutgoing: true,
          work: () => deliveries.work(),
        },
      ],
      afterFirstPage: () => batches.worker.start(),
      beforeClose: () => deliveries.stop(),
      whileClosing: () => batches.worker.stop(),
    };
  },
};

export interface ApiCallsOptions {
  readonly publicApi: PublicApiFeatures;
  readonly batches: BatchFeatures;
  readonly recordDownload: RecordDownload;
  readonly heldData: PublicApiOptions['heldData'];
  readonly productName: string;
  readonly publicUrl: string;
}

/** For members on the site, and for keys below /v1. */
export function apiCalls({ publicApi, batches, recordDownload, ...options }: ApiCallsOptions): FastifyPluginAsync {
  const { keys, apiChecks, webhooks, routes } = publicApi;
  const { publicUrl, productName, heldData } = options;
  const batchOptions = { ...batches, ...batches.results, recordDownload, publicUrl };
  return async (calls) => {
    await calls.register(apiKeysRoutes, {
      keys,
      spentByKey: (workspace) => apiChecks.spentByKey(workspace),
    });
    await calls.register(webhooksRoutes, { ...webhooks });
    await calls.register(batchRoutes, batchOptions);
    await calls.register(publicApiRoutes, {
      ...routes,
      heldData,
      publicUrl,
      productName,
      open: [async (open) => open.register(webhookKeysRoutes, webhooks)],
      more: [...routes.more, async (opened) => opened.register(batchRoutesV1, batchOptions)],
    });
  };
}
