import type { CallAnswer } from '@assay/contracts/client';
import { call } from '../../shell/session/browser-client.ts';
import type { Subscription } from './money.ts';

/** The plan that was paid for; null without one. */
export async function readSubscription(signal?: AbortSignal): Promise<Subscription | null> {
  return withArrivals(await call('GET /payment/subscription', { signal, expects: ['object', 'null'] }));
}

const NOTHING_TO_ARRIVE: Pick<Subscription, 'next_additions'> = { next_additions: [] };

/** A server of 0.1.0 does not say what is still to arrive: then nothing is. */
export function withArrivals(answer: CallAnswer<'GET /payment/subscription'>): Subscription | null {
  return answer === null ? null : { ...NOTHING_TO_ARRIVE, ...answer };
}
