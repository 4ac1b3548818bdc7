import { DEFAULT_PRICE_LIST } from '@assay/domain';
import type { CryptoPayment } from '@assay/stand-ins';
import { goodsOfPlan } from '../../../src/modules/money/payments/plans/goods.ts';
import { RETURNS } from '../../../src/modules/money/payments/test/payments-fixture.ts';
import { AppError } from '../../../src/platform/kernel/app-error.ts';
import type { PaidBy } from './money-steps.ts';
import type { Stage } from './stage.ts';

/** The plans of an account: the one that its page names, and those whose card is charged again. */
export interface NamedPlans {
  readonly current: number | null;
  readonly renewing: readonly number[];
}

interface Bought {
  readonly order: string;
  readonly sub: string;
  readonly planId: number;
  readonly payment: CryptoPayment | null;
}

/** The plans that the greedy user pays for, by card and by crypto in turn. */
export class GreedyPlans {
  readonly #stage: Stage;
  /** What was paid and not paid back. */
  readonly #paid: Bought[] = [];
  readonly #all: Bought[] = [];

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Opens the plan and pays it; the name of a refusal where it is not sold. */
  async change({ sub, email }: { readonly sub: string; readonly email: string }, by: PaidBy, planId: number) {
    const { payments, stripe, crypto, deliver } = this.#stage;
    const goods = goodsOfPlan(planId, DEFAULT_PRICE_LIST);
    if (goods === null) throw new Error('Not for sale');
    const provider = by === 'card' ? 'stripe' : 'nowpayments';
    try {
      const { order } = await payments.buy({ sub, email }, { provider, goods, ...RETURNS });
      const reference = (await payments.order(sub, order.id)).reference ?? '';
      const session = stripe.state.sessions.get(reference);
      const payment = session === undefined ? crypto.begin(reference) : null;
      if (session !== undefined) stripe.actions.paySession(session, '4242424242424242');
      if (payment !== null) crypto.move(payment, 'finished', 100);
      const bought = { order: order.id, sub, planId, payment };
      this.#paid.push(bought);
      this.#all.push(bought);
      await deliver();
      return 'paid';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.errorName;
    }
  }

  /** The last plan that was paid is paid back, of any account; false where there is none. */
  async payBack(): Promise<boolean> {
    const bought = this.#paid.pop();
    if (bought === undefined) return false;
    const { stripe, crypto, deliver } = this.#stage;
    if (bought.payment !== null) crypto.move(bought.payment, 'refunded', 100);
    else {
      const { invoices, intents } = stripe.state;
      const id = this.#subscriptionOf(bought)?.id;
      const invoice = [...invoices.values()].find(({ subscription }) => subscription === id);
      const intent = intents.get(invoice?.intent ?? '');
      if (intent === undefined) throw new Error('Nothing was paid');
      stripe.actions.refund(intent);
    }
    await deliver();
    return true;
  }

  async named(sub: string): Promise<NamedPlans> {
    const plan = await this.#stage.payments.subscription(sub);
    const renewing = this.#all.filter((one) => one.sub === sub && this.#subscriptionOf(one)?.status === 'active');
    return { current: plan?.planId ?? null, renewing: renewing.map(({ planId }) => planId) };
  }

  #subscriptionOf({ order }: Bought) {
    const { subscriptions } = this.#stage.stripe.state;
    return [...subscriptions.values()].find(({ metadata }) => metadata['order_id'] === order);
  }
}
