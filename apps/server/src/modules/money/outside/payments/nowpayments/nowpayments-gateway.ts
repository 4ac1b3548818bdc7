import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { AppError } from '../../../../../platform/kernel/app-error.ts';
import { userAgent } from '../../../../../platform/kernel/network/user-agent.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../../../platform/kernel/time/clock.ts';
import { dollarsOf } from '../../../payments/deposits/amounts.ts';
import type { DepositReport } from '../../../payments/deposits/deposits.ts';
import type { EventHint, NamedPayments, Order, OrderFacts, PaymentGateway } from '../../../payments/payments.ports.ts';
import { parseExactly } from './exact-json.ts';
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
/** Anybody can send dust to an address: what belongs to one order is read up to here. */
const PAYMENTS_MAX = 200;
const ASKED_AT_ONCE = 10;
const PAYMENT_ID = /^\d{1,20}$/;

/** Paying by crypto, over the provider's invoices. */
export function nowPaymentsGateway(settings: NowPaymentsSettings, clock: Clock = SYSTEM_CLOCK): PaymentGateway {
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
          'user-agent': userAgent(),
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
      return answer.parse(parseExactly(await response.text()));
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
          // Written as text and read again: nothing is computed.
          price_amount: Number(dollarsOf(order.amountCents)),
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

    async read(order, named) {
      const found = new Map((await listed(order)).map((payment) => [payment.payment_id, payment]));
      const asked = new Set(found.keys());
      for (;;) {
        const unread = wantedOf(named, [...found.values()]).filter((id) => PAYMENT_ID.test(id) && !asked.has(id));
        const next = unread.slice(0, Math.min(ASKED_AT_ONCE, PAYMENTS_MAX - asked.size));
        if (next.length === 0) {
          return { ...factsOf(order, belonging(order, [...found.values()]), clock.now()), unread: unread.length };
        }
        const answers = await Promise.all(next.map((id) => ask(PaymentAnswer, `/payment/${id}`)));
        for (const id of next) asked.add(id);
        for (const payment of answers) if (payment !== null) found.set(payment.payment_id, payment);
      }
    },

    async orderOf({ references }) {
      for (const id of references.filter((one) => PAYMENT_ID.test(one))) {
        const payment = await ask(PaymentAnswer, `/payment/${id}`);
        const parent = payment?.parent_payment_id ?? null;
        const first = parent === null ? payment : await ask(PaymentAnswer, `/payment/${parent}`);
        if (first?.order_id != null) return first.order_id;
      }
      return null;
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
    const { payment_id, parent_payment_id, payment_status, order_id } = Notification.parse(JSON.parse(text));
    return {
      // It has no id of its own; the same words twice are the same message.
      event: createHash('sha256').update(body).digest('hex'),
      type: payment_status.slice(0, 40),
      orderId: order_id ?? null,
      references: [payment_id, ...(parent_payment_id == null ? [] : [parent_payment_id])],
    };
  } catch (error) {
    throw new AppError('SignatureRefused', {
      internal: 'NOWPayments: notification refused',
      cause: error,
      security: { event: { name: 'webhook_refused', provider: 'nowpayments' } },
    });
  }
}

/**
 * What to read, in this order. A further payment names the first one, without which it does not count, and the first one
 * its further ones: either may be all that was reported.
 */
function wantedOf({ first, later, final }: NamedPayments, found: readonly PaymentAnswer[]): readonly string[] {
  const parents = found.flatMap(({ parent_payment_id }) => parent_payment_id ?? []);
  const known = new Set([...later, ...final]);
  const further = found.flatMap(({ payment_extra_ids }) => payment_extra_ids ?? []).filter((id) => !known.has(id));
  return [...new Set([...parents, ...first, ...further, ...later])];
}

/** Payments that name the order, and further payments to the address of one that does. */
function belonging(order: Order, payments: readonly PaymentAnswer[]): readonly PaymentAnswer[] {
  const named = new Set(payments.filter(({ order_id }) => order_id === order.id).map(({ payment_id }) => payment_id));
  return payments.filter(
    ({ payment_id, parent_payment_id, order_id }) =>
      named.has(payment_id) || (order_id == null && parent_payment_id != null && named.has(parent_payment_id)),
  );
}

/** The provider's word `finished` pays nothing: what counts is what arrived. */
function factsOf(order: Order, payments: readonly PaymentAnswer[], now: Date): Omit<OrderFacts, 'unread'> {
  const statuses = new Set(payments.map(({ payment_status }) => payment_status));
  const isOld = now.getTime() - order.createdAt.getTime() > OPEN_FOR_MS;
  return {
    reference: order.reference,
    subscription: null,
    payments: [],
    deposits: payments.map((payment) => depositOf(order, payment, now)),
    progress: progressOf(statuses, isOld),
  };
}

function progressOf(statuses: ReadonlySet<string>, isOld: boolean): OrderFacts['progress'] {
  const isUnderWay = ['waiting', 'confirming', 'confirmed', 'sending'].some((status) => statuses.has(status));
  if (isUnderWay && !isOld) return 'open';
  if (statuses.has('expired')) return 'expired';
  if (statuses.has('failed') || statuses.has('refunded')) return 'failed';
  return isOld ? 'expired' : 'open';
}

/** A payment of the provider as a deposit. A status that is not known is one that may still change. */
function depositOf(order: Pick<Order, 'amountCents'>, payment: PaymentAnswer, now: Date): DepositReport {
  const changed = timeOf(payment.updated_at ?? payment.created_at ?? '');
  return {
    deposit: payment.payment_id,
    parent: payment.parent_payment_id ?? null,
    status: payment.payment_status.slice(0, 40),
    state: stateOf(payment.payment_status),
    asset: payment.pay_currency?.toLowerCase().slice(0, 40) ?? null,
    asked: payment.pay_amount ?? null,
    arrived: payment.actually_paid ?? null,
    outcome: payment.outcome_amount ?? null,
    outcomeAsset: payment.outcome_currency?.slice(0, 40) ?? null,
    isOfPrice: centsOf(payment.price_amount) === order.amountCents && payment.price_currency.toLowerCase() === 'usd',
    reportedAt: Number.isNaN(changed.getTime()) ? now : changed,
  };
}

/** A date, or milliseconds since 1970. */
function timeOf(text: string | number): Date {
  return new Date(/^\d+$/.test(String(text)) ? Number(text) : text);
}

function stateOf(status: string): DepositReport['state'] {
  switch (status) {
    case 'finished':
    case 'partially_paid':
      return 'arrived';
    case 'refunded':
      return 'refunded';
    case 'failed':
    case 'expired':
      return 'over';
    default:
      return 'under_way';
  }
}
