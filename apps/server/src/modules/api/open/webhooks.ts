import type { FastifyPluginAsync } from 'fastify';
import type { Metric } from 'prom-client';
import { recordAudit } from '../../../platform/audit/index.ts';
import { inTransaction, type Pool, transactionsOf } from '../../../platform/db/index.ts';
import { quietWhileAway } from '../../../platform/jobs/job-log.ts';
import { isLoopbackServer } from '../../../platform/kernel/network/loopback.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import { buildSeal, deriveKey, type Seal } from '../../../platform/kernel/seal.ts';
import { newId } from '../../../platform/kernel/text/random-text.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import type { Context } from '../../../platform/module.ts';
import { workspacesStore } from '../../accounts/index.ts';
import { eventsRoutes } from '../events/events.routes.ts';
import { buildCheckEvents } from '../events/record-event.ts';
import { webhookSender } from '../outside/webhooks/webhook-sender.ts';
import { deliveriesStore } from '../webhooks/deliveries.store.ts';
import { buildDeliveryWorker, type DeliveryWorker } from '../webhooks/delivery-worker.ts';
import { endpointsStore } from '../webhooks/endpoints.store.ts';
import { type ServiceKey, serviceKeyOf } from '../webhooks/signing.ts';
import { webhooksV1Routes } from '../webhooks/v1.routes.ts';
import { workWebhookMail } from '../webhooks/webhook-mail.ts';
import { webhookMetrics } from '../webhooks/webhook-metrics.ts';
import type { WebhookSender } from '../webhooks/webhooks.ports.ts';
import { buildWebhooksService, type WebhooksService } from '../webhooks/webhooks.service.ts';

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
  readonly clock?: Clock;
}

/** The events of checks that were asked for by API key. */
export function wireCheckEvents(publicUrl: string) {
  return buildCheckEvents({ publicUrl });
}

/** Constructs the endpoints of webhooks over one database. */
export function wireWebhooks(pool: Pool, { secret, hosts, clock = SYSTEM_CLOCK }: WebhookParts): WebhookFeatures {
  const seal = buildSeal(deriveKey(secret, 'webhook-secret'));
  const sender = webhookSender(hosts);
  const webhooks = buildWebhooksService({
    db: pool,
    transaction: transactionsOf(pool),
    holds: { workspaces: workspacesStore },
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
        await opened.register(eventsRoutes, { db: pool });
        await opened.register(webhooksV1Routes, {
          webhooks,
          idempotency: { db: pool, clock },
          seal,
        });
      },
    ],
    seal,
    sender,
  };
}

/** The webhooks as the settings have them, with what delivers them. */
export async function openWebhooks({ pool, config, jobs, secret, sender, log, clock }: Context): Promise<{
  readonly features: WebhookFeatures;
  readonly worker: DeliveryWorker;
  readonly metrics: readonly Metric[];
}> {
  const hosts = { privateHosts: config.webhookPrivateHosts, allowsLoopback: isLoopbackServer(config) };
  const features = wireWebhooks(pool, { secret, hosts, clock });
  const { metrics, count } = webhookMetrics();
  const worker = buildDeliveryWorker({
    transaction: (work) => inService('webhooks', () => inTransaction(pool, work)),
    endpoints: endpointsStore,
    deliveries: deliveriesStore,
    sender: count(features.sender),
    seal: features.seal,
    key: features.serviceKey,
    clock,
    audit: recordAudit,
    queueMail: await workWebhookMail(jobs, pool, config, { sender, newId }),
    log: quietWhileAway(log),
  });
  return { features, worker, metrics };
}
