import type {
  AdditionData,
  ChecksPriceData,
  OrderData,
  PaymentMethodData,
  PlanData,
  ReceiptData,
  SubscriptionData,
} from '@assay/contracts';
import type { ChecksPrice, Plan } from '@assay/domain';
import type { Order, SavedCard } from './payments.ports.ts';
import type { Addition } from './plans/coming-additions.ts';
import { planNamed, titleOf } from './plans/goods.ts';
import type { ShownOrder } from './settle/held-orders.ts';
import type { NumberedReceipt } from './settle/issued-documents.ts';
import type { CurrentPlan } from './settle/running-plan.ts';

/** Whole units as a decimal number: formatted as text first, so that no arithmetic rounds. */
function decimal(units: number, places: number): number {
  const digits = String(units).padStart(places + 1, '0');
  return Number(`${digits.slice(0, -places)}.${digits.slice(-places)}`);
}

export function presentPlan(plan: Plan): PlanData {
  return {
    id: plan.id,
    name: plan.name,
    type: plan.type,
    payment_period: plan.paymentPeriod,
    price: decimal(plan.priceCents, 2),
    price_without_discount: decimal(plan.priceWithoutDiscountCents, 2),
    per_check: decimal(plan.perCheckMills, 3),
    sale: plan.salePercent,
    number_checks: plan.numberChecks,
    period_check_add: plan.periodCheckAdd,
    details: plan.details.map((detail) => (typeof detail === 'string' ? detail : { ...detail })),
    price_cents: plan.priceCents,
    price_without_discount_cents: plan.priceWithoutDiscountCents,
    per_check_mills: plan.perCheckMills,
    checks_per_add: plan.checksPerAdd,
  };
}

export function presentPrice(price: ChecksPrice): ChecksPriceData {
  return {
    price: decimal(price.priceCents, 2),
    withoutDiscount: decimal(price.withoutDiscountCents, 2),
    price_cents: price.priceCents,
    without_discount_cents: price.withoutDiscountCents,
    discount_percent: price.discountPercent,
    checks_number: price.checks,
  };
}

export function presentOrder(order: ShownOrder): OrderData {
  return {
    order_id: order.id,
    status: order.status,
    payment_type: order.provider,
    plan_id: order.planId,
    title: titleOf(order),
    checks_number: order.checks,
    amount_cents: order.amountCents,
    created_at: order.createdAt.toISOString(),
    pay_url: payUrlOf(order),
    missing:
      order.missingAmount === null || order.missingCurrency === null
        ? null
        : { amount: order.missingAmount, currency: order.missingCurrency },
    held: order.held.map(({ reason, amount, asset }) => ({
      reason,
      amount,
      currency: asset?.toUpperCase() ?? null,
    })),
  };
}

/** Where a payment that was begun is completed; null once that is over. */
function payUrlOf(order: Order): string | null {
  if (order.status !== 'pending' && order.status !== 'partial') return null;
  return order.payUrl ?? (hasCardForm(order) ? cardFormUrl(order) : null);
}

function hasCardForm({ provider, planId }: Order): boolean {
  return provider === 'stripe' && planId === null;
}

/** Our own card form. */
export function cardFormUrl({ id, successUrl }: Order): string {
  return `${new URL(successUrl).origin}/stripe?order_id=${id}`;
}

export function presentReceipt(receipt: NumberedReceipt): ReceiptData {
  const [invoice] = receipt.documents;
  return {
    id: receipt.id,
    order_id: receipt.orderId,
    title: titleOf(receipt),
    payment_type: receipt.provider,
    amount_cents: receipt.amountCents,
    refunded_cents: receipt.refundedCents,
    status: receipt.status,
    paid_at: receipt.paidAt.toISOString(),
    invoice_path: receipt.areDocumentsOver ? null : `/payment/receipts/${receipt.id}/invoice`,
    invoice_number: invoice?.number ?? null,
    credit_notes: receipt.documents
      .filter(({ kind }) => kind === 'credit_note' && !receipt.areDocumentsOver)
      .map(({ number, amountCents, issuedAt }) => ({
        number,
        amount_cents: amountCents,
        issued_at: issuedAt.toISOString(),
        path: `/payment/receipts/${receipt.id}/credit-notes/${number}`,
      })),
  };
}

export function presentCard(card: SavedCard): PaymentMethodData {
  return {
    id: card.id,
    card: card.card,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    default: card.isDefault,
  };
}

export function presentSubscription(plan: CurrentPlan | null): SubscriptionData | null {
  if (plan === null) return null;
  const { order, planId, status, paidUntil, nextAddition } = plan;
  return {
    plan_id: planId,
    plan_name: planNamed(planId).name,
    payment_type: order.provider,
    status,
    paid_until: paidUntil.toISOString(),
    lapses_at: plan.lapsesAt.toISOString(),
    renewal: status === 'active' ? { at: paidUntil.toISOString(), amount_cents: order.amountCents } : null,
    next_addition:
      nextAddition === null ? null : { at: nextAddition.at.toISOString(), checks_number: nextAddition.checks },
    next_additions: plan.additions.map(presentAddition),
  };
}

export function presentAddition({ at, checks, planId }: Addition): AdditionData {
  return { at: at.toISOString(), checks_number: checks, plan_name: planNamed(planId).name };
}
