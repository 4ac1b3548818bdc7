import { ApiError } from '@assay/contracts/client';
import { useEffect, useState } from 'react';
import { keepWaitingOrder } from '../../shell/waiting-order.ts';
import { money, type Provider, type Purchase } from './money.ts';
import { RETURN_PATH } from './places.ts';

export interface Buying {
  /** From the choice until the browser has gone: no second purchase begins (row PAY-07). */
  readonly isBusy: boolean;
  /** The last purchase could not begin. Nothing is shown (row ERR-13): screen readers hear it. */
  readonly hasFailed: boolean;
  /** Answers whether the browser is on its way to the provider. */
  readonly buy: (purchase: Purchase, provider: Provider) => Promise<boolean>;
}

/** Opens an order and sends the browser to where it is paid (row PAY-05). */
export function usePurchase(): Buying {
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  // Back from the provider by the browser's own button, the page stands as it was left.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusy(false);
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);

  async function buy(purchase: Purchase, provider: Provider): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setFailed(false);
    try {
      const back = new URL(RETURN_PATH, window.location.origin).href;
      const { url, order_id } = await money().paymentUrl({
        payment_type: provider,
        ...purchase,
        success_url: back,
        cancel_url: back,
      });
      keepWaitingOrder(order_id);
      window.location.assign(url);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
      setFailed(true);
      return false;
    }
  }

  return { isBusy, hasFailed, buy };
}
