import { useEffect, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { keepWaitingOrder } from '../../shell/session/waiting-order.ts';
import { money, type Provider, type Purchase } from './money.ts';
import { RETURN_PATH } from './sections.ts';

export interface Buying {
  /** True from the choice until the browser leaves: no second purchase starts (row PAY-07). */
  readonly isBusy: boolean;
  /** The last purchase could not be started. No alert is shown (row ERR-13): its button says so. */
  readonly hasFailed: boolean;
  /** It did not reach the site. That is shown where it was asked for. */
  readonly isOffline: boolean;
  /** Resolves to whether the browser opens the page of the provider. */
  readonly buy: (purchase: Purchase, provider: Provider) => Promise<boolean>;
}

/** Opens an order and sends the browser to the page where it is paid (row PAY-05). */
export function usePurchase(): Buying {
  const [isLeaving, setLeaving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const { isBusy, run } = useAction(({ errorName }) => {
    setFailed(true);
    setOffline(errorName === 'NetworkError');
  });

  // Restored by the browser's back button, the page is no longer leaving.
  useEffect(() => {
    const stay = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeaving(false);
    };
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);

  async function buy(purchase: Purchase, provider: Provider): Promise<boolean> {
    if (isLeaving) return false;
    setFailed(false);
    setOffline(false);
    return await run(async () => {
      const back = new URL(RETURN_PATH, window.location.origin).href;
      const { url, order_id } = await money().paymentUrl({
        payment_type: provider,
        ...purchase,
        success_url: back,
        cancel_url: back,
      });
      keepWaitingOrder(order_id);
      setLeaving(true);
      window.location.assign(url);
    });
  }

  return { isBusy: isBusy || isLeaving, hasFailed, isOffline, buy };
}
