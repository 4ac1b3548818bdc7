import { Alert } from '@assay/ui';
import type { Order } from './money.ts';
import { OrderActions } from './order-actions.tsx';
import { heldWords, orderWords } from './order-words.ts';

/** What of these orders is missing or held, and what can be done about it. */
export function UnderpaidOrders({ orders }: { readonly orders: readonly Order[] }) {
  return orders.map((order) => {
    const message = order.status === 'partial' ? orderWords(order).message : `${order.title}: ${heldWords(order.held)}`;
    return (
      <div key={order.order_id} className="underpaid">
        <Alert type="warn" message={message} action={<OrderActions order={order} />} />
      </div>
    );
  });
}
