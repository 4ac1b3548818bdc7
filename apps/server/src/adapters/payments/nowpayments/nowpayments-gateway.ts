import { createHash } from 'node:crypto';
import type { z } from 'zod';
import {
  addMonths,
  type EventHint,
  monthsOf,
  type Order,
  type OrderFacts,
  type PaymentFact,
  type PaymentGateway,
  planNamed,
} from '../../../features/payments/index.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { missingAmount } from './missing-amount.ts';
import { isSignedBy } from './signature.ts';
import { AuthAnswer, centsOf, InvoiceAnswer, Notification, PaymentAnswer, PaymentListAnswer } from './wire.ts';

export interface NowPaymentsSettings {
  readonly apiKey: string;
  readonly ipnSecret: string;
  /** Base address of the API, without /v1 and without a slash at the end. */
  readonly apiUrl: string;
  readonly login: { readonly email: string; readonly password: string } | null;
  /** Where notifications are to go. */
  readonly callbackUrl: string;
}

const TIMEOUT_MS = 10_000;
/** An invoice that was not paid by then counts as expired. It still counts when it is paid. */
const OPEN_FOR_MS = 7 * 86_400_000;

/** Paying by crypto, over the provider's invoices. */
export function nowPaymentsGateway(settings: NowPaymentsSettings, now: () => Date = () => new Date()): PaymentGateway {
  /** Null where there is no such thing. */
  async function ask<Answer extends z.ZodType>(
    answer: Answer,
    path: string,
    { body, token }: { body?: object; token?: string } = {},
  ): Promise<z.output<Answer> | null> {
    try {
      const response = await fetch(`${settings.apiUrl}/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'x-api-key': settings.apiKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`status ${response.status}`);
      return answer.parse(await response.json());
    } catch (error) {
      throw new AppError('PaymentProviderFailed', { internal: 'NOWPayments did not answer as expected', cause: error });
    }
  }

  function there<T>(found: T | null): T {
    if (found === null) throw new AppError('PaymentProviderFailed', { internal: 'NOWPayments has no such place' });
    return found;
  }

  /** Payments of an invoice that no notification reported: only with a login. */
  async function listed(order: Order): Promise<readonly PaymentAnswer[]> {
    if (settings.login === null || order.reference === null) return [];
    const { token } = there(await ask(AuthAnswer, '/auth', { body: settings.login }));
    const query = new URLSearchParams({ limit: '100', page: '0', invoiceId: order.reference });
    return there(await ask(PaymentListAnswer, `/payment/?${query.toString()}`, { token })).data;
  }

  return {
    async open({ order, title }) {
      const made = await ask(InvoiceAnswer, '/invoice', {
        body: {
          price_amount: dollarsOf(order.amountCents),
          price_currency: 'usd',
          order_id: order.id,
          order_description: title,
          ipn_callback_url: settings.callbackUrl,
          success_url: order.successUrl,
          cancel_url: order.cancelUrl,
        },
      });
      const invoice = there(made);
      return { reference: invoice.id, url: invoice.invoice_url };
    },

    async read(order, hints) {
      const named = await Promise.all(
        hints.filter((hint) => /^\d{1,20}$/.test(hint)).map((id) => ask(PaymentAnswer, `/payment/${id}`)),
      );
      const all = new Map(
        [...(await listed(order)), ...named.filter((one) => one !== null)].map((payment) => [
          payment.payment_id,
          payment,
        ]),
      );
      return factsOf(
        order,
        [...all.values()].filter((payment) => isOfOrder(order, payment)),
        now(),
      );
    },

    readEvent(body, headers) {
      return readNotification(body, headers, settings.ipnSecret);
    },
  };
}

function readNotification(body: Buffer, headers: Readonly<Record<string, unknown>>, secret: string): EventHint {
  const given = headers['x-nowpayments-sig'];
  const text = body.toString('utf8');
  try {
    if (typeof given !== 'string' || !isSignedBy(text, given, secret)) throw new Error('wrong signature');
    const { payment_id, payment_status, order_id } = Notification.parse(JSON.parse(text));
    return {
      // It has no id of its own; the same words twice are the same message.
      event: createHash('sha256').update(body).digest('hex'),
      type: payment_status.slice(0, 40),
      orderId: order_id ?? null,
      references: [payment_id],
    };
  } catch (error) {
    throw new AppError('SignatureRefused', {
      internal: 'NOWPayments: notification refused',
      cause: error,
      security: { event: { name: 'webhook_refused', provider: 'nowpayments' } },
    });
  }
}

function isOfOrder(order: Order, payment: PaymentAnswer): boolean {
  const isSameAmount = centsOf(payment.price_amount) === order.amountCents && payment.price_currency === 'usd';
  return payment.order_id === order.id && isSameAmount;
}

/** What counts is the provider's own verdict: `finished` is paid, however much more was sent. */
function factsOf(order: Order, payments: readonly PaymentAnswer[], now: Date): OrderFacts {
  const paid = payments.filter(
    ({ payment_status }) => payment_status === 'finished' || (payment_status === 'refunded' && !isUnpaid(order)),
  );
  const statuses = new Set(payments.map(({ payment_status }) => payment_status));
  const isOld = now.getTime() - order.createdAt.getTime() > OPEN_FOR_MS;
  return {
    reference: order.reference,
    subscription: null,
    payments: paid.map((payment) => paymentFact(order, payment, now)),
    progress: progressOf(statuses, isOld),
    missing: missingOf(payments),
  };
}

/** By the newest underpaid payment: the one that the provider's page shows. */
function missingOf(payments: readonly PaymentAnswer[]): OrderFacts['missing'] {
  const newest = payments
    .filter(({ payment_status }) => payment_status === 'partially_paid')
    .toSorted((a, b) => Number(a.payment_id) - Number(b.payment_id))
    .at(-1);
  if (newest === undefined) return null;
  const { pay_amount: asked, actually_paid: received, pay_currency: currency } = newest;
  if (asked == null || received == null || currency == null || !/^\w{2,20}$/.test(currency)) return null;
  const amount = missingAmount(asked, received);
  return amount === null ? null : { amount, currency: currency.toUpperCase() };
}

function progressOf(statuses: ReadonlySet<string>, isOld: boolean): OrderFacts['progress'] {
  if (statuses.has('partially_paid')) return 'partial';
  const isUnderWay = ['waiting', 'confirming', 'confirmed', 'sending'].some((status) => statuses.has(status));
  if (isUnderWay && !isOld) return 'open';
  if (statuses.has('expired')) return 'expired';
  if (statuses.has('failed') || statuses.has('refunded')) return 'failed';
  return isOld ? 'expired' : 'open';
}

function paymentFact(order: Order, payment: PaymentAnswer, now: Date): PaymentFact {
  const isRefunded = payment.payment_status === 'refunded';
  const reported = new Date(payment.updated_at ?? Number.NaN);
  const paidAt = Number.isNaN(reported.getTime()) ? now : reported;
  const months = order.planId === null ? null : monthsOf(planNamed(order.planId));
  return {
    reference: `nowpayments-${payment.payment_id}`,
    amountCents: order.amountCents,
    refundedCents: isRefunded ? order.amountCents : 0,
    status: isRefunded ? 'refunded' : 'paid',
    paidAt,
    // Nothing renews itself here: the time that was paid for begins with the payment.
    period: months === null ? null : { startsAt: paidAt, endsAt: addMonths(paidAt, months) },
  };
}

function isUnpaid({ status }: Order): boolean {
  return ['created', 'pending', 'partial', 'expired', 'failed'].includes(status);
}

/** Written as text and read again: nothing is computed. */
function dollarsOf(cents: number): number {
  const digits = String(cents).padStart(3, '0');
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}
