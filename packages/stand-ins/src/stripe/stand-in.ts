import { randomBytes } from 'node:crypto';
import { Deliveries, type Message } from '../deliveries.ts';
import { type Incoming, listenLocally, type Outgoing } from '../http.ts';
import { StripeActions } from './actions.ts';
import { stripeApi } from './api.ts';
import { elementsScript, sessionPage } from './pages.ts';
import { API_VERSION, signatureOf } from './signature.ts';
import { StripeState } from './state.ts';

export interface StripeStandInOptions {
  /** Where messages go; null keeps them in `messages`. May change while it runs. */
  readonly webhookUrl?: () => string | null;
  /** Takes customers it does not know for its own, as after a restart with a database that remembers them. */
  readonly adoptsCustomers?: boolean;
  /** Waits between tries to deliver a message. */
  readonly waitsMs?: readonly number[];
}

export interface StripeStandIn {
  /** Of the API. */
  readonly url: string;
  readonly scriptUrl: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  readonly state: StripeState;
  readonly actions: StripeActions;
  /** Every message so far, delivered or not. */
  readonly messages: readonly Message[];
  /** Requests to the API so far. */
  requests(): number;
  /** Answers the next `count` requests to the API with 500. */
  failNext(count: number): void;
  /** One try to deliver a message by hand; answers the status. */
  send(message: Message, url: string): Promise<number>;
  /** When no delivery is under way. */
  settled(): Promise<void>;
  /** The test clock: everything that falls due meanwhile happens. */
  passTime(ms: number): void;
  close(): Promise<void>;
}

const DEFAULT_WAITS_MS = [200, 1_000, 5_000, 30_000];
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'POST',
};

/**
 * A card provider on this machine that speaks Stripe's protocol: customers, prices, checkout, payment intents,
 * subscriptions with a test clock, invoices, disputes, signed messages. It remembers until it is closed.
 *
 * @example
 * const stripe = await startStripeStandIn();
 * // … the product opens a payment …
 * stripe.actions.payIntent(intent, '4242424242424242');
 */
export async function startStripeStandIn(options: StripeStandInOptions = {}): Promise<StripeStandIn> {
  const state = new StripeState();
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const publishableKey = `pk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  const deliveries = new Deliveries({
    url: options.webhookUrl ?? (() => null),
    waitsMs: options.waitsMs ?? DEFAULT_WAITS_MS,
  });
  let url = '';
  const sessionUrl = (id: string) => `${url}/pay/${id}`;
  const actions = new StripeActions(state, emit, sessionUrl);
  const api = stripeApi({
    state,
    actions,
    secretKey,
    publishableKey,
    sessionUrl,
    adoptsCustomers: options.adoptsCustomers ?? false,
  });
  let requests = 0;
  let failures = 0;

  function emit(type: string, object: object): void {
    const event = {
      id: state.id('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: state.now(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    };
    const body = JSON.stringify(event);
    deliveries.add({
      id: event.id,
      type,
      body,
      headers: () => ({
        'stripe-signature': signatureOf(body, webhookSecret, state.now()),
      }),
    });
  }

  function answer(request: Incoming): Outgoing {
    if (request.method === 'OPTIONS') return { status: 204, body: '', headers: CORS };
    if (request.path === '/stripe.js') {
      return { status: 200, type: 'text/javascript', body: elementsScript(url), headers: CORS };
    }
    const session = /^\/pay\/(\w+)$/.exec(request.path)?.[1];
    if (session !== undefined) return page(session, request);
    requests += 1;
    actions.catchUp();
    if (failures > 0) {
      failures -= 1;
      return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message: 'Out of order' } }) };
    }
    return api(request);
  }

  function page(id: string, { method, body }: Incoming): Outgoing {
    const session = state.sessions.get(id);
    if (session === undefined) return { status: 404, type: 'text/plain', body: 'There is no such payment' };
    const price = state.prices.get(session.price);
    if (method !== 'POST') return sessionPage(session, price);
    const wanted = new URLSearchParams(body).get('do');
    if (wanted === 'pay') actions.paySession(session, '4242424242424242');
    if (wanted === 'later') actions.paySession(session, '4000000000000341');
    if (wanted === 'fail') return sessionPage(session, price);
    const location = session.status === 'complete' ? session.successUrl : session.cancelUrl;
    return { status: 303, body: '', headers: { location } };
  }

  const server = await listenLocally(answer);
  url = server.url;
  return {
    url,
    scriptUrl: `${url}/stripe.js`,
    secretKey,
    publishableKey,
    webhookSecret,
    state,
    actions,
    messages: deliveries.messages,
    requests: () => requests,
    failNext: (count) => {
      failures = count;
    },
    send: (message, to) => deliveries.send(message, to),
    settled: () => deliveries.settled(),
    passTime(ms) {
      state.passTime(ms);
      actions.catchUp();
    },
    close: async () => {
      await deliveries.stop();
      await server.close();
    },
  };
}
