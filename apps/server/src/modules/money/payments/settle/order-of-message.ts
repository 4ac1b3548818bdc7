import type { PaymentProvider } from '@assay/contracts';
import type { EventHint, Order, PaymentGateway } from '../payments.ports.ts';
import type { SettleDeps } from './settle-order.ts';

/**
 * The order that a message is about: the one that it names, or that one of its names belongs to; otherwise the provider
 * is asked, as for a further payment of which the first is not known yet. Null for what is not ours.
 */
export async function orderOfMessage(
  { db, orders }: Pick<SettleDeps, 'db' | 'orders'>,
  gateway: PaymentGateway,
  provider: PaymentProvider,
  hint: EventHint,
): Promise<Order | null> {
  const named = hint.orderId === null ? null : await orders.find(db, hint.orderId);
  const known = named ?? (await orders.findByReferences(db, provider, hint.references));
  if (known !== null) return known.provider === provider ? known : null;
  const asked = (await gateway.orderOf?.(hint)) ?? null;
  const found = asked === null ? null : await orders.find(db, asked);
  return found?.provider === provider ? found : null;
}
