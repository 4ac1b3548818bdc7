import { ApiError } from '@assay/contracts/client';
import { useEffect, useRef, useState } from 'react';
import { money } from './money.ts';

/** How long a number of checks stands before its price is asked for, in milliseconds (row PAYG-05). */
export const PRICE_DELAY_MS = 1000;
/** When it could not be told, it is asked for again. */
const AGAIN_MS = 5000;

export interface KnownPrice {
  readonly checks: number;
  readonly priceCents: number;
  readonly withoutDiscountCents: number;
}

/**
 * What so many checks cost, as the server says; null until it has said so for this very number. Failures show nothing
 * (row ERR-13): it is asked again.
 */
export function useChecksPrice(checks: number): KnownPrice | null {
  const [known, setKnown] = useState<KnownPrice | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isFirst = useRef(true);

  useEffect(() => {
    const left = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    async function ask() {
      isFirst.current = false;
      try {
        const answer = await money().checksPrice(checks, { signal: left.signal });
        if (left.signal.aborted) return;
        setKnown({
          checks,
          priceCents: answer.price_cents,
          withoutDiscountCents: answer.without_discount_cents,
        });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!left.signal.aborted) again = setTimeout(() => setAttempt(attempt + 1), AGAIN_MS);
      }
    }
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : PRICE_DELAY_MS);
    return () => {
      left.abort();
      clearTimeout(timer);
      clearTimeout(again);
    };
  }, [checks, attempt]);

  return known?.checks === checks ? known : null;
}
