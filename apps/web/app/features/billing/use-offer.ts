import { ApiError } from '@assay/contracts/client';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';
import type { Offer, PaymentMethod } from './money.ts';
import { readMethods } from './read-methods.ts';

export interface KnownOffer {
  /** Payment providers; null while they are loaded. */
  readonly offer: Offer | null;
  /** Saved cards. A failure to load them is not shown (rows ERR-13 and ERR-16): the row says 'Card'. */
  readonly methods: readonly PaymentMethod[];
}

const NOTHING_SOLD: Offer = { providers: [], is_trial: false };
const NOT_LOADED: KnownOffer = { offer: null, methods: [] };

/** The payment providers, and the saved cards. */
export function useOffer(): KnownOffer {
  return useData('offer', readOffer).data ?? NOT_LOADED;
}

async function readOffer(signal: AbortSignal): Promise<KnownOffer> {
  const offer = await orElse(call('GET /payment/offer', { signal }), NOTHING_SOLD);
  const methods = offer.providers.includes('stripe') ? await orElse(readMethods(call, signal), []) : [];
  return { offer, methods };
}

async function orElse<Answer>(answer: Promise<Answer>, otherwise: Answer): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError) return otherwise;
    throw error;
  }
}
