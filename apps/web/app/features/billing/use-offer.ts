import { ApiError } from '@assay/contracts/client';
import { useEffect, useState } from 'react';
import { money, type Offer, type PaymentMethod } from './money.ts';

export interface KnownOffer {
  /** Ways to pay here; null while that is being asked for. */
  readonly offer: Offer | null;
  /** Saved cards. What keeps them away is not told (rows ERR-13 and ERR-16): the row says 'Card'. */
  readonly methods: readonly PaymentMethod[];
}

const NOTHING_SOLD: Offer = { providers: [], is_trial: false };

/** How one can pay, and with what one has paid. */
export function useOffer(): KnownOffer {
  const [known, setKnown] = useState<KnownOffer>({ offer: null, methods: [] });

  useEffect(() => {
    const left = new AbortController();
    async function load() {
      const next = await readOffer(left.signal);
      if (!left.signal.aborted) setKnown(next);
    }
    void load();
    return () => left.abort();
  }, []);

  return known;
}

async function readOffer(signal: AbortSignal): Promise<KnownOffer> {
  const offer = await orElse(money().offer({ signal }), NOTHING_SOLD);
  const methods = offer.providers.includes('stripe') ? await orElse(money().methods({ signal }), []) : [];
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
