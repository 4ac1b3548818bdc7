import { deliveriesStore } from '../../../src/modules/api/webhooks/deliveries.store.ts';
import { buildDeliveryWorker } from '../../../src/modules/api/webhooks/delivery-worker.ts';
import { endpointsStore } from '../../../src/modules/api/webhooks/endpoints.store.ts';
import { recordAudit } from '../../../src/platform/audit/index.ts';
import { inTransaction, type Pool } from '../../../src/platform/db/index.ts';
import { SYSTEM_CLOCK } from '../../../src/platform/kernel/time/clock.ts';
import { testWebhooks } from '../../support/webhooks.ts';

/** A server that delivers webhooks, as the product wires it. */
export function webhookWorker(pool: Pool, more: Partial<Parameters<typeof buildDeliveryWorker>[0]> = {}) {
  const { seal, sender, serviceKey } = testWebhooks(pool);
  return buildDeliveryWorker({
    transaction: (work) => inTransaction(pool, work),
    endpoints: endpointsStore,
    deliveries: deliveriesStore,
    sender,
    seal,
    key: serviceKey,
    clock: SYSTEM_CLOCK,
    audit: recordAudit,
    queueMail: () => Promise.resolve(),
    log: { error: (_facts, message) => process.stderr.write(`${message}\n`) },
    ...more,
  });
}
