import type { WebhookDeliveryV1 } from '@assay/contracts/v1';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { EndpointActor, StoredDelivery } from './webhooks.ports.ts';
import { presentDelivery } from './webhooks.presenter.ts';
import type { WebhooksService } from './webhooks.service.ts';

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
