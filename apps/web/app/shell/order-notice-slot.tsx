import { lazy, Suspense, useSyncExternalStore } from 'react';
import { onWaitingOrderChange, waitingOrder } from './waiting-order.ts';

const OrderNotice = lazy(() => import('../features/billing/order-notice.tsx'));

/** What becomes of a payment that has begun, loaded only where one has. */
export function OrderNoticeSlot() {
  const orderId = useSyncExternalStore(onWaitingOrderChange, waitingOrder, () => null);
  if (orderId === null) return null;
  return (
    <Suspense fallback={null}>
      <OrderNotice key={orderId} orderId={orderId} />
    </Suspense>
  );
}
