import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { inTransaction, type Pool } from '../db/index.ts';
import { recordAudit } from '../features/audit/index.ts';
import type { ChecksService } from '../features/checks/index.ts';
import {
  buildDisputesService,
  challengesStore,
  type DisputesService,
  disputesStore,
  type FollowDeps,
  followDecision,
  type QueueDecided,
  rechecksStore,
  workDecisions,
} from '../features/disputes/index.ts';
import { statedLabels, withdrawLabel } from '../features/labels/index.ts';
import type { MailSender } from '../features/mail/index.ts';
import { workspacesStore } from '../features/workspaces/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { refreshAfterChange } from '../jobs/refresh-after-change.ts';
import { inService } from '../kernel/scope.ts';

/** Constructs disputes over one database. */
export function wireDisputes(pool: Pool, publicUrl: string, queueDecided: QueueDecided): DisputesService {
  return buildDisputesService({
    db: pool,
    transaction: (work) => inService('disputes', () => inTransaction(pool, work)),
    store: disputesStore,
    challenges: challengesStore,
    domain: new URL(publicUrl).host,
    labels: { stated: statedLabels, withdraw: withdrawLabel },
    newKey: () => randomBytes(16).toString('hex'),
    queueDecided,
    audit: recordAudit,
  });
}

export interface FollowParts {
  readonly checks: Pick<ChecksService, 'runCheck'>;
  readonly sender: MailSender;
}

/** Constructs what follows a decision. */
export function wireFollowing(
  pool: Pool,
  { productName, publicUrl, operator }: Pick<Config, 'productName' | 'publicUrl' | 'operator'>,
  { checks, sender }: FollowParts,
): FollowDeps {
  return {
    db: pool,
    store: rechecksStore,
    refresh: (signal) => refreshAfterChange({ pool, progress: () => undefined, signal }),
    recheck: async ({ owner, ticker, parent, subticker, name, address }, idempotencyKey) => {
      const request = { ticker, parent, subticker, name, address };
      const options = { idempotencyKey, answerWithinMs: Number.POSITIVE_INFINITY };
      const { subId, charged } = await checks.runCheck({ sub: owner, pays: false }, request, options);
      return { subId, isCharged: charged };
    },
    emailsOf: (db, owner) => workspacesStore.billingEmails(db, owner),
    sender,
    settings: { productName, publicUrl, operator },
  };
}

/** Disputes of this installation, with what follows a decision done in the background. */
export async function openDisputes(
  pool: Pool,
  config: Pick<Config, 'productName' | 'publicUrl' | 'operator'>,
  jobs: Jobs,
  parts: FollowParts,
): Promise<DisputesService> {
  const following = wireFollowing(pool, config, parts);
  return wireDisputes(
    pool,
    config.publicUrl,
    await workDecisions(jobs, (dispute, signal) =>
      inService('disputes', () => followDecision(following, dispute, signal)),
    ),
  );
}
