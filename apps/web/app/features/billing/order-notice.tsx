import { ApiError } from '@assay/contracts/client';
import { Alert } from '@assay/ui';
import { useEffect, useRef } from 'react';
import { useData } from '../../shell/data/use-data.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { dropWaitingOrder } from '../../shell/session/waiting-order.ts';
import type { Order } from './money.ts';
import { OrderActions } from './order-actions.tsx';
import { askAgainMs, orderWords } from './order-words.ts';
import { useReloadUser } from './use-reload-user.ts';

/** The state of an order after the return from its provider, as the server reports it. */
export default function OrderNotice({ orderId }: { readonly orderId: string }) {
  const order = useOrder(orderId);
  if (order === null) return null;
  const { type, message, isFinal } = orderWords(order);
  if (isFinal) return null;
  return (
    <Alert
      type={type}
      message={message}
      action={
        <OrderActions order={order}>
          <button className="link" type="button" onClick={dropWaitingOrder}>
            Dismiss
          </button>
        </OrderActions>
      }
    />
  );
}

/** Polls the order until it has ended, shows its end once, and forgets it. */
function useOrder(orderId: string): Order | null {
  const start = useRef(Date.now());
  const reload = useReloadUser();
  const { show } = useAlerts();
  const { data } = useData(`order ${orderId}`, (signal) => readOrder(orderId, signal), {
    againMs: (answer) => (hasEnded(answer) ? null : askAgainMs(Date.now() - start.current)),
    isPausedHidden: true,
  });

  useEffect(() => {
    if (data === 'gone') return dropWaitingOrder();
    if (data === null || !hasEnded(data)) return;
    const { type, message } = orderWords(data);
    show({ type, message });
    void reload().then(dropWaitingOrder);
  }, [data, reload, show]);

  return data === 'gone' ? null : data;
}

function hasEnded(answer: Order | 'gone' | null): boolean {
  return answer !== null && (answer === 'gone' || orderWords(answer).isFinal);
}

/** `gone` when the user has no such order. */
async function readOrder(orderId: string, signal: AbortSignal): Promise<Order | 'gone'> {
  try {
    return await call('GET /payment/orders/:order_id', { order_id: orderId, signal });
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return 'gone';
    throw error;
  }
}
