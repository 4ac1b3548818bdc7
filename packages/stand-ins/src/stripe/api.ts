import type { Incoming, Outgoing } from '../http.ts';
import type { StripeActions } from './actions.ts';
import { type Form, listOf, partOf, readForm, textOf, textsOf } from './form.ts';
import {
  customerObject,
  disputeObject,
  intentObject,
  invoiceObject,
  methodObject,
  priceObject,
  sessionObject,
  subscriptionObject,
} from './objects.ts';
import { ApiFailure, known, PARAMS, there, whole } from './parameters.ts';
import { type IntentState, isTestCard, type PriceState, type SessionState, type StripeState } from './state.ts';

interface ApiOptions {
  readonly state: StripeState;
  readonly actions: StripeActions;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly sessionUrl: (id: string) => string;
  /** Takes customers it does not know for its own. */
  readonly adoptsCustomers: boolean;
}

/** The part of the provider's API that the product uses, with keys, unknown parameters and idempotency as there. */
export function stripeApi({ state, actions, secretKey, publishableKey, sessionUrl, adoptsCustomers }: ApiOptions) {
  const answered = new Map<string, { readonly request: string; readonly answer: Outgoing }>();

  function answer(request: Incoming): Outgoing {
    try {
      checkKey(request);
      const key = request.headers['idempotency-key'];
      if (request.method !== 'POST' || typeof key !== 'string') return ok(route(request));
      const said = `${request.path}?${request.body}`;
      const before = answered.get(key);
      if (before !== undefined) {
        if (before.request === said) return before.answer;
        throw new ApiFailure(400, 'idempotency_error', 'The key was used for another request');
      }
      const made = ok(route(request));
      answered.set(key, { request: said, answer: made });
      return made;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const type = error.code === 'idempotency_error' ? 'idempotency_error' : 'invalid_request_error';
      return json(error.status, { error: { type, code: error.code, message: error.message } });
    }
  }

  function checkKey({ headers, path }: Incoming): void {
    const given = headers.authorization;
    const isPublic = path.endsWith('/confirm') && given === `Bearer ${publishableKey}`;
    if (given !== `Bearer ${secretKey}` && !isPublic) throw new ApiFailure(401, 'api_key_invalid', 'Invalid API key');
  }

  function route({ method, path, query, body }: Incoming): object {
    const [, , kind = '', id = '', more = ''] = path.split('/');
    const call = `${method} ${kind === 'checkout' ? 'checkout/sessions' : kind}`;
    const one = kind === 'checkout' ? more : id;
    const form = readForm(method === 'POST' ? body : '');
    switch (call) {
      case 'POST customers':
        return newCustomer(form);
      case 'GET customers': {
        if (state.deletedCustomers.has(one) && more === '') return { id: one, object: 'customer', deleted: true };
        const customer = customerOf(one);
        if (more !== 'payment_methods') return customerObject(customer);
        const methods = [...state.methods.values()].filter((method) => method.customer === one);
        return list(methods.toReversed().map(methodObject), path);
      }
      case 'DELETE customers':
        return deleteCustomer(customerOf(one).id);
      case 'POST prices':
        return newPrice(form);
      case 'GET prices': {
        const keys = query.getAll('lookup_keys[0]');
        const prices = [...state.prices.values()].filter(
          ({ lookupKey }) => lookupKey !== null && keys.includes(lookupKey),
        );
        return list(prices.map(priceObject), path);
      }
      case 'POST payment_intents':
        return more === 'confirm' ? confirm(one, form) : newIntent(form);
      case 'GET payment_intents':
        return intentObject(there(state.intents.get(one), 'payment_intent'), {
          expandsCharge: query.get('expand[0]') === 'latest_charge',
        });
      case 'POST checkout/sessions':
        return newSession(form);
      case 'GET checkout/sessions':
        return sessionObject(there(state.sessions.get(one), 'checkout.session'), state, sessionUrl(one));
      case 'GET subscriptions':
        return subscriptionObject(there(state.subscriptions.get(one), 'subscription'), state);
      case 'POST subscriptions': {
        const subscription = there(state.subscriptions.get(one), 'subscription');
        known(form, PARAMS.subscription);
        actions.cancelAtEnd(subscription, textOf(form, 'cancel_at_period_end') === 'true');
        return subscriptionObject(subscription, state);
      }
      case 'DELETE subscriptions': {
        const subscription = there(state.subscriptions.get(one), 'subscription');
        // As the provider answers for one that is over.
        if (!actions.cancelNow(subscription)) throw new ApiFailure(404, 'resource_missing', 'No such subscription');
        return subscriptionObject(subscription, state);
      }
      case 'GET invoices': {
        const invoices = [...state.invoices.values()].filter(
          ({ subscription, status }) => subscription === query.get('subscription') && status === query.get('status'),
        );
        return list(
          invoices.toReversed().map((invoice) => invoiceObject(invoice, state)),
          path,
        );
      }
      case 'GET disputes': {
        const disputes = [...state.disputes.values()].filter(({ intent }) => intent === query.get('payment_intent'));
        return list(disputes.map(disputeObject), path);
      }
      default:
        throw new ApiFailure(404, 'resource_missing', `Unrecognized request URL (${method}: ${path})`);
    }
  }

  function customerOf(id: string) {
    const known = state.customers.get(id);
    if (known !== undefined || !adoptsCustomers || state.deletedCustomers.has(id)) return there(known, 'customer');
    const adopted = { id, email: null, metadata: {}, defaultMethod: null };
    state.customers.set(id, adopted);
    return adopted;
  }

  /** With its cards and subscriptions; invoices and payments stay. */
  function deleteCustomer(id: string): object {
    state.customers.delete(id);
    state.deletedCustomers.add(id);
    for (const { id: method, customer } of [...state.methods.values()])
      if (customer === id) state.methods.delete(method);
    for (const one of state.subscriptions.values()) if (one.customer === id) actions.cancelNow(one);
    return { id, object: 'customer', deleted: true };
  }

  function newCustomer(form: Form): object {
    known(form, PARAMS.customer);
    const customer = {
      id: state.id('cus'),
      email: textOf(form, 'email'),
      metadata: textsOf(partOf(form, 'metadata')),
      defaultMethod: null,
    };
    state.customers.set(customer.id, customer);
    return customerObject(customer);
  }

  function newPrice(form: Form): object {
    known(form, PARAMS.price);
    const recurring = partOf(form, 'recurring');
    const price: PriceState = {
      id: state.id('price'),
      product: state.id('prod'),
      lookupKey: textOf(form, 'lookup_key'),
      cents: whole(form, 'unit_amount'),
      currency: 'usd',
      months: textOf(recurring, 'interval') === 'month' ? whole(recurring, 'interval_count') : null,
      name: textOf(partOf(form, 'product_data'), 'name') ?? '',
    };
    state.prices.set(price.id, price);
    return priceObject(price);
  }

  function newIntent(form: Form): object {
    known(form, PARAMS.intent);
    const id = state.id('pi');
    const customer = textOf(form, 'customer');
    if (customer !== null) customerOf(customer);
    if (textOf(form, 'currency') !== 'usd') throw new ApiFailure(400, 'parameter_invalid', 'currency: usd only');
    const intent: IntentState = {
      id,
      secret: `${id}_secret_${state.id('s')}`,
      cents: whole(form, 'amount'),
      currency: 'usd',
      customer,
      metadata: textsOf(partOf(form, 'metadata')),
      created: state.now(),
      saves: textOf(form, 'setup_future_usage') !== null,
      status: 'requires_payment_method',
      charge: null,
    };
    state.intents.set(id, intent);
    return intentObject(intent);
  }

  /** What the form in the browser asks for. */
  function confirm(id: string, form: Form): object {
    const intent = there(state.intents.get(id), 'payment_intent');
    if (textOf(form, 'client_secret') !== intent.secret) throw new ApiFailure(401, 'secret_invalid', 'Wrong secret');
    const number = (textOf(form, 'card') ?? '').replace(/\s/g, '');
    if (!isTestCard(number)) throw new ApiFailure(402, 'incorrect_number', 'Your card number is incorrect.');
    if (!actions.payIntent(intent, number)) throw new ApiFailure(402, 'card_declined', 'Your card was declined.');
    return intentObject(intent);
  }

  function newSession(form: Form): object {
    known(form, PARAMS.session);
    const mode = textOf(form, 'mode');
    if (mode !== 'subscription' && mode !== 'payment') {
      throw new ApiFailure(400, 'parameter_invalid', 'mode: subscription or payment');
    }
    const strange = mode === 'payment' ? 'subscription_data' : 'payment_intent_data';
    if (Object.hasOwn(form, strange)) throw new ApiFailure(400, 'parameter_invalid', `${strange}: not in this mode`);
    const price = priceOfSession(form, mode);
    const customer = textOf(form, 'customer');
    if (customer !== null) customerOf(customer);
    const session: SessionState = {
      id: state.id('cs_test'),
      orderId: textOf(form, 'client_reference_id'),
      mode,
      customer,
      price: price.id,
      successUrl: textOf(form, 'success_url') ?? '',
      cancelUrl: textOf(form, 'cancel_url') ?? '',
      metadata: textsOf(partOf(form, 'metadata')),
      subscriptionMetadata: textsOf(partOf(partOf(form, 'subscription_data'), 'metadata')),
      intentMetadata: textsOf(partOf(partOf(form, 'payment_intent_data'), 'metadata')),
      created: state.now(),
      status: 'open',
      subscription: null,
      intent: null,
    };
    state.sessions.set(session.id, session);
    return sessionObject(session, state, sessionUrl(session.id));
  }

  /** An existing price, or one made for this session alone. */
  function priceOfSession(form: Form, mode: 'subscription' | 'payment'): PriceState {
    const [item] = listOf(form, 'line_items');
    if (item === undefined || typeof item === 'string') throw new ApiFailure(400, 'parameter_missing', 'line_items');
    const inline = partOf(item, 'price_data');
    const stored = state.prices.get(textOf(item, 'price') ?? '');
    if (mode === 'subscription' || !Object.hasOwn(item, 'price_data')) return there(stored, 'price');
    if (textOf(inline, 'currency') !== 'usd') throw new ApiFailure(400, 'parameter_invalid', 'currency: usd only');
    const price: PriceState = {
      id: state.id('price'),
      product: state.id('prod'),
      lookupKey: null,
      cents: whole(inline, 'unit_amount'),
      currency: 'usd',
      months: null,
      name: textOf(partOf(inline, 'product_data'), 'name') ?? '',
    };
    state.prices.set(price.id, price);
    return price;
  }

  return answer;
}

function list(data: readonly object[], url: string): object {
  return { object: 'list', data, has_more: false, url };
}

function ok(body: object): Outgoing {
  return json(200, body);
}

function json(status: number, body: object): Outgoing {
  return {
    status,
    body: JSON.stringify(body),
    headers: { 'request-id': 'req_local', 'access-control-allow-origin': '*' },
  };
}
