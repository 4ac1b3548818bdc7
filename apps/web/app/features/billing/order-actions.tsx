import type { ReactNode } from 'react';
import { useSupportEmail } from '../../shell/layout/site-settings.ts';
import { keepWaitingOrder } from '../../shell/session/waiting-order.ts';
import type { Order } from './money.ts';
import { payLabel } from './order-words.ts';

export interface OrderActionsProps {
  readonly order: Order;
  readonly children?: ReactNode;
}

/** What can be done about a payment that was begun and not completed. */
export function OrderActions({ order, children }: OrderActionsProps) {
  const supportEmail = useSupportEmail();
  const label = payLabel(order);
  return (
    <span className="alert-links">
      {order.pay_url !== null && label !== null && (
        // What became of it is shown after the return.
        <a className="link" href={order.pay_url} onClick={() => keepWaitingOrder(order.order_id)}>
          {label}
        </a>
      )}
      {(order.status === 'partial' || order.held.length > 0) && supportEmail !== null && (
        <a className="link" href={`mailto:${supportEmail}?subject=Order%20${order.order_id}`}>
          Contact support
        </a>
      )}
      {children}
    </span>
  );
}
