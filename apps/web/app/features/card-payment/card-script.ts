/** The part of the card provider's script that is used here. */
export interface CardScript {
  elements(options: { readonly clientSecret: string; readonly appearance: CardAppearance }): CardElements;
  confirmPayment(options: {
    readonly elements: CardElements;
    readonly redirect: 'if_required';
    readonly confirmParams: { readonly return_url: string };
  }): Promise<{ readonly error?: { readonly message?: string } }>;
}

export interface CardElements {
  create(type: 'payment'): CardElement;
}

export interface CardElement {
  mount(container: HTMLElement): void;
  on(event: 'ready', listener: () => void): void;
  destroy(): void;
}

export interface CardAppearance {
  readonly theme: 'stripe' | 'night';
  readonly variables: Readonly<Record<string, string>>;
}

const GLOBAL = 'Stripe';

/**
 * Loads the provider's script from where the provider publishes it, as its terms ask, and opens it with the public key.
 *
 * @throws Error when the script did not come or is not what it should be.
 */
export async function loadCardScript(scriptUrl: string, publishableKey: string): Promise<CardScript> {
  if (!Reflect.has(window, GLOBAL)) await appendScript(scriptUrl);
  const open: unknown = Reflect.get(window, GLOBAL);
  if (typeof open !== 'function') throw new Error('The script of the card provider is not what it should be');
  return open(publishableKey) as CardScript;
}

function appendScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The script of the card provider did not load'));
    });
    document.head.append(script);
  });
}
