import type { Outgoing } from '../http.ts';
import { trialPage } from '../page.ts';
import type { PriceState, SessionState } from './state.ts';

export function sessionPage(session: SessionState, price: PriceState | undefined): Outgoing {
  if (session.status !== 'open') return trialPage('This payment is over', [`It is ${session.status}.`], []);
  const cents = price?.cents ?? 0;
  const amount = `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  return trialPage(
    'Pay by card',
    [price?.name ?? '', session.mode === 'payment' ? amount : `${amount} every ${everyMonths(price?.months ?? 1)}`],
    [
      ['pay', `Pay ${amount} with 4242 4242 4242 4242`],
      ...(session.mode === 'payment' ? [] : [['later', 'Pay with a card whose renewals fail'] as const]),
      ['fail', 'Pay with a card that is declined'],
      ['abandon', 'Go back without paying'],
    ],
  );
}

function everyMonths(months: number): string {
  return months === 1 ? 'month' : `${months} months`;
}

/**
 * What the provider's script does, as far as the product uses it: a form for a card in the element, and the confirmation
 * of the payment. It asks the stand-in's API as the real one asks the provider's.
 */
export function elementsScript(apiUrl: string): string {
  return `(() => {
  const api = ${JSON.stringify(apiUrl)};
  window.Stripe = (publishableKey) => ({
    elements({ clientSecret }) {
      let input = null;
      const listeners = {};
      return {
        clientSecret,
        number: () => input?.value ?? '',
        create() {
          return {
            mount(target) {
              const container = typeof target === 'string' ? document.querySelector(target) : target;
              const label = document.createElement('label');
              label.textContent = 'Card number';
              input = document.createElement('input');
              input.name = 'cardnumber';
              input.inputMode = 'numeric';
              input.autocomplete = 'off';
              input.value = '4242 4242 4242 4242';
              // As wide as the form, below its label: the real element is an input of this size.
              input.style.cssText = 'display:block;box-sizing:border-box;width:100%;margin-top:6px;padding:12px 14px;font:inherit';
              label.append(input);
              container.replaceChildren(label);
              queueMicrotask(() => (listeners.ready ?? []).forEach((listener) => listener()));
            },
            on(name, listener) { (listeners[name] ??= []).push(listener); return this; },
            unmount() { input?.closest('label')?.remove(); },
            destroy() { input?.closest('label')?.remove(); },
          };
        },
        async submit() { return {}; },
      };
    },
    async confirmPayment({ elements, confirmParams, redirect }) {
      const clientSecret = elements.clientSecret;
      const id = clientSecret.split('_secret_')[0];
      const answer = await fetch(api + '/v1/payment_intents/' + id + '/confirm', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + publishableKey, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ client_secret: clientSecret, card: elements.number() }),
      });
      const body = await answer.json();
      if (!answer.ok) return { error: { type: 'card_error', message: body.error.message, code: body.error.code } };
      if (redirect !== 'if_required' && confirmParams?.return_url) location.assign(confirmParams.return_url);
      return { paymentIntent: { id, status: body.status } };
    },
  });
})();`;
}
