import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { workspacesStore } from '../../../src/modules/accounts/index.ts';
import { recordEvent } from '../../../src/modules/api/events/record-event.ts';
import { webhookSender } from '../../../src/modules/api/outside/webhooks/webhook-sender.ts';
import { deliveriesStore } from '../../../src/modules/api/webhooks/deliveries.store.ts';
import {
  buildDeliveryWorker,
  type DisabledEndpoint,
  type WorkerDeps,
} from '../../../src/modules/api/webhooks/delivery-worker.ts';
import { endpointsStore } from '../../../src/modules/api/webhooks/endpoints.store.ts';
import { serviceKeyOf } from '../../../src/modules/api/webhooks/signing.ts';
import type { EndpointActor } from '../../../src/modules/api/webhooks/webhooks.ports.ts';
import { buildWebhooksService } from '../../../src/modules/api/webhooks/webhooks.service.ts';
import { recordAudit } from '../../../src/platform/audit/index.ts';
import { inTransaction } from '../../../src/platform/db/index.ts';
import { buildSeal } from '../../../src/platform/kernel/seal.ts';
import { SYSTEM_CLOCK } from '../../../src/platform/kernel/time/clock.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { flakyReceiver, type Received } from '../../support/flaky-receiver.ts';

const FIRM = 'a'.repeat(32);
const SEAL = buildSeal(randomBytes(32));
const SENDER = webhookSender(
  { privateHosts: [], allowsLoopback: true },
  { limits: { connectMs: 1_000, answerMs: 300, bodyMs: 100 } },
);

export const ACTOR = { workspace: FIRM, by: FIRM, key: null, mode: null } as const;
export const KEY = serviceKeyOf(randomBytes(32));

export const stepOf = ({ body }: Received): string => JSON.parse(body).data.endpoint;
export const idOf = ({ headers }: Received): string => headers['webhook-id'] ?? '';

/** A database, a receiver, and servers that deliver; each test begins without endpoints and events. */
export function useWorkers() {
  let database: TestDatabase;
  let receiver: Awaited<ReturnType<typeof flakyReceiver>>;
  const disabled: DisabledEndpoint[] = [];
  const faults: object[] = [];
  const transaction: WorkerDeps['transaction'] = (work) => inTransaction(database.pool, work);

  beforeAll(async () => {
    database = await testDatabase();
    const mail = 'firm@firm.example';
    await database.pool.query('INSERT INTO users (sub, email, mailbox_key) VALUES ($1, $2, $2)', [FIRM, mail]);
  });
  beforeEach(async () => {
    receiver = await flakyReceiver();
  });
  afterEach(async () => {
    await receiver.close();
    await database.pool.query('DELETE FROM webhook_endpoints');
    await database.pool.query('DELETE FROM events');
    disabled.splice(0);
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(() => database.drop());

  function service() {
    return buildWebhooksService({
      db: database.pool,
      transaction,
      holds: { workspaces: workspacesStore },
      seal: SEAL,
      sender: SENDER,
      audit: recordAudit,
      clock: SYSTEM_CLOCK,
    });
  }

  /** Another server on the same database. */
  function worker(more: Partial<WorkerDeps> = {}) {
    return buildDeliveryWorker({
      transaction,
      endpoints: endpointsStore,
      deliveries: deliveriesStore,
      sender: SENDER,
      seal: SEAL,
      key: KEY,
      clock: SYSTEM_CLOCK,
      audit: recordAudit,
      queueMail: async (_tx, endpoint) => {
        disabled.push(endpoint);
      },
      log: { error: (facts, message) => faults.push({ ...facts, message }) },
      waitsMs: Array.from({ length: 30 }, () => 0),
      ...more,
    });
  }

  return {
    get pool() {
      return database.pool;
    },
    get receiver() {
      return receiver;
    },
    disabled,
    transaction,
    service,
    worker,

    endpoint: (path = '/', actor: EndpointActor = ACTOR) =>
      service().create(actor, { url: receiver.url + path, description: '', eventTypes: ['*'], mode: 'live' }),

    happen: (objectId: string, step = 0): Promise<string> =>
      transaction((tx) =>
        recordEvent(tx, {
          workspace: FIRM,
          mode: 'live',
          type: 'webhook.test',
          objectId,
          data: { object: 'webhook_test', endpoint: `${objectId} ${step}` },
          at: new Date(),
        }),
      ),

    /** Lets the servers work until nothing waits. */
    async untilDelivered(servers: readonly ReturnType<typeof worker>[]): Promise<void> {
      for (let round = 0; round < 200; round += 1) {
        await Promise.all(servers.map((server) => server.work()));
        await Promise.all(servers.map((server) => server.settled()));
        const { rows } = await database.pool.query("SELECT FROM webhook_deliveries WHERE status = 'waiting'");
        if (rows.length === 0) return;
      }
      throw new Error('Deliveries still wait');
    },
  };
}
