import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_PRICE_LIST } from '@assay/domain';
import type { CryptoPayment } from '@assay/stand-ins';
import { type Decision, goodsOfChecks, type Held, type HeldOrders } from '../../../src/modules/money/index.ts';
import { RETURNS } from '../../../src/modules/money/payments/test/payments-fixture.ts';
import type { Pool } from '../../../src/platform/db/index.ts';
import { AppError } from '../../../src/platform/kernel/app-error.ts';
import { KillablePool } from './killable-pool.ts';
import { REWARDS } from './model-books.ts';
import type { HeldDecision, Sent } from './money-steps.ts';
import type { Stage } from './stage.ts';

/** What was done with the money of an order, and what is held for which reason, in hundred-millionths. */
export interface CryptoMoney {
  /** What paid it, by the rule or by a decision. */
  readonly paid: number;
  /** What checks were given for. */
  readonly given: number;
  /** What is marked as sent back. */
  readonly refused: number;
  readonly held: readonly string[];
}

/** The crypto wallet of the greedy user, and the order that it opened last. */
export class GreedyCrypto {
  readonly #stage: Stage;
  #order: { readonly id: string; readonly root: CryptoPayment; readonly sent: CryptoPayment[] } | null = null;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async open({ sub, email }: { readonly sub: string; readonly email: string }): Promise<void> {
    const { payments, crypto } = this.#stage;
    const goods = goodsOfChecks(REWARDS.bought, DEFAULT_PRICE_LIST);
    const { order } = await payments.buy({ sub, email }, { provider: 'nowpayments', goods, ...RETURNS });
    const { reference } = await payments.order(sub, order.id);
    this.#order = { id: order.id, root: crypto.begin(reference ?? ''), sent: [] };
  }

  /** The first in the asset asked for pays what was opened; every other is a further payment to its address. */
  async send({ sats, asset, as }: Sent): Promise<void> {
    if (this.#order === null) return;
    const { crypto, deliver } = this.#stage;
    const { root, sent } = this.#order;
    const amount = (sats / 1e8).toFixed(8);
    const isFirst = asset === root.asset && !sent.includes(root);
    if (isFirst) crypto.moveTo(root, as, amount);
    sent.push(isFirst ? root : crypto.again(root, as, amount, asset));
    await deliver();
  }

  /** The provider sends back what was sent last; false where nothing was sent. */
  async sendBack(): Promise<boolean> {
    const last = this.#order?.sent.findLast(({ status }) => status !== 'refunded');
    if (last === undefined) return false;
    this.#stage.crypto.moveTo(last, 'refunded', last.paid);
    await this.#stage.deliver();
    return true;
  }

  /**
   * Two operators decide the same at once, or one does again after the other's server was killed, who asks once more
   * if that gave no answer; what each is answered.
   */
  async decide({ what, of, killedAfterMs }: HeldDecision): Promise<readonly string[]> {
    const { database, heldOver } = this.#stage;
    const id = this.#order?.id;
    const held = id === undefined ? [] : (await heldOver(database.pool).show(id)).order.held;
    const one = of === 'first' ? held[0] : held.at(-1);
    if (id === undefined || one === undefined) return ['nothing', 'nothing'];
    const decision: Decision = {
      what: what === 'checks' ? { checks: REWARDS.held } : what,
      deposit: of === 'all' ? null : one.deposit,
      reason: 'a test',
    };
    const ask = (pool: Pool) => answered(heldOver(pool), id, decision);
    if (killedAfterMs === null) return Promise.all([ask(database.pool), ask(database.pool)]);
    const dying = new KillablePool(database);
    // Opening a connection takes longer than a decision, which is what the kill has to meet.
    await dying.survive((pool) => pool.query('SELECT 1'));
    const killed = sleep(killedAfterMs).then(() => dying.kill());
    const [first] = await Promise.all([dying.survive(ask), killed]);
    return [first ?? (await ask(database.pool)), await ask(database.pool)];
  }

  /** Null where no order was opened. */
  async money(): Promise<CryptoMoney | null> {
    if (this.#order === null) return null;
    const { database, heldOver } = this.#stage;
    const { order, uses } = await heldOver(database.pool).show(this.#order.id);
    const sum = (what: string) =>
      uses.filter(({ use }) => use === what).reduce((all, { amount }) => all + satsOf(amount), 0);
    return { paid: sum('order'), given: sum('checks'), refused: sum('refused'), held: order.held.map(wordsOf) };
  }
}

/** Asks again where the order changed at the same moment, as the command asks its operator to. */
async function answered(orders: HeldOrders, id: string, decision: Decision): Promise<string> {
  for (;;) {
    try {
      const decided = await orders.decide(id, decision);
      return decided.length === 0 ? 'nothing' : decided.map(wordsOf).join(', ');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.errorName !== 'Overloaded') return error.errorName;
    }
  }
}

function wordsOf({ reason, amount }: Held): string {
  return `${reason} ${satsOf(amount)}`;
}

function satsOf(amount: string | null): number {
  return Math.round(Number(amount) * 1e8);
}
