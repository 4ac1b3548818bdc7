import type { CardGateway, Order } from '../payments.ports.ts';
import { lookAtOrder, type SettleDeps } from './settle-order.ts';

type EndDeps = SettleDeps & { readonly cards: () => CardGateway };

/** A subscription that was paid back, or whose account is gone, is not charged again. */
export async function endLostSubscription(deps: EndDeps, order: Order): Promise<void> {
  const { subscription, subscriptionStatus } = order;
  if (subscription === null || subscriptionStatus === null || subscriptionStatus === 'ended') return;
  const newest = (await deps.payments.ofOrder(deps.db, order.id)).at(-1);
  const isLost = newest?.status === 'refunded' || newest?.status === 'reversed';
  if (!isLost && order.sub !== null) return;
  await end(deps, { id: order.id, subscription });
}

/**
 * Ends the card subscriptions that another plan replaced, paid by card or crypto: no renewal, and no further try. What
 * was paid for stays: this books nothing. One that the provider does not end stops no other, and is tried again.
 *
 * @param sub only of this account; null for all
 */
export async function endReplacedSubscriptions(deps: EndDeps, sub: string | null): Promise<void> {
  const replaced = await deps.orders.replaced(deps.db, deps.clock.now(), sub);
  if (deps.gateways.stripe === null) {
    // Once a round, and not for each order.
    if (sub === null && replaced.length > 0) {
      deps.log.warn({ orders: replaced.length }, 'replaced subscriptions cannot be ended without the keys of cards');
    }
    return;
  }
  for (const { id, subscription } of replaced) {
    if (subscription === null) continue;
    try {
      await end(deps, { id, subscription });
    } catch (error) {
      deps.log.error({ err: error, order: id }, 'a replaced subscription could not be ended; it is tried again');
    }
  }
}

async function end(deps: EndDeps, { id, subscription }: { readonly id: string; readonly subscription: string }) {
  await deps.cards().endNow(subscription);
  await lookAtOrder(deps, id);
}
