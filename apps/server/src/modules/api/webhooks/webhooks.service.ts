import { type EventV1, WEBHOOK_ENDPOINTS_AT_MOST } from '@assay/contracts/v1';
import type { ApiMode } from '@assay/domain';
import { type Audit, currentAct } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Seal } from '../../../platform/kernel/seal.ts';
import { refuseSecretName } from '../../../platform/kernel/text/pasted-secrets.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { holdMember } from '../../accounts/index.ts';
import { randomDigits } from '../api-keys/key-text.ts';
import { eventsStore } from '../events/events.store.ts';
import { recordEvent } from '../events/record-event.ts';
import { type HoldStores, holdKey } from '../public-api/held-key.ts';
import { type DeliveriesStore, deliveriesStore } from './deliveries.store.ts';
import { type EndpointChange, endpointsStore } from './endpoints.store.ts';
import { newSecret, sealSecret, secretText } from './signing.ts';
import type { EndpointActor, StoredAttempt, StoredDelivery, StoredEndpoint, WebhookSender } from './webhooks.ports.ts';

const ENDPOINT_ID_DIGITS = 16;
const HOUR_MS = 3_600_000;
/** Attempts of one delivery that the log shows. */
const ATTEMPTS_SHOWN = 50;

export interface WebhooksDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly holds: HoldStores;
  readonly seal: Seal;
  readonly sender: Pick<WebhookSender, 'refusalOf'>;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** An endpoint and its secret, which is not shown again. */
export interface MadeEndpoint {
  readonly endpoint: StoredEndpoint;
  readonly secret: string;
}

export interface EndpointWish extends Pick<StoredEndpoint, 'url' | 'description' | 'eventTypes'> {
  readonly mode: ApiMode;
}

type EndpointAct = 'webhook.create' | 'webhook.change' | 'webhook.delete' | 'webhook.secret';

/** Part of the transaction that made something: what it writes is stored with it, or not at all. */
type Within<Made> = (tx: Db, made: Made) => Promise<void>;

export type WebhooksService = ReturnType<typeof buildWebhooksService>;

