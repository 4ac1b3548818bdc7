import {
  chargeObject,
  disputeObject,
  intentObject,
  invoiceObject,
  sessionObject,
  subscriptionObject,
} from './objects.ts';
import {
  type DisputeState,
  type IntentState,
  type InvoiceState,
  type MethodState,
  type SessionState,
  type StripeState,
  type SubscriptionState,
  TEST_CARDS,
  type TestCard,
} from './state.ts';

export type Emit = (type: string, object: object) => void;

const DAY_SECONDS = 86_400;
/** Days after a renewal that failed on which it is tried again; then the subscription ends. */
const RETRY_DAYS = [1, 3, 5, 7];

/** What happens to money, with the webhooks that report it. */
export class StripeActions {
  readonly #state: StripeState;
  readonly #emit: Emit;
  readonly #sessionUrl: (id: string) => string;

  constructor(state: StripeState, emit: Emit, sessionUrl: (id: string) => string) {
    this.#state = state;
    this.#emit = emit;
    this.#sessionUrl = sessionUrl;
  }

  /** Pays an intent by card; false when the bank refuses. */
  payIntent(intent: IntentState, number: TestCard): boolean {
    if (intent.status !== 'requires_payment_method') return false;
    if (!TEST_CARDS[number].first) {
      this.#emit('payment_intent.payment_failed', intentObject(intent));
      return false;
    }
    if (intent.customer !== null && intent.saves) this.#attach(intent.customer, number);
    this.#succeed(intent);
    return true;
  }

  /** Pays a checkout session: once, or the subscription begins. */
  paySession(session: SessionState, number: TestCard): boolean {
    if (session.status !== 'open' || !TEST_CARDS[number].first) return false;
    const state = this.#state;
    if (session.mode === 'payment') {
      session.status = 'complete';
      session.intent = this.#payOnce(session);
      this.#emit('checkout.session.completed', sessionObject(session, state, this.#sessionUrl(session.id)));
      return true;
    }
    const customer = session.customer ?? this.#newCustomer();
    this.#attach(customer, number);
    const now = state.now();
    const subscription: SubscriptionState = {
      id: state.id('sub'),
      customer,
      price: session.price,
      metadata: session.subscriptionMetadata,
      created: now,
      anchor: now,
      periods: 1,
      start: now,
      end: this.#periodEnd(session.price, now, 1),
      status: 'active',
      cancelsAtEnd: false,
      retries: [],
    };
    state.subscriptions.set(subscription.id, subscription);
    session.status = 'complete';
    session.subscription = subscription.id;
    this.#emit('customer.subscription.created', subscriptionObject(subscription, state));
    this.#payInvoice(this.#invoice(subscription, 'subscription_create'), subscription);
    this.#emit('checkout.session.completed', sessionObject(session, state, this.#sessionUrl(session.id)));
    return true;
  }

