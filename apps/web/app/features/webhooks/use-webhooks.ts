import { webhookClient } from '@assay/contracts/webhook-client';
import { browserClient } from '../../shell/session/browser-client.ts';

/** The calls of webhooks, in the browser. */
export function webhookCalls() {
  return webhookClient(browserClient());
}

type Calls = ReturnType<typeof webhookCalls>;

export type EndpointFacts = Awaited<ReturnType<Calls['list']>>[number];
export type MadeEndpoint = Awaited<ReturnType<Calls['create']>>;
export type DeliveryFacts = Awaited<ReturnType<Calls['deliveries']>>['deliveries'][number];
export type DeliveryLogFacts = Awaited<ReturnType<Calls['delivery']>>;
export type EndpointWish = Parameters<Calls['create']>[0];
