import { createHmac, randomBytes } from 'node:crypto';
import { Deliveries, type Message } from '../deliveries.ts';
import { type Incoming, listenLocally, type Outgoing } from '../http.ts';
import { trialPage } from '../page.ts';

/** As the provider names them. */
export type CryptoStatus =
  | 'waiting'
  | 'confirming'
  | 'confirmed'
  | 'sending'
  | 'partially_paid'
  | 'finished'
  | 'failed'
  | 'refunded'
  | 'expired';

export interface CryptoInvoice {
  readonly id: string;
  readonly orderId: string;
  readonly priceAmount: number;
  readonly callbackUrl: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly title: string;
}

export interface CryptoPayment {
  readonly id: string;
  readonly invoice: string;
  /** The payment whose address it was sent to, where it is a further one; null for the first. */
  readonly parent: string | null;
  readonly asset: string;
  status: CryptoStatus;
  /** A decimal number in `asset`. */
  paid: string;
  updatedAt: string;
}

/** What the page asks for any invoice: in BTC. */
export const ASKED = '0.01';

export interface NowPaymentsStandIn {
  readonly url: string;
  readonly apiKey: string;
  readonly ipnSecret: string;
  readonly login: { readonly email: string; readonly password: string };
  readonly invoices: ReadonlyMap<string, CryptoInvoice>;
  readonly payments: ReadonlyMap<string, CryptoPayment>;
  readonly messages: readonly Message[];
  /** A payment of an invoice, at its beginning. */
  begin(invoiceId: string): CryptoPayment;
  /** Changes the status of a payment, of which so many percent arrived, and notifies the product. */
  move(payment: CryptoPayment, status: CryptoStatus, paidPercent: number): void;
  /** As `move`, with the amount that arrived: a decimal number. */
  moveTo(payment: CryptoPayment, status: CryptoStatus, paid: string): void;
  /** A further payment to the address of another one, as its message and answers name it: without the order. */
  again(parent: CryptoPayment, status: CryptoStatus, paid: string, asset?: string): CryptoPayment;
  settled(): Promise<void>;
  passTime(ms: number): void;
  close(): Promise<void>;
}

export interface NowPaymentsStandInOptions {
  /** False keeps notifications in `messages`. */
  readonly delivers?: boolean;
  readonly waitsMs?: readonly number[];
}

const DEFAULT_WAITS_MS = [200, 1_000, 5_000, 30_000];

/**
 * A crypto provider on this machine that speaks the protocol of NOWPayments: invoices, their payments, the list behind a
 * login, signed notifications.
 *
 * @example
 * const crypto = await startNowPaymentsStandIn({ delivers: false });
 * crypto.move(crypto.begin(invoiceId), 'finished', 100);
 */
