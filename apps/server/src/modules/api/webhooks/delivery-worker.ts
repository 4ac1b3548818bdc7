import { randomUUID } from 'node:crypto';
import type { Audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { userAgent } from '../../../platform/kernel/network/user-agent.ts';
import type { Seal } from '../../../platform/kernel/seal.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { within } from '../../../platform/kernel/time/timing.ts';
import type { ClaimedDelivery, DeliveriesStore } from './deliveries.store.ts';
import type { EndpointsStore, FailingEndpoint } from './endpoints.store.ts';
import { DISABLED_AFTER_FAILURES, DISABLED_AFTER_MS, waitAfter } from './schedule.ts';
import { openSecret, type ServiceKey, signedHeaders } from './signing.ts';
import type { WebhookOutcome, WebhookSender } from './webhooks.ports.ts';

/** Longer than an attempt can take, so that no other server begins the same one while it is under way. */
const LEASE_MS = 60_000;
/** Attempts of one server at a time; they mostly wait for others. */
const SLOTS = 64;
/** Attempts at one endpoint at a time, over all servers. */
const AT_ONCE = 4;
/** Of one workspace, over all its endpoints: a quarter of the slots of one server, however slow they all are. */
export const AT_ONCE_OF_WORKSPACE = 16;
/** Less than an attempt can take: a receiver that is slow must not delay the stop of a server. */
const STOP_MS = 5_000;
const GONE = 410;
const FIRST_FAILURE = 300;
const FIRST_SUCCESS = 200;

const SECRET_LOST = 'the secret cannot be read since a change of the server: replace it';

/** What a mail about an endpoint that was disabled says. */
export interface DisabledEndpoint {
  readonly id: string;
  readonly workspace: string;
  readonly mode: 'live' | 'test';
  readonly url: string;
  readonly because: 'failures' | 'gone';
}

export interface WorkerDeps {
  /** Service work in a transaction. */
  readonly transaction: Transaction;
  readonly endpoints: EndpointsStore;
  readonly deliveries: DeliveriesStore;
  readonly sender: Pick<WebhookSender, 'send'>;
  readonly seal: Seal;
  readonly key: ServiceKey;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly queueMail: (tx: Db, disabled: DisabledEndpoint) => Promise<void>;
  readonly log: Pick<Log, 'error'>;
  /** Waits between attempts; default: three days in all. */
  readonly waitsMs?: readonly number[];
}

/** An attempt that has ended. */
interface Attempt {
  readonly claim: string;
  readonly delivery: ClaimedDelivery;
  readonly outcome: WebhookOutcome;
  readonly at: Date;
  readonly durationMs: number;
}

export type DeliveryWorker = ReturnType<typeof buildDeliveryWorker>;

/** Sends what is due to the endpoints, beside other servers on the same database. */
export function buildDeliveryWorker(deps: WorkerDeps) {
  const { transaction, endpoints, deliveries, sender, seal, key, clock, audit, queueMail, log, waitsMs } = deps;
  const underWay = new Set<Promise<void>>();
  let isStopped = false;

  async function attempt(claim: string, delivery: ClaimedDelivery): Promise<void> {
    const at = clock.now();
    const begun = performance.now();
    const outcome = await sent(delivery, at);
    const durationMs = Math.round(performance.now() - begun);
    await transaction((tx) => record(tx, { claim, delivery, outcome, at, durationMs }));
  }

  /** Locks the endpoint before its deliveries, as everywhere: two failures at once would otherwise wait for each other. */
  async function record(tx: Db, { claim, delivery, outcome, at, durationMs }: Attempt): Promise<void> {
    const { id, endpoint } = delivery;
    const isDelivered = isSuccess(outcome);
    if (isDelivered) await endpoints.noteSuccess(tx, endpoint);
    const failing = isDelivered ? null : await endpoints.noteFailure(tx, endpoint);
    await deliveries.log(tx, id, { startedAt: at, durationMs, ...loggedOf(outcome) });
    const waitMs = waitAfter(delivery.tries, askedWait(outcome), waitsMs);
    if (isDelivered) await deliveries.settle(tx, { id, claim }, { status: 'delivered' });
    else if (waitMs === null) await deliveries.settle(tx, { id, claim }, { status: 'failed' });
    else await deliveries.settle(tx, { id, claim }, { status: 'waiting', waitMs });
    if (failing !== null) await disableWhereDue(tx, { id: endpoint, ...failing }, outcome);
  }

  async function sent(delivery: ClaimedDelivery, at: Date): Promise<WebhookOutcome> {
    const { event, url, body, workspace, endpoint: id, secret, former } = delivery;
    const sealed = former === null ? [secret] : [secret, former];
    const secrets = sealed.map((one) => openSecret(seal, { workspace, id }, one)).filter((one) => one !== null);
    if (secrets.length === 0) return { kind: 'failed', reason: SECRET_LOST };
    return sender.send({
      url,
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': userAgent(),
        ...signedHeaders({ id: event, at, body }, secrets, key),
      },
    });
  }

  /** An endpoint that says it is gone, or has failed for long, is disabled, and its owners get a mail. */
  async function disableWhereDue(
    tx: Db,
    { id, workspace, mode, url, failures, failingMs }: FailingEndpoint & { readonly id: string },
    outcome: WebhookOutcome,
  ): Promise<void> {
    const isGone = outcome.kind === 'answered' && outcome.status === GONE;
    if (!isGone && (failures < DISABLED_AFTER_FAILURES || failingMs < DISABLED_AFTER_MS)) return;
    const because = isGone ? 'gone' : 'failures';
    await endpoints.disable(tx, id, because);
    await queueMail(tx, { id, workspace, mode, url, because });
    await audit(tx, {
      workspace,
      actor: { kind: 'system' },
      action: 'webhook.disable',
      target: { kind: 'webhook', id },
      from: null,
      text: url,
    });
  }

  /** Claims what is due, up to the free slots, and begins to send it; returns how many attempts it began. */
  async function begin(): Promise<number> {
    const most = SLOTS - underWay.size;
    if (isStopped || most <= 0) return 0;
    const claim = randomUUID();
    const claimed = await transaction((tx) =>
      deliveries.claim(tx, {
        claim,
        leaseMs: LEASE_MS,
        most,
        atOnce: AT_ONCE,
        atOnceOfWorkspace: AT_ONCE_OF_WORKSPACE,
      }),
    );
    for (const delivery of claimed) {
      const running = attempt(claim, delivery)
        // Its lease ends, and any server attempts it again.
        .catch((error: unknown) => {
          if (!isStopped) log.error({ err: error, delivery: delivery.id }, 'a webhook could not be recorded');
        })
        .finally(() => underWay.delete(running));
      underWay.add(running);
    }
    return claimed.length;
  }

  return {
    begin,

    /** Resolves when every attempt that is under way here has ended. */
    async settled(): Promise<void> {
      await Promise.all(underWay);
    },

    /** Sends until nothing is due. Never rejects. */
    async work(): Promise<void> {
      try {
        while ((await begin()) > 0) await Promise.race(underWay);
      } catch (error) {
        log.error({ err: error }, 'webhooks that are due could not be looked for');
      }
    },

    /**
     * Begins no further attempt, and waits shortly for those under way. What is not recorded by then is attempted again
     * when its lease ends, under the same id.
     */
    async stop(): Promise<void> {
      isStopped = true;
      await within(STOP_MS, Promise.all(underWay));
    },
  };
}

function isSuccess(outcome: WebhookOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= FIRST_SUCCESS && outcome.status < FIRST_FAILURE;
}

function askedWait(outcome: WebhookOutcome): number | null {
  return outcome.kind === 'answered' ? outcome.retryAfterSeconds : null;
}

function loggedOf(outcome: WebhookOutcome) {
  return outcome.kind === 'answered'
    ? { statusCode: outcome.status, failure: null, responseBody: outcome.body }
    : { statusCode: null, failure: outcome.reason, responseBody: null };
}
