/** The calls about webhooks, apart from the client so that no first page carries them. */

import { objectOf } from './answer.ts';
import type { Sender } from './survey-client.ts';
import type {
  NewWebhookEndpointV1,
  WebhookDeliveryLogV1,
  WebhookDeliveryV1,
  WebhookEndpointV1,
} from './v1/webhooks.ts';
import type { CreateWebhookBody } from './webhooks/webhooks.ts';

export interface DeliveryPage {
  readonly deliveries: readonly WebhookDeliveryV1[];
  readonly next_cursor: string | null;
}

export interface WebhookClient<Signal> {
  /** GET /developers/webhooks. */
  list(options?: { readonly signal?: Signal }): Promise<readonly WebhookEndpointV1[]>;
  /** POST /developers/webhooks. */
  create(wish: CreateWebhookBody): Promise<NewWebhookEndpointV1>;
  /** PATCH /developers/webhooks/{id}. */
  setEnabled(id: string, isEnabled: boolean): Promise<WebhookEndpointV1>;
  /** DELETE /developers/webhooks/{id}. */
  remove(id: string): Promise<void>;
  /** POST /developers/webhooks/{id}/rotate. */
  rotate(id: string, formerWorksHours: number): Promise<NewWebhookEndpointV1>;
  /** POST /developers/webhooks/{id}/test. */
  test(id: string): Promise<void>;
  /** GET /developers/webhooks/{id}/deliveries; `cursor` is null for the newest. */
  deliveries(id: string, cursor: string | null, options?: { readonly signal?: Signal }): Promise<DeliveryPage>;
  /** GET /developers/deliveries/{id}. */
  delivery(id: string, options?: { readonly signal?: Signal }): Promise<WebhookDeliveryLogV1>;
  /** POST /developers/deliveries/{id}/resend. */
  resend(id: string): Promise<void>;
}

/**
 * The webhooks of the selected workspace, over any client.
 *
 * @example
 * const { secret } = await webhookClient(client).create({ url: 'https://exchange.example/hooks' });
 */
export function webhookClient<Signal>({ send }: Sender<Signal>): WebhookClient<Signal> {
  const at = (id: string, rest = '') => `/developers/webhooks/${encodeURIComponent(id)}${rest}`;
  const delivery = (id: string, rest = '') => `/developers/deliveries/${encodeURIComponent(id)}${rest}`;
  const endpoint = <Endpoint extends object>(data: unknown): Endpoint =>
    objectOf<{ readonly endpoint: Endpoint }>(data, { endpoint: 'object' }).endpoint;
  return {
    async list(options) {
      const data = await send('GET', '/developers/webhooks', undefined, options);
      return objectOf<{ readonly endpoints: readonly WebhookEndpointV1[] }>(data, { endpoints: 'array' }).endpoints;
    },
    create: async (wish) => endpoint(await send('POST', '/developers/webhooks', wish)),
    setEnabled: async (id, isEnabled) =>
      endpoint(await send('PATCH', at(id), { status: isEnabled ? 'enabled' : 'disabled' })),
    async remove(id) {
      await send('DELETE', at(id));
    },
    rotate: async (id, hours) => endpoint(await send('POST', at(id, '/rotate'), { former_works_hours: hours })),
    async test(id) {
      await send('POST', at(id, '/test'));
    },
    async deliveries(id, cursor, options) {
      const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const data = await send('GET', at(id, `/deliveries${query}`), undefined, options);
      return objectOf<DeliveryPage>(data, { deliveries: 'array' });
    },
    async delivery(id, options) {
      const data = await send('GET', delivery(id), undefined, options);
      return objectOf<{ readonly delivery: WebhookDeliveryLogV1 }>(data, { delivery: 'object' }).delivery;
    },
    async resend(id) {
      await send('POST', delivery(id, '/resend'));
    },
  };
}
