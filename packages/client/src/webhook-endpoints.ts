import { Pages } from './pages.ts';
import type { ActOptions, RequestOptions, Transport } from './transport.ts';
import type {
  CreateWebhookEndpoint,
  Event,
  ListPage,
  NewWebhookEndpoint,
  RotateWebhookSecret,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
} from './types.ts';

interface PageOptions extends RequestOptions {
  readonly limit?: number;
}

/** What happened in the workspace. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list({ limit, ...options }: PageOptions = {}): Pages<Event> {
    return new Pages((cursor) =>
      this.#transport.send({ method: 'GET', path: '/events', query: { limit, cursor } }, options),
    );
  }

  retrieve(id: string, options: RequestOptions = {}): Promise<Event> {
    return this.#transport.send({ method: 'GET', path: `/events/${encodeURIComponent(id)}` }, options);
  }
}

/** Where events are sent. */
export class WebhookEndpoints {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Keep its `secret`: it is shown once. */
  create(
    endpoint: CreateWebhookEndpoint,
    { idempotencyKey = crypto.randomUUID(), ...options }: ActOptions = {},
  ): Promise<NewWebhookEndpoint> {
    return this.#transport.send(
      { method: 'POST', path: '/webhook_endpoints', body: endpoint, idempotencyKey },
      options,
    );
  }

  retrieve(id: string, options: RequestOptions = {}): Promise<WebhookEndpoint> {
    return this.#transport.send({ method: 'GET', path: pathOf(id) }, options);
  }

  /** All of them: there are few. */
  async list(options: RequestOptions = {}): Promise<readonly WebhookEndpoint[]> {
    const list = await this.#transport.send<ListPage<WebhookEndpoint>>(
      { method: 'GET', path: '/webhook_endpoints' },
      options,
    );
    return list.data;
  }

  update(id: string, changes: UpdateWebhookEndpoint, options: RequestOptions = {}): Promise<WebhookEndpoint> {
    return this.#transport.send({ method: 'PATCH', path: pathOf(id), body: changes }, options);
  }

  async delete(id: string, options: RequestOptions = {}): Promise<void> {
    await this.#transport.send({ method: 'DELETE', path: pathOf(id) }, options);
  }

  /** A new secret; the former one works for as long as asked. */
  rotateSecret(
    id: string,
    how: RotateWebhookSecret = {},
    { idempotencyKey = crypto.randomUUID(), ...options }: ActOptions = {},
  ): Promise<NewWebhookEndpoint> {
    const path = `${pathOf(id)}/rotate_secret` as const;
    return this.#transport.send({ method: 'POST', path, body: how, idempotencyKey }, options);
  }

  /** Sends an event of the type `webhook.test` to it; answers the event. */
  test(id: string, { idempotencyKey = crypto.randomUUID(), ...options }: ActOptions = {}): Promise<Event> {
    return this.#transport.send({ method: 'POST', path: `${pathOf(id)}/test`, idempotencyKey }, options);
  }
}

function pathOf(id: string): `/webhook_endpoints/${string}` {
  return `/webhook_endpoints/${encodeURIComponent(id)}`;
}
