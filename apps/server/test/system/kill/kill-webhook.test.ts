import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { recordEvent } from '../../../src/modules/api/events/record-event.ts';
import { inTransaction } from '../../../src/platform/db/index.ts';
import { testDatabase } from '../../support/database.ts';
import { flakyReceiver } from '../../support/flaky-receiver.ts';
import { testWebhooks } from '../../support/webhooks.ts';
import { killAt } from './kill-at.ts';
import { WEBHOOK_STEPS } from './webhook-steps.ts';
import { webhookWorker } from './webhook-worker.ts';

const CHILD = fileURLToPath(new URL('./deliver-and-stop.ts', import.meta.url));
const FIRM = 'a'.repeat(32);

describe('a server that is killed while it delivers a webhook', () => {
  it.for(Object.entries(WEBHOOK_STEPS))(
    'leaves it to another one, which sends it under the same id and in order: %s',
    { timeout: 60_000 },
    async ([step, sent], { expect }) => {
      const database = await testDatabase();
      const receiver = await flakyReceiver();
      try {
        const { pool } = database;
        await pool.query('INSERT INTO users (sub, email, mailbox_key) VALUES ($1, $2, $2)', [
          FIRM,
          'firm@firm.example',
        ]);
        const actor = { workspace: FIRM, by: FIRM, key: null, mode: 'live' } as const;
        const wish = { url: receiver.url, description: '', eventTypes: ['*'], mode: 'live' } as const;
        const { endpoint } = await testWebhooks(pool).webhooks.create(actor, wish);
        const ids: string[] = [];
        for (const at of [new Date(1_000), new Date(2_000)]) {
          const data = { object: 'webhook_test', endpoint: endpoint.id } as const;
          const event = { workspace: FIRM, mode: 'live', type: 'webhook.test', objectId: 'one', data, at } as const;
          ids.push(await inTransaction(pool, (tx) => recordEvent(tx, event)));
        }
        await killAt(CHILD, database.url, step);
        const seen = () => receiver.received.map(({ headers }) => headers['webhook-id']);
        expect(seen()).toEqual(ids.slice(0, sent));

        const lapse = "UPDATE webhook_deliveries SET lease_until = now() - interval '1 second' WHERE claim IS NOT NULL";
        await pool.query(lapse);
        const other = webhookWorker(pool);
        await expect
          .poll(
            async () => {
              await other.work();
              await other.settled();
              const { rows } = await pool.query("SELECT FROM webhook_deliveries WHERE status <> 'delivered'");
              return rows.length;
            },
            { timeout: 20_000 },
          )
          .toBe(0);
        expect(seen()).toEqual([...ids.slice(0, sent), ...ids]);
      } finally {
        await receiver.close();
        await database.drop();
      }
    },
  );
});
