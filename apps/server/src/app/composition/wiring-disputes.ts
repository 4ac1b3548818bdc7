import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { billingEmailsOf } from '../../modules/accounts/index.ts';
import type { ChecksService } from '../../modules/checks/index.ts';
import {
  buildDisputesService,
  challengesStore,
  type DisputesService,
  disputesStore,
  type FollowDeps,
  followDecision,
  type QueueDispute,
  receiptsStore,
  rechecksStore,
  sendReceipt,
  workDisputes,
} from '../../modules/disputes/index.ts';
import { statedLabels, withdrawLabel } from '../../modules/labels/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Config } from '../../platform/config/config.ts';
import { inTransaction, type Pool } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { inService } from '../../platform/kernel/scope.ts';
import type { MailSender } from '../../platform/mail/index.ts';
import { refreshAfterChange } from '../jobs/refresh-after-change.ts';

export interface DisputeParts {
  readonly publicUrl: string;
  readonly keyOf: (seed: string) => string;
  readonly queueDecided: QueueDispute;
  readonly queueFiled: QueueDispute;
}

const KEY_HEX_DIGITS = 32;

/** Makes keys of links from seeds, with a key of its own from the secret of the installation (RFC 5869). */
export function disputeKeys(secret: Uint8Array): (seed: string) => string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'assay dispute links', 32));
  return (seed) => createHmac('sha256', key).update(seed).digest('hex').slice(0, KEY_HEX_DIGITS);
}

/** Constructs disputes over one database. */
export function wireDisputes(pool: Pool, { publicUrl, ...parts }: DisputeParts): DisputesService {
  return buildDisputesService({
    db: pool,
    transaction: (work) => inService('disputes', () => inTransaction(pool, work)),
    clock: { now: () => new Date() },
    store: disputesStore,
    challenges: challengesStore,
    domain: new URL(publicUrl).host,
    labels: { stated: statedLabels, withdraw: withdrawLabel },
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

/** Disputes of this installation, with what follows them done in the background. */
export async function openDisputes(
  pool: Pool,
  config: Pick<Config, 'productName' | 'publicUrl' | 'operator'>,
  jobs: Jobs,
  { secret, ...parts }: FollowParts & { readonly secret: Uint8Array },
): Promise<DisputesService> {
  const following = wireFollowing(pool, config, parts);
  const { db, sender, settings } = following;
  const keyOf = disputeKeys(secret);
  const receipts = { db, store: receiptsStore, keyOf, sender, settings };
  const inDisputes =
    (work: (dispute: number, signal: AbortSignal) => Promise<void>) => (id: number, signal: AbortSignal) =>
      inService('disputes', () => work(id, signal));
  return wireDisputes(pool, {
    publicUrl: config.publicUrl,
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
}
