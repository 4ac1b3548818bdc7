import { useEffect, useRef } from 'react';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';

/** How long a number of checks must be unchanged before its price is requested, in milliseconds (row PAYG-05). */
export const PRICE_DELAY_MS = 1000;
/** Pause before a failed request is repeated, in milliseconds. */
const RETRY_MS = 5000;

export interface KnownPrice {
  readonly checks: number;
  readonly priceCents: number;
  readonly withoutDiscountCents: number;
}

/**
 * The server's price of a number of checks; null until it is known for this number. Failures are not shown (row
 * ERR-13): the request is repeated.
 */
export function useChecksPrice(checks: number): KnownPrice | null {
  const isFirst = useRef(true);
  const { data } = useData<KnownPrice>(
    `price of ${checks}`,
    async (signal) => {
      const { price_cents, without_discount_cents } = await call('GET /payment/checks/price/:checks_number', {
        checks_number: checks,
        signal,
      });
      return { checks, priceCents: price_cents, withoutDiscountCents: without_discount_cents };
    },
    {
      delayMs: isFirst.current ? 0 : PRICE_DELAY_MS,
      againMs: (answer) => (answer === null ? RETRY_MS : null),
    },
  );
  useEffect(() => {
    isFirst.current = false;
  }, []);

  return data?.checks === checks ? data : null;
}
