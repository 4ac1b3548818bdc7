import { ApiError } from '@assay/contracts/client';
import { Alert } from '@assay/ui';
import { useEffect, useState } from 'react';
import { useAlerts } from '../../shell/alerts.tsx';
import { dropWaitingOrder } from '../../shell/waiting-order.ts';
import { money, type Order } from './money.ts';
import { askAgainMs, orderWords } from './order-words.ts';
import { useReloadUser } from './use-reload-user.ts';

/** What becomes of an order after the return from its provider. Whether it is paid is for the server to say. */
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
        <button className="link" type="button" onClick={dropWaitingOrder}>
          Dismiss
        </button>
      }
    />
  );
}

/** Asks quietly until the order has come to an end, tells that end once, and forgets it. */
function useOrder(orderId: string): Order | null {
  const [order, setOrder] = useState<Order | null>(null);
  const reload = useReloadUser();
  const { show } = useAlerts();

  useEffect(() => {
    const left = new AbortController();
    const start = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function ask() {
      const answer = document.hidden ? null : await readOrder(orderId, left.signal);
      if (left.signal.aborted) return;
      if (answer === 'gone') return dropWaitingOrder();
      if (answer !== null) {
        setOrder(answer);
        const { isFinal, ...alert } = orderWords(answer);
        if (isFinal) {
          show(alert);
          await reload();
          return dropWaitingOrder();
        }
      }
      timer = setTimeout(() => void ask(), askAgainMs(Date.now() - start));
    }
    void ask();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [orderId, reload, show]);

  return order;
}

/** `gone` where there is no such order of this person; null where it could not be asked for now. */
async function readOrder(orderId: string, signal: AbortSignal): Promise<Order | 'gone' | null> {
  try {
    return await money().order(orderId, { signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 404 || error.status === 400 ? 'gone' : null;
  }
}
