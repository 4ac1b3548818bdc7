import { ApiError, type CallAnswer } from '@assay/contracts/client';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { call } from '../../shell/session/browser-client.ts';
import { cardAppearance } from './card-appearance.ts';
import { type CardElement, type CardElements, type CardScript, loadCardScript } from './card-script.ts';

export type CardOrder = CallAnswer<'GET /user/plan/buy/stripe/:order_id'>;

/** `waiting` for the order or the form; `broken` says why there is none. */
export type CardForm =
  | { readonly state: 'waiting'; readonly order: CardOrder | null }
  | { readonly state: 'ready'; readonly order: CardOrder }
  | { readonly state: 'broken'; readonly message: string };

interface Opened {
  readonly script: CardScript;
  readonly elements: CardElements;
  readonly element: CardElement;
}

const NO_ORDER = 'This payment link is not valid. Start again from Billing and plans.';
const NO_SCRIPT = 'The card form could not be loaded. Nothing was charged. Please try again.';

/** Mounts the provider's form for an order, and pays with it. */
export function useCardForm(orderId: string, container: RefObject<HTMLDivElement | null>) {
  const [form, setForm] = useState<CardForm>({ state: 'waiting', order: null });
  const opened = useRef<Opened | null>(null);

  useEffect(() => {
    let isLeft = false;
    async function open() {
      const order = await call('GET /user/plan/buy/stripe/:order_id', { order_id: orderId });
      if (isLeft || container.current === null) return;
      setForm({ state: 'waiting', order });
      const script = await loadCardScript(order.script_url, order.publishable_key);
      if (isLeft || container.current === null) return;
      const elements = script.elements({ clientSecret: order.token_id, appearance: cardAppearance() });
      const element = elements.create('payment');
      opened.current = { script, elements, element };
      element.on('ready', () => {
        if (!isLeft) setForm({ state: 'ready', order });
      });
      element.mount(container.current);
    }
    open().catch((error: unknown) => {
      if (!isLeft) setForm({ state: 'broken', message: messageOf(error) });
    });
    return () => {
      isLeft = true;
      opened.current?.element.destroy();
      opened.current = null;
    };
  }, [orderId, container]);

  /** Answers whether it is paid. What was wrong with the card the form itself says. */
  async function pay(returnUrl: string): Promise<boolean> {
    if (opened.current === null) return false;
    const { script, elements } = opened.current;
    try {
      const { error } = await script.confirmPayment({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: returnUrl },
      });
      return error === undefined;
    } catch {
      // The provider could not be reached: no alert is shown (row ERR-13); the button says so, and becomes active again.
      return false;
    }
  }

  return { form, pay };
}

/** An id that is malformed or that belongs to no order of this user says nothing about a field. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return NO_SCRIPT;
  return error.status === 400 || error.status === 404 ? NO_ORDER : error.message;
}
