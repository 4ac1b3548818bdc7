import { type Direction, inputParts, netOf, outputParts, type TransactionRecord } from '@assay/exposure';

/** Parties of coins that no address can be named for. */
export const NOBODY = { unknown: -1, coinbase: -2, fee: -3 } as const;

/** What one party paid or received over several transactions. Amounts are base units, times Unix seconds. */
export interface PartySum {
  readonly direction: Direction;
  readonly party: number;
  amount: bigint;
  records: number;
  readonly firstTime: number;
  lastTime: number;
  /** Base units times dollars of one coin times 10^18; null where a transaction has no price. */
  usd: bigint | null;
}

export interface CoinSums {
  readonly sums: readonly PartySum[];
  /** Transactions with a net amount, by direction. */
  readonly records: Readonly<Record<Direction, number>>;
}

/** The precision that a share has as a number. */
const WEIGHT_SCALE = 2 ** 53;

/**
 * Who paid an owner of coins and whom it paid, over transactions in the order of records. What a transaction brings an
 * owner net is shared over the other owners of its inputs by their amounts, and what it takes from it over the other
 * owners of its outputs and the fee, as a walk shares it (docs/method, sections 2 and 3). The parts of a transaction add
 * up to its net amount exactly; what rounding adds or loses is the largest's.
 *
 * @param priceOf dollars of one coin times 10^18 at a time in Unix seconds; null without a price
 */
export function sumCoins(
  transactions: readonly TransactionRecord[],
  owner: number,
  priceOf: (time: number) => bigint | null,
): CoinSums {
  const sums = new Map<string, PartySum>();
  const records = { bwd: 0, fwd: 0 };
  for (const transaction of transactions) {
    const net = netOf(transaction, owner);
    if (net === 0n) continue;
    const direction = net > 0n ? 'bwd' : 'fwd';
    const price = priceOf(transaction.time);
    records[direction] += 1;
    for (const [party, amount] of partsOf(transaction, owner, net)) {
      const usd = price === null ? null : amount * price;
      const known = sums.get(`${direction} ${party}`);
      if (known === undefined) {
        const { time } = transaction;
        sums.set(`${direction} ${party}`, {
          ...{ direction, party, amount, records: 1, firstTime: time, lastTime: time, usd },
        });
        continue;
      }
      known.amount += amount;
      known.records += 1;
      known.lastTime = Math.max(known.lastTime, transaction.time);
      known.usd = known.usd === null || usd === null ? null : known.usd + usd;
    }
  }
  return { sums: [...sums.values()], records };
}

/** The other side of a transaction by party; the amounts add up to the net amount. */
function partsOf(transaction: TransactionRecord, owner: number, net: bigint): ReadonlyMap<number, bigint> {
  const isPaid = net > 0n;
  const amount = isPaid ? net : -net;
  const parts = isPaid ? inputParts(transaction, owner) : outputParts(transaction, owner);
  // A coinbase has no inputs: all of it are new coins.
  if (parts.length === 0) return new Map([[NOBODY.coinbase, amount]]);
  const weights = new Map<number, bigint>();
  for (const { share, coin } of parts) {
    const party = typeof coin === 'string' ? NOBODY[coin] : (coin.owner ?? NOBODY.unknown);
    weights.set(party, (weights.get(party) ?? 0n) + BigInt(Math.round(share * WEIGHT_SCALE)));
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0n);
  const shared = new Map([...weights].map(([party, weight]) => [party, (amount * weight + total / 2n) / total]));
  const largest = [...weights].reduce((one, other) => (other[1] > one[1] ? other : one))[0];
  const left = amount - [...shared.values()].reduce((sum, part) => sum + part, 0n);
  return shared.set(largest, (shared.get(largest) ?? 0n) + left);
}
