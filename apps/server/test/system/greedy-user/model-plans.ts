import { addMonths } from '../../../src/modules/money/payments/plans/add-months.ts';
import { lapsesAt } from '../../../src/modules/money/payments/plans/credits.ts';
import { DAY_MS, type ModelBooks } from './model-books.ts';
import type { PaidBy } from './money-steps.ts';
import type { NamedPlans } from './plans.ts';

const CHECKS_OF: Readonly<Record<number, number>> = { 7: 30, 11: 100 };

interface ModelPlan {
  readonly sub: string;
  readonly planId: number;
  readonly by: PaidBy;
  readonly name: string;
  readonly paidAt: Date;
  readonly endsAt: Date;
}

/** What becomes of plans: the newest is current and alone renews; by crypto the same plan is extended. */
export class ModelPlans {
  readonly #books: ModelBooks;
  readonly #startedAt: Date;
  readonly #timeMs: () => number;
  /** What was paid and not paid back, in this order. */
  readonly #paid: ModelPlan[] = [];
  #renewing: ModelPlan | null = null;
  #plans = 0;

  /** `timeMs`: how long after `startedAt` it is. */
  constructor(books: ModelBooks, startedAt: Date, timeMs: () => number) {
    this.#books = books;
    this.#startedAt = startedAt;
    this.#timeMs = timeMs;
  }

  #now(): Date {
    return new Date(this.#startedAt.getTime() + this.#timeMs());
  }

  #day(at: Date): number {
    return (at.getTime() - this.#startedAt.getTime()) / DAY_MS;
  }

  /** The other payments that run together with this one. */
  #sameOf({ sub, planId, by, name }: ModelPlan): readonly ModelPlan[] {
    if (by === 'card') return [];
    return this.#paid.filter((one) => one.by === by && one.sub === sub && one.planId === planId && one.name !== name);
  }

  change(sub: string, by: PaidBy, planId: number): string {
    const renewing = this.#renewing;
    if (renewing?.sub === sub && renewing.planId === planId) return 'PlanIsCurrent';
    this.#plans += 1;
    const paidAt = this.#now();
    const bought = { sub, planId, by, name: `plan ${this.#plans}`, paidAt };
    const runsUntil = endOf(this.#sameOf({ ...bought, endsAt: paidAt })) ?? paidAt;
    const plan = { ...bought, endsAt: addMonths(runsUntil > paidAt ? runsUntil : paidAt, 1) };
    const book = this.#books.of(sub);
    const endsInDays = this.#day(lapsesAt(plan.endsAt)) - this.#day(paidAt);
    this.#books.purchase(sub, plan.name, { series: plan.name, checks: CHECKS_OF[planId] ?? 0, endsInDays });
    for (const { name, endsAt } of this.#sameOf(plan)) {
      if (lapsesAt(endsAt) > paidAt) book.endAt(name, this.#day(lapsesAt(plan.endsAt)));
    }
    this.#paid.push(plan);
    this.#renewing = by === 'card' ? plan : null;
    return 'paid';
  }

  payBack(): boolean {
    const plan = this.#paid.pop();
    if (plan === undefined) return false;
    const book = this.#books.of(plan.sub);
    book.revoke(plan.name);
    book.endAt(plan.name, this.#day(plan.paidAt));
    const same = this.#sameOf(plan);
    const runsUntil = endOf(same);
    if (runsUntil !== null) for (const { name } of same) book.endAt(name, this.#day(lapsesAt(runsUntil)));
    if (this.#renewing === plan) this.#renewing = null;
    return true;
  }

  named(sub: string): NamedPlans {
    const now = this.#now();
    const own = this.#paid.filter((one) => one.sub === sub);
    const lasting = own.filter((one) => lapsesAt(endOf([one, ...this.#sameOf(one)]) ?? one.endsAt) > now);
    const renewing = this.#renewing?.sub === sub ? [this.#renewing.planId] : [];
    return { current: lasting.at(-1)?.planId ?? null, renewing };
  }
}

function endOf(plans: readonly ModelPlan[]): Date | null {
  const ends = plans.map(({ endsAt }) => endsAt.getTime());
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}
