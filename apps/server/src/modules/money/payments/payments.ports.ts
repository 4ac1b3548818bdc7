import type { OrderStatus, PaymentProvider } from '@assay/contracts';
import type { InvoiceInput } from '@assay/report';
import type { DepositReport } from './deposits/deposits.ts';

/** An order as it is stored in the database. */
export interface Order {
  readonly id: string;
  /** Null once the account was deleted. */
  readonly sub: string | null;
  readonly provider: PaymentProvider;
  /** Null for check credits bought one by one. */
  readonly planId: number | null;
  readonly checks: number;
  readonly amountCents: number;
  /** Of one check without discount, as it was when the order was opened; null for a plan, and where it was not kept. */
  readonly unitCents: number | null;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly status: OrderStatus;
  readonly reference: string | null;
  readonly subscription: string | null;
  readonly subscriptionStatus: SubscriptionStatus | null;
  readonly version: number;
  readonly createdAt: Date;
  /** The provider's page for it; null where our card form is used, and once the account was deleted. */
  readonly payUrl: string | null;
  /** What an underpaid order lacks; null for any other, and where the provider does not say it. */
  readonly missingAmount: string | null;
  readonly missingCurrency: string | null;
  /** Since when money that was sent for it is held; null while none is. */
  readonly heldSince: Date | null;
}

export type SubscriptionStatus = 'active' | 'cancelling' | 'unpaid' | 'ended';

export type PaymentStatus = 'paid' | 'disputed' | 'refunded' | 'reversed';

/** A payment that arrived, as the provider reports it now. */
export interface PaymentFact {
  /** The provider's name for it; unique per payment. */
  readonly reference: string;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly status: PaymentStatus;
  readonly paidAt: Date;
  /** The period it pays for, where the provider reports it. */
  readonly period: { readonly startsAt: Date; readonly endsAt: Date } | null;
}

/** The state of an order as read from the provider now: the only state that is trusted. */
export interface OrderFacts {
  /** The provider's name for the order; null while it has none. */
  readonly reference: string | null;
  /** Progress of an order without a payment. */
  readonly progress: 'open' | 'partial' | 'expired' | 'failed';
  /** Money that was sent, of which we decide whether it pays the order: everything of a crypto order, and card payments in another currency. */
  readonly deposits: readonly DepositReport[];
  readonly payments: readonly PaymentFact[];
  readonly subscription: { readonly reference: string; readonly status: SubscriptionStatus } | null;
  /** Payments that were named and not read, because one order has too many. */
  readonly unread: number;
}

/** What the provider needs to open an order. */
export interface Purchase {
  readonly order: Order;
  readonly title: string;
  /** The provider's customer, where it has one. */
  readonly customer: string | null;
  /** Whether the payment must happen on the provider's own page, because the payer is not signed in to ours. */
  readonly isHosted: boolean;
}

export interface OpenedOrder {
  readonly reference: string;
  /** The provider's page; null where the payment happens on ours. */
  readonly url: string | null;
}

/** What a message says it is about. It is only a hint where to look: its content is not trusted. */
export interface EventHint {
  /** The same message has the same id, however often it is delivered. */
  readonly event: string;
  readonly type: string;
  /** Our own id, where the message carries it. */
  readonly orderId: string | null;
  /** The provider's names for what it is about: payment, session, subscription, invoice. */
  readonly references: readonly string[];
}

export interface SavedCard {
  readonly id: string;
  readonly card: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly isDefault: boolean;
}

/** What messages and answers named of an order, for a provider of which not all can be read at once. */
export interface NamedPayments {
  /** What a message is about now, then what was not read yet or is under way. */
  readonly first: readonly string[];
  /** What arrived or is over, and may be sent back or paid after all. */
  readonly later: readonly string[];
  /** What was sent back: it does not change any more, and is read only as the first payment of another one. */
  readonly final: readonly string[];
}

/** One payment provider. Failures are AppError PaymentProviderFailed. */
export interface PaymentGateway {
  /** Creates the order at the provider; idempotent by order. */
  open(purchase: Purchase): Promise<OpenedOrder>;
  /** Reads the present state of an order. */
  read(order: Order, named: NamedPayments): Promise<OrderFacts>;
  /** Our id of the order that a payment belongs to whose message does not carry it; null where none is known. */
  orderOf?(hint: EventHint): Promise<string | null>;
  /** @throws AppError SignatureRefused for a body that the provider did not sign, or signed too long ago. */
  readEvent(body: Buffer, headers: Readonly<Record<string, unknown>>, now: Date): EventHint | Promise<EventHint>;
}

/** What only cards can do. */
export interface CardGateway extends PaymentGateway {
  /** For the browser. */
  readonly publishableKey: string;
  readonly scriptUrl: string;
  customerFor(sub: string, email: string): Promise<string>;
  clientSecret(reference: string): Promise<string>;
  cards(customer: string): Promise<readonly SavedCard[]>;
  /** Deletes a customer with its cards and subscriptions; payments and invoices stay at the provider. Idempotent. */
  removeCustomer(customer: string): Promise<void>;
  cancelAtPeriodEnd(subscription: string): Promise<void>;
  /** Undoes `cancelAtPeriodEnd`; idempotent. A subscription that has ended is refused. */
  resume(subscription: string): Promise<void>;
  /** Ends a subscription at once, with all further attempts to charge it; idempotent. */
  endNow(subscription: string): Promise<void>;
}

export interface Gateways {
  readonly stripe: CardGateway | null;
  readonly nowpayments: PaymentGateway | null;
}

/** An invoice as PDF. */
export type RenderInvoice = (facts: InvoiceInput) => Promise<Buffer>;

/** Orders that a provider was asked about. */
export interface Reconciled {
  readonly asked: number;
  readonly changed: number;
  readonly failed: number;
}
