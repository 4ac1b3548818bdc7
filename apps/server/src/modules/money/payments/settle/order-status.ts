import type { OrderStatus } from '@assay/contracts';
import type { Order, OrderFacts, PaymentStatus } from '../payments.ports.ts';

const BY_WEIGHT: readonly PaymentStatus[] = ['paid', 'disputed', 'reversed', 'refunded'];
const UNPAID: readonly OrderStatus[] = ['created', 'pending', 'partial', 'expired', 'failed'];

/**
 * The status of an order by what the provider reports now. `refunded` and `reversed` are final; a subscription that was
 * paid once stays paid, and its payments say the rest.
 */
export function orderStatusOf(
  order: Pick<Order, 'status' | 'planId' | 'provider'>,
  facts: Pick<OrderFacts, 'progress' | 'reference'>,
  payments: readonly { readonly status: PaymentStatus }[],
): OrderStatus {
  if (order.status === 'refunded' || order.status === 'reversed') return order.status;
  const paid = BY_WEIGHT.find((status) => payments.some((payment) => payment.status === status));
  if (paid !== undefined) return order.planId !== null && order.provider === 'stripe' ? 'paid' : paid;
  if (!UNPAID.includes(order.status)) return order.status;
  if (facts.progress !== 'open') return facts.progress;
  if (order.status === 'created') return facts.reference === null ? 'created' : 'pending';
  return order.status;
}
