/** An account as the caller names it: an address, or the node of a store. */
export type AccountKey = string | number;

/** An amount from one account to another. */
export interface Movement<A extends AccountKey> {
  readonly from: A;
  readonly to: A;
  /** Base units, more than zero. */
  readonly amount: bigint;
}

/** Negative where the first account comes first; 0 only for one and the same. */
export type CompareAccounts<A extends AccountKey> = (a: A, b: A) => number;

/** Sums of amounts by pair of accounts, from one to the other. */
export class PairAmounts<A extends AccountKey> {
  readonly #byFrom = new Map<A, Map<A, bigint>>();

  constructor(movements: readonly Movement<A>[]) {
    for (const { from, to, amount } of movements) {
      const byTo = this.#byFrom.get(from) ?? new Map<A, bigint>();
      byTo.set(to, (byTo.get(to) ?? 0n) + amount);
      this.#byFrom.set(from, byTo);
    }
  }

  /** Base units from one to the other, 0 where there are none. */
  of(from: A, to: A): bigint {
    return this.#byFrom.get(from)?.get(to) ?? 0n;
  }

  /** One movement a pair, by the account it is from, then by the one it is to. */
  sorted(compare: CompareAccounts<A>): readonly Movement<A>[] {
    return [...this.#byFrom]
      .flatMap(([from, byTo]) => [...byTo].map(([to, amount]) => ({ from, to, amount })))
      .toSorted((a, b) => compare(a.from, b.from) || compare(a.to, b.to));
  }
}

/** Sums of amounts by one end of the movements. */
export function sumsBy<A extends AccountKey>(
  movements: readonly Movement<A>[],
  end: 'from' | 'to',
): ReadonlyMap<A, bigint> {
  const sums = new Map<A, bigint>();
  for (const movement of movements) sums.set(movement[end], (sums.get(movement[end]) ?? 0n) + movement.amount);
  return sums;
}