  #payOnce({ price, customer, intentMetadata }: SessionState): string {
    const state = this.#state;
    const id = state.id('pi');
    const intent: IntentState = {
      id,
      secret: `${id}_secret_${state.id('s')}`,
      cents: state.prices.get(price)?.cents ?? 0,
      currency: state.prices.get(price)?.currency ?? 'usd',
      customer,
      metadata: intentMetadata,
      created: state.now(),
      saves: false,
      status: 'requires_payment_method',
      charge: null,
    };
    state.intents.set(id, intent);
    this.#succeed(intent);
    return id;
  }

  expireSession(session: SessionState): void {
    if (session.status !== 'open') return;
    session.status = 'expired';
    this.#emit('checkout.session.expired', sessionObject(session, this.#state, this.#sessionUrl(session.id)));
  }

  /** Does everything that fell due until now: renewals, tries after failures, ends. */
  catchUp(): void {
    const { now, subscriptions } = { now: this.#state.now(), subscriptions: this.#state.subscriptions };
    for (const subscription of subscriptions.values()) {
      for (;;) {
        const retry = subscription.status === 'past_due' ? subscription.retries[0] : undefined;
        if (retry !== undefined && retry <= now) this.#retry(subscription);
        else if (subscription.status === 'active' && subscription.end <= now) this.#renew(subscription);
        else break;
      }
    }
  }

  cancelAtEnd(subscription: SubscriptionState, cancels: boolean): void {
    subscription.cancelsAtEnd = cancels;
    this.#emit('customer.subscription.updated', subscriptionObject(subscription, this.#state));
  }

  /** Ends a subscription at once: no renewal, no further try. False when it is over already. */
  cancelNow(subscription: SubscriptionState): boolean {
    if (subscription.status === 'canceled') return false;
    subscription.status = 'canceled';
    subscription.retries = [];
    this.#emit('customer.subscription.deleted', subscriptionObject(subscription, this.#state));
    return true;
  }

  /** Pays back; all of what is left by default. */
  refund(intent: IntentState, cents?: number): void {
    const { charge } = intent;
    if (charge === null) throw new Error('Nothing was paid');
    charge.refunded += Math.min(cents ?? charge.cents, charge.cents - charge.refunded);
    this.#emit('charge.refunded', { ...chargeObject(intent) });
  }

  dispute(intent: IntentState): DisputeState {
    const { charge } = intent;
    if (charge === null) throw new Error('Nothing was paid');
    charge.disputed = true;
    const state = this.#state;
    const dispute: DisputeState = {
      id: state.id('du'),
      charge: charge.id,
      intent: intent.id,
      cents: charge.cents,
      created: state.now(),
      status: 'needs_response',
    };
    state.disputes.set(dispute.id, dispute);
    this.#emit('charge.dispute.created', disputeObject(dispute));
    return dispute;
  }

  closeDispute(dispute: DisputeState, status: 'won' | 'lost'): void {
    dispute.status = status;
    this.#emit('charge.dispute.closed', disputeObject(dispute));
  }

  #renew(subscription: SubscriptionState): void {
    if (subscription.cancelsAtEnd) {
      subscription.status = 'canceled';
      this.#emit('customer.subscription.deleted', subscriptionObject(subscription, this.#state));
      return;
    }
    subscription.start = subscription.end;
    subscription.periods += 1;
    subscription.end = this.#periodEnd(subscription.price, subscription.anchor, subscription.periods);
    const invoice = this.#invoice(subscription, 'subscription_cycle');
    this.#emit('customer.subscription.updated', subscriptionObject(subscription, this.#state));
    if (this.#charges(subscription)) {
      this.#payInvoice(invoice, subscription);
      return;
    }
    subscription.status = 'past_due';
    subscription.retries = RETRY_DAYS.map((days) => subscription.start + days * DAY_SECONDS);
    this.#emit('invoice.payment_failed', invoiceObject(invoice, this.#state));
    this.#emit('customer.subscription.updated', subscriptionObject(subscription, this.#state));
  }

  #retry(subscription: SubscriptionState): void {
    subscription.retries.shift();
    const invoice = [...this.#state.invoices.values()].find(
      (one) => one.subscription === subscription.id && one.status === 'open',
    );
    if (invoice === undefined) throw new Error('There is no open invoice');
    if (this.#charges(subscription)) {
      subscription.status = 'active';
      subscription.retries = [];
      this.#payInvoice(invoice, subscription);
      this.#emit('customer.subscription.updated', subscriptionObject(subscription, this.#state));
      return;
    }
    this.#emit('invoice.payment_failed', invoiceObject(invoice, this.#state));
    if (subscription.retries.length > 0) return;
    invoice.status = 'uncollectible';
    subscription.status = 'canceled';
    this.#emit('customer.subscription.deleted', subscriptionObject(subscription, this.#state));
  }

  #charges({ customer }: SubscriptionState): boolean {
    const method = this.#state.methods.get(this.#state.customers.get(customer)?.defaultMethod ?? '');
    return method !== undefined && TEST_CARDS[method.number].later;
  }

  #invoice(subscription: SubscriptionState, reason: InvoiceState['reason']): InvoiceState {
    const state = this.#state;
    const invoice: InvoiceState = {
      id: state.id('in'),
      subscription: subscription.id,
      cents: state.prices.get(subscription.price)?.cents ?? 0,
      currency: state.prices.get(subscription.price)?.currency ?? 'usd',
      start: subscription.start,
      end: subscription.end,
      created: reason === 'subscription_create' ? state.now() : subscription.start,
      reason,
      intent: null,
      paidAt: null,
      status: 'open',
    };
    state.invoices.set(invoice.id, invoice);
    this.#emit('invoice.created', invoiceObject(invoice, state));
    return invoice;
  }

  #payInvoice(invoice: InvoiceState, { customer }: SubscriptionState): void {
    const state = this.#state;
    const id = state.id('pi');
    const intent: IntentState = {
      id,
      secret: `${id}_secret_${state.id('s')}`,
      cents: invoice.cents,
      currency: invoice.currency,
      customer,
      metadata: {},
      created: state.now(),
      saves: false,
      status: 'requires_payment_method',
      charge: null,
    };
    state.intents.set(id, intent);
    invoice.intent = id;
    invoice.paidAt = state.now();
    invoice.status = 'paid';
    this.#succeed(intent);
    this.#emit('invoice.paid', invoiceObject(invoice, state));
  }

  #succeed(intent: IntentState): void {
    intent.status = 'succeeded';
    intent.charge = {
      id: this.#state.id('ch'),
      cents: intent.cents,
      created: this.#state.now(),
      refunded: 0,
      disputed: false,
    };
    this.#emit('payment_intent.succeeded', intentObject(intent));
    this.#emit('charge.succeeded', { ...chargeObject(intent) });
  }

  #attach(customer: string, number: TestCard): void {
    const state = this.#state;
    const method: MethodState = { id: state.id('pm'), customer, number, created: state.now() };
    state.methods.set(method.id, method);
    const owner = state.customers.get(customer);
    if (owner !== undefined) owner.defaultMethod = method.id;
  }

  #newCustomer(): string {
    const customer = { id: this.#state.id('cus'), email: null, metadata: {}, defaultMethod: null };
    this.#state.customers.set(customer.id, customer);
    return customer.id;
  }

  /** Counted from the first day, so that the 31st comes back after a short month. */
  #periodEnd(price: string, anchor: number, periods: number): number {
    const months = (this.#state.prices.get(price)?.months ?? 1) * periods;
    const from = new Date(anchor * 1000);
    const then = new Date(from);
    then.setUTCDate(1);
    then.setUTCMonth(then.getUTCMonth() + months);
    const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
    then.setUTCDate(Math.min(from.getUTCDate(), last));
    return Math.floor(then.getTime() / 1000);
  }
}
