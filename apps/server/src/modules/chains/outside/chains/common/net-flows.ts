/** Sender and recipient in a transaction that contains only balances before and after, or many moves at once. */
export interface NetFlow {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/**
 * Pairs senders with recipients; each sender's loss is divided among the recipients in proportion to their gains. With
 * one sender or one recipient, which is nearly every payment, that is exact; otherwise it is the haircut of a mixing
 * transaction. It depends on the transaction alone, so that every party's history is the same. A difference goes to or
 * comes from `outside` (mint and burn), or is left out where `outside` is null.
 *
 * @param deltas change of each party in base units; parties in any order
 * @example
 * netFlows(new Map([['a', -5n], ['b', 3n], ['c', 2n]]), null); // a sends 3 to b and 2 to c
 */
export function netFlows(deltas: ReadonlyMap<string, bigint>, outside: string | null): NetFlow[] {
  const parties = [...deltas].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const givers = parties.flatMap(([party, delta]) => (delta < 0n ? [{ party, amount: -delta }] : []));
  const getters = parties.flatMap(([party, delta]) => (delta > 0n ? [{ party, amount: delta }] : []));
  const excess = sumOf(givers) - sumOf(getters);
  if (outside !== null && excess > 0n) getters.push({ party: outside, amount: excess });
  if (outside !== null && excess < 0n) givers.push({ party: outside, amount: -excess });
  const total = smaller(sumOf(givers), sumOf(getters));
  if (total === 0n) return [];
  const left = new Map(getters.map(({ party }, at) => [party, shareOf(getters, at, total)]));
  return givers.flatMap(({ party: from }, at) => {
    const own = shareOf(givers, at, total);
    const rest = [...left].map(([party, amount]) => ({ party, amount }));
    return rest.flatMap(({ party: to }, other) => {
      // The last sender takes the rounding remainder, so that every recipient gets exactly its gain.
      const amount = at === givers.length - 1 ? (left.get(to) ?? 0n) : shareOf(rest, other, own);
      left.set(to, (left.get(to) ?? 0n) - amount);
      return amount > 0n && from !== to ? [{ from, to, amount }] : [];
    });
  });
}

interface Part {
  readonly party: string;
  readonly amount: bigint;
}

function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

function sumOf(parts: readonly Part[]): bigint {
  return parts.reduce((sum, { amount }) => sum + amount, 0n);
}

/** The part's share of `total` in whole units; all shares together are exactly `total`. */
function shareOf(parts: readonly Part[], at: number, total: bigint): bigint {
  const whole = sumOf(parts);
  const upTo = (count: number): bigint => (whole === 0n ? 0n : (sumOf(parts.slice(0, count)) * total) / whole);
  return upTo(at + 1) - upTo(at);
}
