import type { Caller } from '../../../src/platform/kernel/caller.ts';
import type { Clock } from '../../../src/platform/kernel/time/clock.ts';
import { GreedyCard } from './card.ts';
import { type CryptoMoney, GreedyCrypto } from './crypto.ts';
import { MINUTE_MS } from './model-books.ts';
import type { HeldDecision, PaidBy, Sent } from './money-steps.ts';
import { GreedyPlans, type NamedPlans } from './plans.ts';
import type { Stage } from './stage.ts';

/** What money needs to know of the greedy user. */
export interface MoneyOwner {
  readonly clock: Clock;
  /** The account there is now. */
  readonly site: () => Caller | null;
  readonly timePasses: (ms: number) => Promise<void>;
}

/** The greedy user's card, wallet and plans; the providers' clocks show the user's time. */
export class GreedyMoney {
  readonly #stage: Stage;
  readonly #owner: MoneyOwner;
  readonly #card: GreedyCard;
  readonly #crypto: GreedyCrypto;
  readonly #plans: GreedyPlans;

  constructor(stage: Stage, owner: MoneyOwner) {
    this.#stage = stage;
    this.#owner = owner;
    this.#card = new GreedyCard(stage);
    this.#crypto = new GreedyCrypto(stage);
    this.#plans = new GreedyPlans(stage);
  }

  #now(): this {
    this.#stage.moveTo(this.#owner.clock.now());
    return this;
  }

  async buy(): Promise<boolean> {
    const site = this.#owner.site();
    if (site === null) return false;
    await this.#now().#card.buy(site);
    return true;
  }

  refund(): Promise<boolean> {
    return this.#now().#card.refund();
  }

  chargeBack(): Promise<boolean> {
    return this.#now().#card.chargeBack();
  }

  async openCryptoOrder(): Promise<void> {
    const site = this.#owner.site();
    if (site !== null) await this.#now().#crypto.open(site);
  }

  /** What is sent at one moment is counted in no certain order: a minute passes after each step. */
  async sendCrypto(sent: Sent): Promise<void> {
    await this.#now().#crypto.send(sent);
    await this.#owner.timePasses(MINUTE_MS);
  }

  decideHeld(decision: HeldDecision): Promise<readonly string[]> {
    return this.#now().#crypto.decide(decision);
  }

  sendCryptoBack(): Promise<boolean> {
    return this.#now().#crypto.sendBack();
  }

  cryptoMoney(): Promise<CryptoMoney | null> {
    return this.#crypto.money();
  }

  /** A plan that is paid back at the moment it was paid would not be over yet: a minute passes after each step. */
  async changePlan(by: PaidBy, planId: number): Promise<string> {
    const site = this.#owner.site();
    if (site === null) return 'nobody';
    const said = await this.#now().#plans.change(site, by, planId);
    await this.#owner.timePasses(MINUTE_MS);
    return said;
  }

  async payPlanBack(): Promise<boolean> {
    const isDone = await this.#now().#plans.payBack();
    await this.#owner.timePasses(MINUTE_MS);
    return isDone;
  }

  async namedPlans(): Promise<NamedPlans | null> {
    const site = this.#owner.site();
    return site === null ? null : this.#now().#plans.named(site.sub);
  }
}