export async function startNowPaymentsStandIn(options: NowPaymentsStandInOptions = {}): Promise<NowPaymentsStandIn> {
  const apiKey = randomBytes(12).toString('hex');
  const ipnSecret = randomBytes(16).toString('hex');
  const login = { email: 'payments@example.org', password: randomBytes(9).toString('hex') };
  const token = randomBytes(16).toString('hex');
  const invoices = new Map<string, CryptoInvoice>();
  const payments = new Map<string, CryptoPayment>();
  const delivering = new Map<string, Deliveries>();
  const messages: Message[] = [];
  let offsetMs = 0;
  let count = 4_500_000_000 + (Math.floor(Date.now() / 1000) % 100_000_000);
  let url = '';

  const now = () => new Date(Date.now() + offsetMs);
  const nextId = () => {
    count += 1;
    return String(count);
  };

  function paymentObject(payment: CryptoPayment): Record<string, unknown> {
    const invoice = there(invoices.get(payment.invoice));
    const further = [...payments.values()].filter(({ parent }) => parent === payment.id).map(({ id }) => Number(id));
    const isFurther = payment.parent !== null;
    return {
      payment_id: Number(payment.id),
      parent_payment_id: payment.parent === null ? null : Number(payment.parent),
      invoice_id: isFurther ? null : Number(payment.invoice),
      payment_status: payment.status,
      pay_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      price_amount: invoice.priceAmount,
      price_currency: 'usd',
      pay_amount: Number(isFurther ? payment.paid : ASKED),
      actually_paid: Number(payment.paid),
      pay_currency: payment.asset,
      order_id: isFurther ? null : invoice.orderId,
      order_description: isFurther ? null : invoice.title,
      purchase_id: payment.parent ?? payment.id,
      outcome_amount: Number(payment.paid),
      outcome_currency: payment.asset,
      payment_extra_ids: further.length === 0 ? null : further,
      fee: { currency: payment.asset, depositFee: 0.00001, withdrawalFee: 0, serviceFee: 0 },
      updated_at: payment.updatedAt,
    };
  }

  function moveTo(payment: CryptoPayment, status: CryptoStatus, paid: string): void {
    payment.status = status;
    payment.paid = paid;
    payment.updatedAt = now().toISOString();
    const { callbackUrl } = there(invoices.get(payment.invoice));
    const object = paymentObject(payment);
    // As documented: the list of keys drops those of nested objects that the message itself has not.
    const signature = createHmac('sha512', ipnSecret)
      .update(JSON.stringify(object, Object.keys(object).toSorted()))
      .digest('hex');
    const message: Message = {
      id: `${payment.id}-${messages.length}`,
      type: status,
      body: JSON.stringify(object),
      headers: () => ({ 'x-nowpayments-sig': signature }),
    };
    messages.push(message);
    deliveriesTo(callbackUrl).add(message);
  }

  function deliveriesTo(callbackUrl: string): Deliveries {
    const known = delivering.get(callbackUrl);
    if (known !== undefined) return known;
    const made = new Deliveries({
      url: () => (options.delivers === false ? null : callbackUrl),
      waitsMs: options.waitsMs ?? DEFAULT_WAITS_MS,
    });
    delivering.set(callbackUrl, made);
    return made;
  }

  function move(payment: CryptoPayment, status: CryptoStatus, paidPercent: number): void {
    moveTo(payment, status, ((Number(ASKED) * paidPercent) / 100).toFixed(8));
  }

  function begin(invoice: string, parent: string | null = null, asset = 'btc'): CryptoPayment {
    there(invoices.get(invoice));
    const payment: CryptoPayment = {
      id: nextId(),
      invoice,
      parent,
      asset,
      status: 'waiting',
      paid: '0',
      updatedAt: now().toISOString(),
    };
    payments.set(payment.id, payment);
    return payment;
  }

  function again(parent: CryptoPayment, status: CryptoStatus, paid: string, asset = parent.asset): CryptoPayment {
    const payment = begin(parent.invoice, parent.id, asset);
    moveTo(payment, status, paid);
    return payment;
  }

  /** The underpaid payment of an invoice, the newest of several, and what it lacks with its further ones. */
  function restOf(invoice: string): { readonly parent: CryptoPayment; readonly missing: string } | null {
    const all = [...payments.values()].filter((payment) => payment.invoice === invoice);
    const parent = all.findLast((payment) => payment.parent === null && payment.status === 'partially_paid');
    if (parent === undefined) return null;
    const paid = all
      .filter((payment) => (payment === parent || payment.parent === parent.id) && payment.asset === parent.asset)
      .reduce((sum, payment) => sum + Number(payment.paid), 0);
    const missing = Number((Number(ASKED) - paid).toFixed(8));
    return missing > 0 ? { parent, missing: String(missing) } : null;
  }

  function answer(request: Incoming): Outgoing {
    if (request.path === '/payment') return page(request);
    if (request.headers['x-api-key'] !== apiKey) return json(403, { message: 'Invalid api key' });
    const call = `${request.method} ${request.path}`;
    if (call === 'POST /v1/auth') {
      const given = JSON.parse(request.body) as Partial<typeof login>;
      const isKnown = given.email === login.email && given.password === login.password;
      return isKnown ? json(200, { token }) : json(401, { message: 'Access denied' });
    }
    if (call === 'POST /v1/invoice') return newInvoice(request.body);
    if (call === 'GET /v1/payment/') {
      if (request.headers.authorization !== `Bearer ${token}`) return json(401, { message: 'Authorization required' });
      const of = [...payments.values()].filter(({ invoice }) => invoice === request.query.get('invoiceId'));
      return json(200, { data: of.map(paymentObject), limit: 100, page: 0, pagesCount: 1, total: of.length });
    }
    const payment = payments.get(/^GET \/v1\/payment\/(\d+)$/.exec(call)?.[1] ?? '');
    return payment === undefined ? json(404, { message: 'Payment not found' }) : json(200, paymentObject(payment));
  }

  function newInvoice(body: string): Outgoing {
    const given = JSON.parse(body) as Record<string, unknown>;
    if (typeof given['price_amount'] !== 'number' || given['price_currency'] !== 'usd') {
      return json(400, { code: 'BAD_CREATE_INVOICE_REQUEST', message: 'price_amount is required' });
    }
    const invoice: CryptoInvoice = {
      id: nextId(),
      orderId: String(given['order_id']),
      priceAmount: given['price_amount'],
      callbackUrl: String(given['ipn_callback_url']),
      successUrl: String(given['success_url']),
      cancelUrl: String(given['cancel_url']),
      title: String(given['order_description']),
    };
    invoices.set(invoice.id, invoice);
    return json(200, { id: invoice.id, order_id: invoice.orderId, invoice_url: `${url}/payment?iid=${invoice.id}` });
  }

  function page({ method, query, body }: Incoming): Outgoing {
    const invoice = invoices.get(query.get('iid') ?? '');
    if (invoice === undefined) return { status: 404, type: 'text/plain', body: 'There is no such invoice' };
    const rest = restOf(invoice.id);
    if (method !== 'POST') {
      return trialPage(
        'Pay by crypto',
        [invoice.title, `$${invoice.priceAmount.toFixed(2)}`],
        [
          ...(rest === null ? [] : [['rest', `Pay the rest (${rest.missing} BTC)`] as const]),
          ['finished', 'Pay the amount asked for'],
          ['overpaid', 'Pay more than asked for'],
          ['partially_paid', 'Pay less than asked for'],
          ['expired', 'Let it expire'],
          ['abandon', 'Go back without paying'],
        ],
      );
    }
    const wanted = new URLSearchParams(body).get('do');
    if (wanted === 'finished' || wanted === 'overpaid') {
      const payment = begin(invoice.id);
      move(payment, 'confirming', 100);
      move(payment, 'finished', wanted === 'finished' ? 100 : 150);
    }
    if (wanted === 'rest' && rest !== null) again(rest.parent, 'finished', rest.missing);
    if (wanted === 'partially_paid') move(begin(invoice.id), 'partially_paid', 50);
    if (wanted === 'expired') move(begin(invoice.id), 'expired', 0);
    const isPaid = wanted === 'finished' || wanted === 'overpaid' || (wanted === 'rest' && rest !== null);
    return { status: 303, body: '', headers: { location: isPaid ? invoice.successUrl : invoice.cancelUrl } };
  }

  const server = await listenLocally(answer);
  url = server.url;
  return {
    url,
    apiKey,
    ipnSecret,
    login,
    invoices,
    payments,
    messages,
    begin: (invoice) => begin(invoice),
    move,
    moveTo,
    again,
    settled: async () => {
      await Promise.all([...delivering.values()].map((one) => one.settled()));
    },
    passTime: (ms) => {
      offsetMs += ms;
    },
    close: async () => {
      await Promise.all([...delivering.values()].map((one) => one.stop()));
      await server.close();
    },
  };
}

function there<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('There is no such invoice');
  return found;
}

function json(status: number, body: object): Outgoing {
  return { status, body: JSON.stringify(body) };
}
