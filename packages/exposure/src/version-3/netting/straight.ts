import { type AccountKey, type Movement, type PairAmounts, sumsBy } from './pair-amounts.ts';

/**
 * Step 1 of docs/method/3, section 4: what records moved from a payer to a payee, less what they moved back, scaled down
 * to the payer's net, then to the payee's. Each scaling rounds down to base units, and what that leaves is for step 2.
 *
 * @param moved What records moved, one movement a pair; the amounts are in the order of it.
 */
export function straightAmounts<A extends AccountKey>(
  pairs: PairAmounts<A>,
  moved: readonly Movement<A>[],
  nets: ReadonlyMap<A, bigint>,
): readonly Movement<A>[] {
  const netOf = (account: A) => nets.get(account) ?? 0n;
  const straight = moved
    .filter(({ from, to }) => netOf(from) < 0n && netOf(to) > 0n)
    .map(({ from, to, amount }) => ({ from, to, amount: amount - pairs.of(to, from) }))
    .filter(isAboveZero);
  const ofPayers = scaledDown(straight, 'from', (payer) => -netOf(payer));
  return scaledDown(ofPayers, 'to', netOf);
}

/** Amounts whose sum by one end is over the limit of that end, in proportion to what the limit allows. */
function scaledDown<A extends AccountKey>(
  amounts: readonly Movement<A>[],
  end: 'from' | 'to',
  limitOf: (account: A) => bigint,
): readonly Movement<A>[] {
  const sums = sumsBy(amounts, end);
  return amounts
    .map((one) => {
      const sum = sums.get(one[end]) ?? 0n;
      const limit = limitOf(one[end]);
      return sum <= limit ? one : { ...one, amount: (one.amount * limit) / sum };
    })
    .filter(isAboveZero);
}

const isAboveZero = ({ amount }: { readonly amount: bigint }): boolean => amount > 0n;
