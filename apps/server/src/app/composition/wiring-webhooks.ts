import type { FastifyPluginAsync } from 'fastify';
import { workspacesStore } from '../../modules/accounts/index.ts';
import {
  answersStore,
  apiChecksStore,
  apiKeysStore,
  buildCheckEvents,
  buildDeliveryWorker,
  buildWebhooksService,
  type DeliveryWorker,
  deliveriesStore,
  endpointsStore,
  eventsRoutes,
  eventsStore,
  type ServiceKey,
  serviceKeyOf,
  type WebhookSender,
  type WebhooksService,
  webhooksV1Routes,
  workWebhookMail,
} from '../../modules/api/index.ts';
import { webhookSender } from '../../modules/api/outside/webhooks/webhook-sender.ts';
import { checksStore } from '../../modules/checks/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Config } from '../../platform/config/config.ts';
import { inTransaction, type Pool, transactionsOf } from '../../platform/db/index.ts';
import { quietWhileAway } from '../../platform/jobs/job-log.ts';
import { isLoopbackServer } from '../../platform/kernel/network/loopback.ts';
import { inService } from '../../platform/kernel/scope.ts';
import { buildSeal, deriveKey, type Seal } from '../../platform/kernel/seal.ts';
import { newId } from '../../platform/kernel/text/random-text.ts';
import type { MailJobs, MailSender } from '../../platform/mail/index.ts';

const CLOCK = { now: () => new Date() };

export interface WebhookFeatures {
  readonly webhooks: WebhooksService;
  readonly serviceKey: ServiceKey;
  /** Events and endpoints of the public API. */
  readonly v1: readonly FastifyPluginAsync[];
  readonly seal: Seal;
  readonly sender: WebhookSender;
}

export interface WebhookParts {
  /** Of the installation, at least 32 bytes; the same on every server. */
  readonly secret: Uint8Array;
  readonly hosts: Parameters<typeof webhookSender>[0];
  readonly clock?: { now(): Date };
}

/** The events of checks that were asked for by API key. */
export function wireCheckEvents(publicUrl: string) {
  return buildCheckEvents({ checks: checksStore, apiChecks: apiChecksStore, publicUrl });
}

/** Constructs the endpoints of webhooks over one database. */
export function wireWebhooks(pool: Pool, { secret, hosts, clock = CLOCK }: WebhookParts): WebhookFeatures {
  const seal = buildSeal(deriveKey(secret, 'webhook-secret'));
  const sender = webhookSender(hosts);
  const webhooks = buildWebhooksService({
    db: pool,
    transaction: transactionsOf(pool),
    endpoints: endpointsStore,
    deliveries: deliveriesStore,
    holds: { workspaces: workspacesStore, keys: apiKeysStore },
    seal,
    sender,
    audit: recordAudit,
    clock,
  });
  return {
    webhooks,
    serviceKey: serviceKeyOf(deriveKey(secret, 'webhook-signing')),
    v1: [
      async (opened) => {
        await opened.register(eventsRoutes, { db: pool, events: eventsStore });
        await opened.register(webhooksV1Routes, {
          webhooks,
          idempotency: { db: pool, answers: answersStore, clock },
          seal,
        });
      },
    ],
    seal,
    sender,
  };
}

/** The webhooks as the settings have them, with what delivers them. */
export async function openWebhooks(
  pool: Pool,
  config: Config,
  jobs: MailJobs,
  {
    secret,
    sender,
    log,
    counted,
  }: {
    readonly secret: Uint8Array;
    readonly sender: MailSender;
    readonly log: Parameters<typeof quietWhileAway>[0];
    readonly counted: (sender: WebhookSender) => WebhookSender;
  },
): Promise<{ readonly features: WebhookFeatures; readonly worker: DeliveryWorker }> {
  const hosts = { privateHosts: config.webhookPrivateHosts, allowsLoopback: isLoopbackServer(config) };
  const features = wireWebhooks(pool, { secret, hosts });
  const worker = buildDeliveryWorker({
    transaction: (work) => inService('webhooks', () => inTransaction(pool, work)),
    endpoints: endpointsStore,
    deliveries: deliveriesStore,
    sender: counted(features.sender),
    seal: features.seal,
    key: features.serviceKey,
    clock: CLOCK,
    audit: recordAudit,
    queueMail: await workWebhookMail(jobs, pool, config, { sender, newId }),
    log: quietWhileAway(log),
  });
  return { features, worker };
}
