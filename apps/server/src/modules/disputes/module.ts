import type { CheckAsset } from '@assay/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { Pool } from '../../platform/db/index.ts';
import { inService } from '../../platform/kernel/scope.ts';
import type { Context, OpenModule } from '../../platform/module.ts';
import { besideHolds } from '../accounts/index.ts';
import type { ChecksService } from '../checks/index.ts';
import type { ServicesList } from '../labels/index.ts';
import { disputesPart } from './disputes/account-part.store.ts';
import { workDisputes } from './disputes/dispute-jobs.ts';
import { sendReceipt } from './disputes/dispute-mails.ts';
import { DISPUTE_KEPT_DAYS } from './disputes/disputes.policy.ts';
import { disputesAdminRoutes, disputesRoutes } from './disputes/disputes.routes.ts';
import type { DisputesService } from './disputes/disputes.service.ts';
import { disputesStore } from './disputes/disputes.store.ts';
import { followDecision } from './disputes/follow-decision.ts';
import { receiptsStore } from './disputes/receipts.store.ts';
import { withdrawnInResult } from './disputes/rests-on.ts';
import { withdrawnLabels } from './disputes/withdrawn-labels.store.ts';
import { disputeKeys, wireDisputes, wireFollowing } from './open/disputes.ts';

export interface DisputesNeeds {
  readonly checks: Pick<ChecksService, 'runCheck'>;
  readonly services: () => Promise<ServicesList>;
}

/** Disputes of labels and of services, with what follows a decision. */
export const disputes = {
  name: 'disputes',
  personParts: [disputesPart],

  forChecks: (pool: Pool) => ({
    withdrawnIn: (result: CheckAsset) => withdrawnInResult(pool, result),
  }),

  withdrawnOf: (pool: Pool) => (entities: readonly string[], most: number) =>
    withdrawnLabels(pool, { entities, network: null, since: null, most }),

  async removeOld(pool: Pool, now: Date): Promise<void> {
    await besideHolds(pool, (tx) => disputesStore.eraseOld(tx, DISPUTE_KEPT_DAYS));
    await besideHolds(pool, (tx) => disputesStore.removeUnproven(tx, now));
  },

  async open(
    { pool, config, jobs, sender, secret }: Context,
    { checks, services }: DisputesNeeds,
  ): Promise<OpenModule> {
    const following = wireFollowing(pool, config, { checks, sender });
    const { db, settings } = following;
    const keyOf = disputeKeys(secret);
    const receipts = { db, store: receiptsStore, keyOf, sender, settings };
    const inDisputes =
      (work: (dispute: number, signal: AbortSignal) => Promise<void>) => (id: number, signal: AbortSignal) =>
        inService('disputes', () => work(id, signal));
    const service = wireDisputes(pool, {
      publicUrl: config.publicUrl,
      services,
      keyOf,
      queueDecided: await workDisputes(
        jobs,
        'decided-disputes',
        inDisputes((dispute, signal) => followDecision(following, dispute, signal)),
      ),
      queueFiled: await workDisputes(
        jobs,
        'filed-disputes',
        inDisputes((dispute) => sendReceipt(receipts, dispute)),
      ),
    });
    return { calls: disputesCalls(service) };
  },
};

export function disputesCalls(service: DisputesService): FastifyPluginAsync {
  return async (api) => {
    await api.register(disputesRoutes, { disputes: service });
    await api.register(disputesAdminRoutes, { disputes: service });
  };
}
