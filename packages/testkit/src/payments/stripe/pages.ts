import { escapeHtml, type Outgoing } from '../http.ts';
import type { PriceState, SessionState } from './state.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:3rem auto;padding:0 1rem;color:#1d2330;background:#f7f7f4}
main{background:#fff;border:1px solid #d9d9d2;border-radius:12px;padding:1.5rem}
button{display:block;width:100%;margin:.5rem 0;padding:.75rem;font:inherit;border-radius:8px;border:1px solid #1d2330;background:#fff;cursor:pointer}
button[value=pay]{background:#1d2330;color:#fff}p.note{color:#555}`;

/** A page of a stand-in, with one form of buttons that answers to itself. */
export function trialPage(
  title: string,
  lines: readonly string[],
  buttons: readonly (readonly [string, string])[],
): Outgoing {
  const rows = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
  const form = buttons
    .map(([value, text]) => `<button name="do" value="${value}">${escapeHtml(text)}</button>`)
    .join('');
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style><main><h1>${escapeHtml(title)}</h1>${rows}<form method="post">${form}</form><p class="note">A stand-in on this machine. No money moves.</p></main></html>`,
  };
}

export function sessionPage(session: SessionState, price: PriceState | undefined): Outgoing {
  if (session.status !== 'open') return trialPage('This payment is over', [`It is ${session.status}.`], []);
  const cents = price?.cents ?? 0;
  const amount = `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  return trialPage(
    'Pay by card',
    [price?.name ?? '', `${amount} every ${price?.months ?? 1} month(s)`],
    [
      ['pay', `Pay ${amount} with 4242 4242 4242 4242`],
      ['later', 'Pay with a card whose renewals fail'],
      ['fail', 'Pay with a card that is declined'],
      ['abandon', 'Go back without paying'],
    ],
  );
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
              const place = typeof target === 'string' ? document.querySelector(target) : target;
              const label = document.createElement('label');
              label.textContent = 'Card number';
              input = document.createElement('input');
              input.name = 'cardnumber';
              input.inputMode = 'numeric';
              input.autocomplete = 'off';
              input.value = '4242 4242 4242 4242';
              label.append(input);
              place.replaceChildren(label);
              queueMicrotask(() => (listeners.ready ?? []).forEach((tell) => tell()));
            },
            on(name, tell) { (listeners[name] ??= []).push(tell); return this; },
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
