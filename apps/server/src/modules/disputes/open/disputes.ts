import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { recordAudit } from '../../../platform/audit/index.ts';
import type { Config } from '../../../platform/config/config.ts';
import { inTransaction, type Pool } from '../../../platform/db/index.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import { SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import type { MailSender } from '../../../platform/mail/index.ts';
import { billingEmailsOf } from '../../accounts/index.ts';
import type { ChecksService } from '../../checks/index.ts';
import { type ServicesList, statedLabels, withdrawLabel } from '../../labels/index.ts';
import { refreshAfterChange } from '../../records/index.ts';
import { challengesStore } from '../disputes/challenges.store.ts';
import type { QueueDispute } from '../disputes/dispute-jobs.ts';
import { buildDisputesService, type DisputesService } from '../disputes/disputes.service.ts';
import { disputesStore } from '../disputes/disputes.store.ts';
import type { FollowDeps } from '../disputes/follow-decision.ts';
import { rechecksStore } from '../disputes/rechecks.store.ts';

export interface DisputeParts {
  readonly publicUrl: string;
  readonly keyOf: (seed: string) => string;
  readonly queueDecided: QueueDispute;
  readonly queueFiled: QueueDispute;
  readonly services: () => Promise<ServicesList>;
}

const KEY_HEX_DIGITS = 32;

/** Makes keys of links from seeds, with a key of its own from the secret of the installation (RFC 5869). */
export function disputeKeys(secret: Uint8Array): (seed: string) => string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'assay dispute links', 32));
  return (seed) => createHmac('sha256', key).update(seed).digest('hex').slice(0, KEY_HEX_DIGITS);
}

/** Constructs disputes over one database. */
export function wireDisputes(pool: Pool, { publicUrl, services, ...parts }: DisputeParts): DisputesService {
  return buildDisputesService({
    db: pool,
    transaction: (work) => inService('disputes', () => inTransaction(pool, work)),
    clock: SYSTEM_CLOCK,
    store: disputesStore,
    challenges: challengesStore,
    domain: new URL(publicUrl).host,
    labels: { stated: statedLabels, withdraw: withdrawLabel },
    serviceNamed: async (name) => (await services()).named(name)?.entity ?? null,
    newNonce: () => randomBytes(16).toString('hex'),
    ...parts,
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
    emailsOf: billingEmailsOf,
    sender,
    settings: { productName, publicUrl, operator },
  };
}
