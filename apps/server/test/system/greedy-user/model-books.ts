import type { GiftKind } from '../../../src/modules/money/grants/grants.ports.ts';
import { LedgerModel } from '../../../src/modules/money/ledger/test/ledger-model.ts';
import type { ModelGifts, ModelPlace } from './model-gifts.ts';

export const REWARDS = { signUp: 1, code: 1, survey: 3, chat: 3, bought: 10, plan: 2, held: 4 } as const;
/** Chosen so that no sum of the passed times equals it to the millisecond. */
export const PLAN_DAYS = 0.4;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** What the tally of a test says where checks that were spent and paid back are settled. */
export const SETTLED = 'a deficit is settled by a purchase';

interface ModelGoods {
  readonly series: string;
  readonly checks: number;
  readonly endsInDays: number | null;
}

/** Grants, given once each, and purchases: a balance ledger for each holder. */
export class ModelBooks {
  readonly #now: () => number;
  readonly #gifts: ModelGifts;
  readonly #books = new Map<string, LedgerModel>();
  readonly #given = new Set<GiftKind>();
  readonly #purchases: { readonly sub: string; readonly key: string }[] = [];
  /** Called with the name of what seldom happens. */
  readonly met: (what: string) => void;
  #keys = 0;

  /** `now` in milliseconds. */
  constructor(now: () => number, gifts: ModelGifts, met: (what: string) => void) {
    this.#now = now;
    this.#gifts = gifts;
    this.met = met;
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

  hasGiven(kind: GiftKind): boolean {
    return this.#given.has(kind);
  }

  /** Once per mailbox or Telegram user, over all its accounts, within the limits of the day. */
  give(kind: GiftKind, sub: string, checks: number, place: ModelPlace): 'given' | 'nothing' | 'refused' {
    if (this.#gifts.room(kind, place) <= 0) return 'refused';
    if (this.#given.has(kind)) return 'nothing';
    this.#given.add(kind);
    this.#gifts.give(kind, place, 1);
    this.of(sub).grant(kind, 'free', checks, null);
    return 'given';
  }

  /** What accounts together bought within 30 days and not had paid back, or have left of what they bought: the more of it. */
  bought(subs: readonly string[]): number {
    const books = subs.map((sub) => this.of(sub));
    const since = this.#now() / DAY_MS - 30;
    const sum = (read: (book: LedgerModel) => number) => books.reduce((all, book) => all + read(book), 0);
    return Math.max(
      sum((book) => book.boughtSince(since)),
      sum((book) => book.leftOfBought()),
    );
  }

  #newKey(): string {
    this.#keys += 1;
    return `bought ${this.#keys}`;
  }

  buy(sub: string): boolean {
    const key = this.#newKey();
    this.#purchases.push({ sub, key });
    return this.purchase(sub, key, { series: 'flex', checks: REWARDS.bought, endsInDays: null });
  }

  /** What is paid for settles first what its holder owes. */
  purchase(sub: string, key: string, { series, checks, endsInDays }: ModelGoods): boolean {
    const book = this.of(sub);
    const owed = book.owed();
    const isNew = book.purchase(key, series, checks, endsInDays);
    if (book.owed() < owed) this.met(SETTLED);
    return isNew;
  }

  /** Refunds the last purchase of any account, also of a deleted one. */
  refund(): boolean {
    const purchase = this.#purchases.pop();
    if (purchase === undefined) return false;
    this.of(purchase.sub).revoke(purchase.key);
    return true;
  }

  /** A month of a subscription, which is paid for. */
  plan(sub: string): boolean {
    return this.purchase(sub, this.#newKey(), { series: 'plan', checks: REWARDS.plan, endsInDays: PLAN_DAYS });
  }
}
