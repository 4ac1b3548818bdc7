import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

/** Cards as the provider's own test cards: by number, and what becomes of a charge. */
export const TEST_CARDS = {
  '4242424242424242': { brand: 'visa', first: true, later: true },
  '4000000000000002': { brand: 'visa', first: false, later: false },
  /** Can be saved, and every later charge fails. */
  '4000000000000341': { brand: 'visa', first: true, later: false },
} as const;

export type TestCard = keyof typeof TEST_CARDS;

export function isTestCard(number: string): number is TestCard {
  return Object.hasOwn(TEST_CARDS, number);
}

export interface CustomerState {
  readonly id: string;
  readonly email: string | null;
  readonly metadata: Record<string, string>;
  defaultMethod: string | null;
}

export interface MethodState {
  readonly id: string;
  readonly customer: string;
  readonly number: TestCard;
  readonly created: number;
}

export interface PriceState {
  readonly id: string;
  readonly product: string;
  readonly lookupKey: string | null;
  readonly cents: number;
  readonly currency: string;
  readonly months: number | null;
  readonly name: string;
}

export interface ChargeState {
  readonly id: string;
  readonly cents: number;
  readonly created: number;
  refunded: number;
  disputed: boolean;
}

export interface IntentState {
  readonly id: string;
  readonly secret: string;
  readonly cents: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly metadata: Record<string, string>;
  readonly created: number;
  readonly saves: boolean;
  status: Extract<Stripe.PaymentIntent.Status, 'requires_payment_method' | 'succeeded' | 'canceled'>;
  charge: ChargeState | null;
}

export interface SessionState {
  readonly id: string;
  readonly mode: 'subscription' | 'payment';
  readonly orderId: string | null;
  readonly customer: string | null;
  readonly price: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly metadata: Record<string, string>;
  readonly subscriptionMetadata: Record<string, string>;
  readonly intentMetadata: Record<string, string>;
  readonly created: number;
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  /** Payment mode, once it was paid. */
  intent: string | null;
}

export interface SubscriptionState {
  readonly id: string;
  readonly customer: string;
  readonly price: string;
  readonly metadata: Record<string, string>;
  readonly created: number;
  readonly anchor: number;
  /** Payment periods so far. */
  periods: number;
  start: number;
  end: number;
  status: 'active' | 'past_due' | 'canceled';
  cancelsAtEnd: boolean;
  /** When the provider tries again after a renewal that failed. */
  retries: number[];
}

export interface InvoiceState {
  readonly id: string;
  readonly subscription: string;
  readonly cents: number;
  readonly currency: string;
  readonly start: number;
  readonly end: number;
  readonly created: number;
  readonly reason: 'subscription_create' | 'subscription_cycle';
  intent: string | null;
  paidAt: number | null;
  status: 'open' | 'paid' | 'uncollectible';
}

export interface DisputeState {
  readonly id: string;
  readonly charge: string;
  readonly intent: string;
  readonly cents: number;
  readonly created: number;
  status: 'needs_response' | 'won' | 'lost';
}

/** Everything the stand-in remembers. */
export class StripeState {
  readonly customers = new Map<string, CustomerState>();
  readonly deletedCustomers = new Set<string>();
  readonly methods = new Map<string, MethodState>();
  readonly prices = new Map<string, PriceState>();
  readonly intents = new Map<string, IntentState>();
  readonly sessions = new Map<string, SessionState>();
  readonly subscriptions = new Map<string, SubscriptionState>();
  readonly invoices = new Map<string, InvoiceState>();
  readonly disputes = new Map<string, DisputeState>();
  #offsetMs = 0;

  /** Seconds. */
  now(): number {
    return Math.floor((Date.now() + this.#offsetMs) / 1000);
  }

  passTime(ms: number): void {
    this.#offsetMs += ms;
  }

  id(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString('hex')}`;
  }
}
