// A separate process that delivers the webhooks of a database. It waits for ever at the given step, so that its parent can
// kill it there. It prints 'there' when it reaches the step.

import { deliveriesStore } from '../../../src/modules/api/webhooks/deliveries.store.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { testWebhooks } from '../../support/webhooks.ts';
import { WEBHOOK_STEPS } from './webhook-steps.ts';
import { webhookWorker } from './webhook-worker.ts';

const [, , url, chosen] = process.argv;
if (url === undefined || chosen === undefined || !Object.hasOwn(WEBHOOK_STEPS, chosen)) {
  throw new Error('usage: deliver-and-stop <database> <step>');
}

async function at(step: keyof typeof WEBHOOK_STEPS): Promise<void> {
  if (step !== chosen) return;
  process.stdout.write('there\n');
  // Keeps the process, and with it the open transaction, until it is killed.
  await new Promise<void>((resolve) => setTimeout(resolve, 600_000));
}

const pool = openPool(url);
const { sender } = testWebhooks(pool);
await webhookWorker(pool, {
  sender: {
    send: async (request) => {
      await at('claimed, not sent');
      const outcome = await sender.send(request);
      await at('sent, not recorded');
      return outcome;
    },
  },
  deliveries: {
    ...deliveriesStore,
    claim: async (...asked) => {
      const claimed = await deliveriesStore.claim(...asked);
      if (claimed.length > 0) await at('claimed, not committed');
      return claimed;
    },
    settle: async (...asked) => {
      await deliveriesStore.settle(...asked);
      await at('recorded, not committed');
    },
  },
}).work();
