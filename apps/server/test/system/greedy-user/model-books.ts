import { LedgerModel } from '../../../src/features/ledger/test/ledger-model.ts';

export const REWARDS = { signUp: 1, code: 1, survey: 3, chat: 3, bought: 10, plan: 2 } as const;
/** Chosen so that no sum of the passed times equals it to the millisecond. */
export const PLAN_DAYS = 0.4;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Grants, given once each, and purchases: a balance ledger for each holder. */
export class ModelBooks {
  readonly #now: () => number;
  readonly #books = new Map<string, LedgerModel>();
  readonly #given = new Set<string>();
  readonly #purchases: { readonly sub: string; readonly key: string }[] = [];
  #keys = 0;

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  of(sub: string): LedgerModel {
    const book = this.#books.get(sub) ?? new LedgerModel();
    this.#books.set(sub, book);
    book.day = this.#now() / DAY_MS;
    return book;
  }

  spendable(sub: string | null): number {
    return sub === null ? 0 : this.of(sub).spendable();
  }

  hasGiven(once: string): boolean {
    return this.#given.has(once);
  }

  /** Once per mailbox or Telegram user, over all its accounts. */
  give(once: string, sub: string, checks: number): boolean {
    if (this.#given.has(once)) return false;
    this.#given.add(once);
    return this.of(sub).grant(once, 'free', checks, null);
  }

  #newKey(): string {
    this.#keys += 1;
    return `bought ${this.#keys}`;
  }

  buy(sub: string): boolean {
    const key = this.#newKey();
    this.#purchases.push({ sub, key });
    return this.of(sub).grant(key, 'flex', REWARDS.bought, null);
  }

  /** Refunds the last purchase of any account, also of a deleted one. */
  refund(): boolean {
    const purchase = this.#purchases.pop();
    if (purchase === undefined) return false;
    this.of(purchase.sub).revoke(purchase.key);
    return true;
  }

  plan(sub: string): boolean {
    return this.of(sub).grant(this.#newKey(), 'plan', REWARDS.plan, PLAN_DAYS);
  }
}
