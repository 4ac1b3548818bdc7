import { type WebhookFeatures, wireWebhooks } from '../../src/modules/api/open/webhooks.ts';
import type { Pool } from '../../src/platform/db/index.ts';
import { type Clock, SYSTEM_CLOCK } from '../../src/platform/kernel/time/clock.ts';

/** Of every test installation: what another one sealed or signed can be opened and verified by it. */
const SECRET = new Uint8Array(32).fill(7);

/** Webhooks that reach receivers on this machine. */
export function testWebhooks(pool: Pool, clock: Clock = SYSTEM_CLOCK): WebhookFeatures {
  return wireWebhooks(pool, { secret: SECRET, clock, hosts: { privateHosts: [], allowsLoopback: true } });
}
