import type { WebhookDeliveryLogV1, WebhookDeliveryV1, WebhookEndpointV1 } from '@assay/contracts/v1';
import type { DisabledBecause, StoredAttempt, StoredDelivery, StoredEndpoint } from './webhooks.ports.ts';

const REASON_OF: Readonly<Record<DisabledBecause, NonNullable<WebhookEndpointV1['disabled_reason']>>> = {
  owner: 'requested',
  failures: 'failing',
  gone: 'gone',
};

export function presentEndpoint(endpoint: StoredEndpoint): WebhookEndpointV1 {
  const { disabledBecause } = endpoint;
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    mode: endpoint.mode,
    url: endpoint.url,
    description: endpoint.description,
    event_types: [...endpoint.eventTypes],
    status: disabledBecause === null ? 'enabled' : 'disabled',
    disabled_reason: disabledBecause === null ? null : REASON_OF[disabledBecause],
    created_at: endpoint.createdAt.toISOString(),
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    former_secret_until: endpoint.formerUntil?.toISOString() ?? null,
  };
}

export function presentDelivery(delivery: StoredDelivery): WebhookDeliveryV1 {
  return {
    id: delivery.id,
    object: 'webhook_delivery',
    event: delivery.event,
    event_type: delivery.eventType,
    endpoint: delivery.endpoint,
    status: delivery.status,
    created_at: delivery.createdAt.toISOString(),
    next_attempt_at: delivery.status === 'waiting' ? delivery.nextAt.toISOString() : null,
    last_status_code: delivery.lastStatusCode,
  };
}

export function presentLog({
  delivery,
  requestBody,
  attempts,
}: {
  readonly delivery: StoredDelivery;
  readonly requestBody: string;
  readonly attempts: readonly StoredAttempt[];
}): WebhookDeliveryLogV1 {
  return {
    ...presentDelivery(delivery),
    request_body: requestBody,
    attempts: attempts.map(({ startedAt, durationMs, statusCode, failure, responseBody }) => ({
      at: startedAt.toISOString(),
      duration_ms: durationMs,
      status_code: statusCode,
      failure,
      response_body: responseBody,
    })),
  };
}
