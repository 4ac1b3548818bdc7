import { DEFAULT_PRICE_LIST } from '@assay/domain';
import { goodsOfChecks } from '../../../src/modules/money/index.ts';
import { RETURNS } from '../../../src/modules/money/payments/test/payments-fixture.ts';
import { REWARDS } from './model-books.ts';
import type { Stage } from './stage.ts';

/** The card of the greedy user: buys checks, and has the last purchase paid back. */
export class GreedyCard {
  readonly #stage: Stage;
  readonly #purchases: string[] = [];

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async buy({ sub, email }: { readonly sub: string; readonly email: string }): Promise<void> {
    const { payments, stripe, deliver } = this.#stage;
    const goods = goodsOfChecks(REWARDS.bought, DEFAULT_PRICE_LIST);
    const { order } = await payments.buy({ sub, email }, { provider: 'stripe', goods, ...RETURNS });
    const { reference } = await payments.order(sub, order.id);
    const intent = stripe.state.intents.get(reference ?? '');
    if (intent === undefined) throw new Error('The provider does not know this order');
    stripe.actions.payIntent(intent, '4242424242424242');
    this.#purchases.push(reference ?? '');
    await deliver();
  }

  /** A bank takes the last purchase back; false where nothing was bought. */
  async chargeBack(): Promise<boolean> {
    const { stripe, deliver } = this.#stage;
    const intent = stripe.state.intents.get(this.#purchases.pop() ?? '');
    if (intent === undefined) return false;
    const dispute = stripe.actions.dispute(intent);
    await deliver();
    stripe.actions.closeDispute(dispute, 'lost');
    await deliver();
    return true;
  }

  /** False where nothing was bought. */
  async refund(): Promise<boolean> {
    const { stripe, deliver } = this.#stage;
    const intent = stripe.state.intents.get(this.#purchases.pop() ?? '');
    if (intent === undefined) return false;
    stripe.actions.refund(intent);
    await deliver();
    return true;
  }
}
