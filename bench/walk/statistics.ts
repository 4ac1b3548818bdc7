import { meanOf } from './figures.ts';

/** Times of a set of wallets, milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly mean: number;
}

/** Several rounds over the same wallets: the median of each wallet's times, so that a busy moment counts once. */
export class Rounds {
  readonly #byWallet: number[][] = [];

  add(times: readonly number[]): void {
    for (const [wallet, ms] of times.entries()) {
      const own = this.#byWallet[wallet] ?? [];
      this.#byWallet[wallet] = own;
      own.push(ms);
    }
  }

  get times(): Times {
    const medians = this.#byWallet.map((own) => own.toSorted((a, b) => a - b)[own.length >> 1] ?? Number.NaN);
    const sorted = medians.toSorted((a, b) => a - b);
    const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    return { p50: at(0.5), p90: at(0.9), p99: at(0.99), mean: meanOf(sorted) };
  }
}

/** How long each item takes, one after the other, milliseconds. */
export async function timesOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const began = performance.now();
    await work(item);
    times.push(performance.now() - began);
  }
  return times;
}
