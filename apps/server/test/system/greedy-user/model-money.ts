import { MINUTE_MS, type ModelBooks } from './model-books.ts';
import { ModelCrypto } from './model-crypto.ts';
import { ModelPlans } from './model-plans.ts';
import type { HeldDecision, PaidBy, Sent } from './money-steps.ts';

export interface ModelMoneyOwner {
  readonly startedAt: Date;
  /** Milliseconds since then. */
  readonly now: () => number;
  readonly site: () => string | null;
  readonly timePasses: (ms: number) => void;
}

/** What the greedy user's card, wallet and plans come to. */
export class ModelMoney {
  readonly #books: ModelBooks;
  readonly #owner: ModelMoneyOwner;
  readonly #crypto: ModelCrypto;
  readonly #plans: ModelPlans;

  constructor(books: ModelBooks, owner: ModelMoneyOwner) {
    this.#books = books;
    this.#owner = owner;
    this.#crypto = new ModelCrypto(books, owner.now);
    this.#plans = new ModelPlans(books, owner.startedAt, owner.now);
  }

  buy(): boolean {
    const site = this.#owner.site();
    return site !== null && this.#books.buy(site);
  }

  /** Also by the bank. */
  refund(): boolean {
    return this.#books.refund();
  }

  openCryptoOrder(): void {
    const site = this.#owner.site();
    if (site !== null) this.#crypto.open(site);
  }

  sendCrypto({ sats, asset }: Sent): void {
    this.#crypto.send(sats, asset, this.#owner.site());
    this.#owner.timePasses(MINUTE_MS);
  }

  decideHeld(decision: HeldDecision): readonly string[] {
    return this.#crypto.decide(decision, this.#owner.site());
  }

  sendCryptoBack(): boolean {
    return this.#crypto.sendBack();
  }

  cryptoMoney() {
    return this.#crypto.money();
  }

  changePlan(by: PaidBy, planId: number): string {
    const site = this.#owner.site();
    if (site === null) return 'nobody';
    const said = this.#plans.change(site, by, planId);
    this.#owner.timePasses(MINUTE_MS);
    return said;
  }

  payPlanBack(): boolean {
    const isDone = this.#plans.payBack();
    this.#owner.timePasses(MINUTE_MS);
    return isDone;
  }

  namedPlans() {
    const site = this.#owner.site();
    return site === null ? null : this.#plans.named(site);
  }
}
