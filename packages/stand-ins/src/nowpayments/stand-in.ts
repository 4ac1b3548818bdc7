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
  status: CryptoStatus;
  /** Of what was asked for, in percent. */
  paidPercent: number;
  updatedAt: string;
}

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
  /** Changes the status of a payment and notifies the product. */
  move(payment: CryptoPayment, status: CryptoStatus, paidPercent: number): void;
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
    const asked = 0.01;
    return {
      payment_id: Number(payment.id),
      invoice_id: Number(payment.invoice),
      payment_status: payment.status,
      pay_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      price_amount: invoice.priceAmount,
      price_currency: 'usd',
      pay_amount: asked,
      actually_paid: Number(((asked * payment.paidPercent) / 100).toFixed(8)),
      pay_currency: 'btc',
      order_id: invoice.orderId,
      order_description: invoice.title,
      purchase_id: payment.id,
      updated_at: payment.updatedAt,
    };
  }

  function move(payment: CryptoPayment, status: CryptoStatus, paidPercent: number): void {
    payment.status = status;
    payment.paidPercent = paidPercent;
    payment.updatedAt = now().toISOString();
    const { callbackUrl } = there(invoices.get(payment.invoice));
    const object = paymentObject(payment);
    const keys = Object.keys(object).toSorted();
    const signature = createHmac('sha512', ipnSecret)
      .update(JSON.stringify(Object.fromEntries(keys.map((key) => [key, object[key]]))))
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

  function begin(invoice: string): CryptoPayment {
    there(invoices.get(invoice));
    const payment: CryptoPayment = {
      id: nextId(),
      invoice,
      status: 'waiting',
      paidPercent: 0,
      updatedAt: now().toISOString(),
    };
    payments.set(payment.id, payment);
    return payment;
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
    if (method !== 'POST') {
      return trialPage(
        'Pay by crypto',
        [invoice.title, `$${invoice.priceAmount}`],
        [
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
    if (wanted === 'partially_paid') move(begin(invoice.id), 'partially_paid', 50);
    if (wanted === 'expired') move(begin(invoice.id), 'expired', 0);
    const isPaid = wanted === 'finished' || wanted === 'overpaid';
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
    begin,
    move,
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
