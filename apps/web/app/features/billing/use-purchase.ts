import { useEffect, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { call } from '../../shell/session/browser-client.ts';
import { keepWaitingOrder } from '../../shell/session/waiting-order.ts';
import type { Provider, Purchase, Subscription } from './money.ts';
import { changesPlan } from './plan-offer.ts';
import { readSubscription } from './read-subscription.ts';
import { RETURN_PATH } from './sections.ts';

/** A purchase that ends the plan which runs. */
export interface PlanChange {
  readonly purchase: Purchase;
  readonly provider: Provider;
  readonly from: Subscription;
}

export interface Buying {
  /** True from the choice until the browser leaves: no second purchase starts (row PAY-07). */
  readonly isBusy: boolean;
  /** The last purchase could not be started. No alert is shown (row ERR-13): its button says so. */
  readonly hasFailed: boolean;
  /** It did not reach the site. That is shown where it was asked for. */
  readonly isOffline: boolean;
  /** Resolves to whether the browser opens the page of the provider, or a change of plan is asked about first. */
  readonly buy: (purchase: Purchase, provider: Provider) => Promise<boolean>;
  /** Asked about before it is paid; null where nothing is. */
  readonly change: PlanChange | null;
  readonly confirmChange: () => void;
  readonly dropChange: () => void;
}

/** Opens an order and sends the browser to the page where it is paid (row PAY-05). */
export function usePurchase(): Buying {
  const [isLeaving, setLeaving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const [change, setChange] = useState<PlanChange | null>(null);
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

  /** A failure to read the plan that runs starts no purchase: nobody pays without knowing what becomes of it. */
  async function buy(purchase: Purchase, provider: Provider): Promise<boolean> {
    if (isLeaving) return false;
    setFailed(false);
    setOffline(false);
    return await run(async () => {
      const planId = purchase.pay_for_tariff?.plan_id;
      const from = planId === undefined ? null : await readSubscription();
      if (planId === undefined || from === null || !changesPlan(from, planId, provider)) {
        await open(purchase, provider);
        return;
      }
      setChange({ purchase, provider, from });
    });
  }

  async function open(purchase: Purchase, provider: Provider): Promise<void> {
    const back = new URL(RETURN_PATH, window.location.origin).href;
    const body = { payment_type: provider, ...purchase, success_url: back, cancel_url: back };
    const { url, order_id } = await call('POST /payment/url', { body });
    keepWaitingOrder(order_id);
    setLeaving(true);
    window.location.assign(url);
  }

  function confirmChange(): void {
    if (change === null || isLeaving) return;
    setFailed(false);
    setOffline(false);
    void run(() => open(change.purchase, change.provider));
  }

  const dropChange = () => setChange(null);
  return { isBusy: isBusy || isLeaving, hasFailed, isOffline, buy, change, confirmChange, dropChange };
}
