import { type Proportion, proportionOf } from './wilson.ts';

export const MEASURED_RULES = ['cluster', 'deposit_address'] as const;
export const MEASURES = ['precision', 'recall', 'strangers', 'risky'] as const;
export type MeasuredRule = (typeof MEASURED_RULES)[number];

/**
 * `precision`: of the addresses that a rule names an entity for, those where it is the right one. `recall`: of the
 * addresses whose entity has another labelled one, those that the rule names it for. `strangers`: of the addresses whose
 * entity no given label names, those that the rule does not name another entity for. `risky`: the same for addresses that
 * are labelled for a risk, as the account of a thief at an exchange is both; of deposit addresses only.
 */
export type Measure = (typeof MEASURES)[number];

/** Cases and hits of one asset. */
export class Counts {
  readonly keyOf: (entity: string) => string;
  readonly #counts = new Map<string, { n: number; hits: number }>();

  constructor(keyOf: (entity: string) => string) {
    this.keyOf = keyOf;
  }

  add(rule: MeasuredRule, measure: Measure, isHit: boolean): void {
    const count = this.#counts.get(`${rule} ${measure}`) ?? { n: 0, hits: 0 };
    count.n += 1;
    if (isHit) count.hits += 1;
    this.#counts.set(`${rule} ${measure}`, count);
  }

  of(rule: MeasuredRule, measure: Measure): Proportion {
    const { n, hits } = this.#counts.get(`${rule} ${measure}`) ?? { n: 0, hits: 0 };
    return proportionOf(hits, n);
  }
}
