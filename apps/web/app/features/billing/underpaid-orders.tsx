import { Alert } from '@assay/ui';
import type { Order } from './money.ts';
import { OrderActions } from './order-actions.tsx';
import { orderWords } from './order-words.ts';

/** What of these orders is missing, and what can be done about it. */
export function UnderpaidOrders({ orders }: { readonly orders: readonly Order[] }) {
  return orders.map((order) => {
    const { type, message } = orderWords(order);
    return (
      <div key={order.order_id} className="underpaid">
        <Alert type={type} message={message} action={<OrderActions order={order} />} />
      </div>
    );
  });
}
