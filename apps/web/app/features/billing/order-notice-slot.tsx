import { lazy, Suspense, useSyncExternalStore } from 'react';
import { onWaitingOrderChange, waitingOrder } from '../../shell/session/waiting-order.ts';

const OrderNotice = lazy(() => import('./order-notice.tsx'));

/** The state of a payment that was started; its code is loaded only when there is one. */
export function OrderNoticeSlot() {
  const orderId = useSyncExternalStore(onWaitingOrderChange, waitingOrder, () => null);
  if (orderId === null) return null;
  return (
    <Suspense fallback={null}>
      <OrderNotice key={orderId} orderId={orderId} />
    </Suspense>
  );
}
