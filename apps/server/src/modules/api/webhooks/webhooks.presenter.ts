import type { WebhookDeliveryLogV1, WebhookDeliveryV1, WebhookEndpointV1 } from '@assay/contracts/v1';
import type { Limit } from '../../../platform/http/limits/limiter.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type {
  DisabledBecause,
  EndpointActor,
  StoredAttempt,
  StoredDelivery,
  StoredEndpoint,
} from './webhooks.ports.ts';
import type { WebhooksService } from './webhooks.service.ts';

const REASON_OF: Readonly<Record<DisabledBecause, NonNullable<WebhookEndpointV1['disabled_reason']>>> = {
  owner: 'requested',
  failures: 'failing',
  gone: 'gone',
};

const MINUTE_MS = 60_000;

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

/** What a workspace may ask for, over all of its endpoints: its members and its keys of both modes count together. */
export const TEST_EVENTS: Limit = { name: 'test events of a workspace', max: 30, windowMs: MINUTE_MS };
export const RESENDS: Limit = { name: 'resent webhooks of a workspace', max: 60, windowMs: MINUTE_MS };

export interface DeliveryPageWish {
  readonly limit: number;
  /** `next_cursor` of the page before. */
  readonly cursor: string | null;
  readonly status: StoredDelivery['status'] | null;
}

/** A page of deliveries, as both surfaces answer it. @throws AppError ValidationError for a foreign cursor, NotFound */
export async function deliveryPage(
  webhooks: Pick<WebhooksService, 'deliveries'>,
  actor: EndpointActor,
  endpoint: string,
  { limit, cursor, status }: DeliveryPageWish,
): Promise<{ object: 'list'; data: WebhookDeliveryV1[]; has_more: boolean; next_cursor: string | null }> {
  const before = cursor === null ? null : positionOf(cursor);
  const found = await webhooks.deliveries(actor, endpoint, { before, status, size: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return {
    object: 'list',
    data: shown.map(presentDelivery),
    has_more: hasMore,
    next_cursor: hasMore ? Buffer.from(`d ${last.position}`).toString('base64url') : null,
  };
}

function positionOf(cursor: string): string {
  const [, position] = /^d (\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (position !== undefined) return position;
  throw new AppError('ValidationError', {
    fields: [{ field: 'cursor', problem: 'send next_cursor of the page before, unchanged' }],
  });
}