/** Endpoints of a workspace, and the log of what was delivered to them. */
export function buildWebhooksService(deps: WebhooksDeps) {
  const { db, transaction, holds, seal, sender, audit, clock } = deps;

  function record(
    tx: Db,
    { workspace }: EndpointActor,
    action: EndpointAct,
    { id, url }: Pick<StoredEndpoint, 'id' | 'url'>,
  ) {
    return audit(tx, { ...currentAct(), workspace, action, target: { kind: 'webhook', id }, text: url });
  }

  /**
   * Keeps who acts from losing the right until the transaction ends: an endpoint goes on to get events without them.
   *
   * @throws AppError Unauthorized, NotFound, RoleNotAllowed; ProblemError invalid_api_key
   */
  async function hold(tx: Db, { workspace, by, key }: EndpointActor): Promise<void> {
    if (key !== null) await holdKey(holds, tx, key, clock.now());
    else if (by !== null) await holdMember(holds.workspaces, tx, { workspace, sub: by }, 'keys');
  }

  async function found(tx: Db, { workspace, mode }: EndpointActor, id: string): Promise<StoredEndpoint> {
    const endpoint = await endpointsStore.find(tx, workspace, mode, id);
    if (endpoint === null) throw new AppError('NotFound');
    return endpoint;
  }

  async function foundDelivery(
    tx: Db,
    actor: EndpointActor,
    id: string,
  ): Promise<{ readonly delivery: StoredDelivery; readonly endpoint: StoredEndpoint }> {
    const delivery = await deliveriesStore.find(tx, actor.workspace, id);
    if (delivery === null) throw new AppError('NotFound');
    return { delivery, endpoint: await found(tx, actor, delivery.endpoint) };
  }

  function assertUrl(url: string): void {
    const refusal = sender.refusalOf(url);
    if (refusal !== null) throw new AppError('WebhookUrlRefused', { publicText: refusal });
  }

  return {
    list: (actor: EndpointActor): Promise<readonly StoredEndpoint[]> =>
      endpointsStore.list(db, actor.workspace, actor.mode),

    /** @throws AppError NotFound */
    retrieve: (actor: EndpointActor, id: string): Promise<StoredEndpoint> => transaction((tx) => found(tx, actor, id)),

    /** @throws AppError WebhookUrlRefused, TooManyWebhooks; SecretNotAddress: the description can be one */
    async create(
      actor: EndpointActor,
      { mode, ...wish }: EndpointWish,
      within?: Within<MadeEndpoint>,
    ): Promise<MadeEndpoint> {
      assertUrl(wish.url);
      refuseSecretName(wish.description, 'description');
      return transaction(async (tx) => {
        const { workspace } = actor;
        await hold(tx, actor);
        await endpointsStore.lock(tx, workspace);
        if ((await endpointsStore.count(tx, workspace, mode)) >= WEBHOOK_ENDPOINTS_AT_MOST) {
          throw new AppError('TooManyWebhooks');
        }
        const id = `whe_${randomDigits(ENDPOINT_ID_DIGITS)}`;
        const secret = newSecret();
        const sealed = sealSecret(seal, { workspace, id }, secret);
        await endpointsStore.insert(tx, {
          ...wish,
          id,
          workspace,
          mode,
          secret: sealed,
          createdAt: clock.now(),
          addedBy: actor.by,
        });
        await record(tx, actor, 'webhook.create', { id, url: wish.url });
        const made = { endpoint: await found(tx, actor, id), secret: secretText(secret) };
        await within?.(tx, made);
        return made;
      });
    },

    /** @throws AppError NotFound, WebhookUrlRefused, SecretNotAddress */
    async update(
      actor: EndpointActor,
      id: string,
      { isEnabled, ...change }: EndpointChange & { readonly isEnabled?: boolean | undefined },
    ): Promise<StoredEndpoint> {
      if (change.url !== undefined) assertUrl(change.url);
      if (change.description !== undefined) refuseSecretName(change.description, 'description');
      return transaction(async (tx) => {
        await hold(tx, actor);
        const before = await found(tx, actor, id);
        await endpointsStore.change(tx, id, change, actor.by);
        const wasEnabled = before.disabledBecause === null;
        if (isEnabled === true && !wasEnabled) await endpointsStore.enable(tx, id);
        if (isEnabled === false && wasEnabled) await endpointsStore.disable(tx, id, 'owner');
        const after = await found(tx, actor, id);
        await record(tx, actor, 'webhook.change', after);
        return after;
      });
    },

    /** @throws AppError NotFound, and as {@link hold} */
    remove: (actor: EndpointActor, id: string): Promise<void> =>
      transaction(async (tx) => {
        await hold(tx, actor);
        const endpoint = await found(tx, actor, id);
        await endpointsStore.remove(tx, id);
        await record(tx, actor, 'webhook.delete', endpoint);
      }),

    /** A new secret; the present one signs beside it for so long. Of three, the oldest ends. @throws AppError NotFound */
    rotate: (
      actor: EndpointActor,
      id: string,
      formerWorksHours: number,
      within?: Within<MadeEndpoint>,
    ): Promise<MadeEndpoint> =>
      transaction(async (tx) => {
        await hold(tx, actor);
        const endpoint = await found(tx, actor, id);
        const secret = newSecret();
        const formerUntil = new Date(Date.now() + formerWorksHours * HOUR_MS);
        await endpointsStore.rotate(tx, id, { secret: sealSecret(seal, endpoint, secret), formerUntil, by: actor.by });
        await record(tx, actor, 'webhook.secret', endpoint);
        const made = { endpoint: await found(tx, actor, id), secret: secretText(secret) };
        await within?.(tx, made);
        return made;
      }),

    /** Writes a test event for this endpoint; returns it as JSON. @throws AppError NotFound, WebhookDisabled */
    test: (actor: EndpointActor, id: string, within?: Within<string>): Promise<string> =>
      transaction(async (tx) => {
        const { workspace, mode, disabledBecause } = await found(tx, actor, id);
        if (disabledBecause !== null) throw new AppError('WebhookDisabled');
        const data: Extract<EventV1, { type: 'webhook.test' }>['data'] = { object: 'webhook_test', endpoint: id };
        const type = 'webhook.test';
        const event = await recordEvent(tx, {
          workspace,
          mode,
          type,
          objectId: id,
          data,
          at: clock.now(),
          onlyTo: id,
        });
        const body = (await eventsStore.find(tx, workspace, mode, event))?.body ?? '';
        await within?.(tx, body);
        return body;
      }),

    /** A page of the deliveries to an endpoint, the newest first. @throws AppError NotFound */
    deliveries: (
      actor: EndpointActor,
      id: string,
      page: Parameters<DeliveriesStore['page']>[2],
    ): Promise<readonly StoredDelivery[]> =>
      transaction(async (tx) => {
        await found(tx, actor, id);
        return deliveriesStore.page(tx, id, page);
      }),

    /** @throws AppError NotFound */
    delivery: (
      actor: EndpointActor,
      id: string,
    ): Promise<{ delivery: StoredDelivery; requestBody: string; attempts: readonly StoredAttempt[] }> =>
      transaction(async (tx) => {
        const { delivery } = await foundDelivery(tx, actor, id);
        return {
          delivery,
          requestBody: await deliveriesStore.requestBody(tx, delivery.event),
          attempts: await deliveriesStore.attempts(tx, id, ATTEMPTS_SHOWN),
        };
      }),

    /** Makes a delivery due now, under its id. @throws AppError NotFound, WebhookDisabled */
    resend: (actor: EndpointActor, id: string, within?: Within<StoredDelivery>): Promise<StoredDelivery> =>
      transaction(async (tx) => {
        const { endpoint } = await foundDelivery(tx, actor, id);
        if (endpoint.disabledBecause !== null) throw new AppError('WebhookDisabled');
        await deliveriesStore.resend(tx, id);
        const { delivery } = await foundDelivery(tx, actor, id);
        await within?.(tx, delivery);
        return delivery;
      }),
  };
}
