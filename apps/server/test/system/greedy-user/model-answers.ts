import { UNCHARGED_A_DAY } from './limits.ts';
import type { ModelBooks } from './model-books.ts';

const PER_BOUGHT_CHECK = 10;

/** What the tally of a test says where the budget of uncharged answers decides. */
export const BUDGET_SPENT = 'the budget of uncharged answers is spent';
export const BUDGET_RAISED = 'a purchase raises a budget of uncharged answers that is spent';

/** Answers without a charge, by owner and day, and what their budget refuses. */
export class ModelAnswers {
  readonly #books: ModelBooks;
  readonly #today: () => number;
  readonly #answered = new Map<string, number>();

  constructor(books: ModelBooks, today: () => number) {
    this.#books = books;
    this.#today = today;
  }

  #key(owner: string): string {
    return `${owner} ${this.#today()}`;
  }

  count(owner: string): void {
    this.#answered.set(this.#key(owner), (this.#answered.get(this.#key(owner)) ?? 0) + 1);
  }

  /** Why no other check of the owner may begin; `payers`: whose purchases count; `running`: that may end uncharged. */
  refusal(owner: string, payers: readonly string[], running: number): string | null {
    const answered = this.#answered.get(this.#key(owner)) ?? 0;
    const most = Math.max(UNCHARGED_A_DAY, PER_BOUGHT_CHECK * this.#books.bought(payers));
    if (answered >= most) {
      this.#books.met(BUDGET_SPENT);
      return 'UnchargedLimitReached';
    }
    if (answered >= UNCHARGED_A_DAY) this.#books.met(BUDGET_RAISED);
    return answered + running >= most ? 'TooManyChecks' : null;
  }
}
