const KEY = 'assay.waiting-order';
const listeners = new Set<() => void>();

/** Remembers an order whose payment has begun, over the visit to the provider. Of this tab only. Browser only. */
export function keepWaitingOrder(orderId: string): void {
  sessionStorage.setItem(KEY, orderId);
}

/** The order whose payment has begun in this tab; null without one. Browser only. */
export function waitingOrder(): string | null {
  return sessionStorage.getItem(KEY);
}

/** Forgets it: it came to an end, or the person dismissed it. Browser only. */
export function dropWaitingOrder(): void {
  sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** Calls `listener` when the order is forgotten, and when the page comes back as it was left. Answers how to stop. */
export function onWaitingOrderChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('pageshow', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('pageshow', listener);
  };
}
