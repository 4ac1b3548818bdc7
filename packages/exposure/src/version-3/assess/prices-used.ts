import { compareText } from '../../records/compare-text.ts';
import type { Usd, UsdAt } from '../rating/bounds/dollars.ts';
import type { Prices } from './question.ts';

/** A price that a result used (docs/method/3, section 7); its source is the host's to add. */
export interface PriceUsed {
  readonly asset: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Dollars of one whole unit; null where no price is known, and the result was made without. */
  readonly usd: Usd;
}

const DAY = 86_400;

/** The day (UTC) of a time in Unix seconds. */
export const dayOf = (time: number): string => new Date(Math.floor(time / DAY) * DAY * 1000).toISOString().slice(0, 10);

/** Answers prices, and keeps each day that was asked for. */
export class PricesUsed {
  readonly #asset: string;
  readonly #prices: Prices;
  readonly #days = new Map<number, PriceUsed>();

  constructor(asset: string, prices: Prices) {
    this.#asset = asset;
    this.#prices = prices;
  }

  /** @param unit Parts of a base unit that amounts are counted in. */
  usdAt(unit = 1n): UsdAt {
    const parts = Number(unit) * 10 ** this.#prices.decimals;
    return (time) => {
      const { usd } = this.#of(time);
      return usd === null ? null : usd / parts;
    };
  }

  /** By day, each once. */
  all(): readonly PriceUsed[] {
    return [...this.#days.values()].toSorted((a, b) => compareText(a.day, b.day));
  }

  #of(time: number): PriceUsed {
    const number = Math.floor(time / DAY);
    const known = this.#days.get(number);
    if (known !== undefined) return known;
    const day = dayOf(time);
    const used = { asset: this.#asset, day, usd: this.#prices.usdOn(day) };
    this.#days.set(number, used);
    return used;
  }
}
