import { type AccountKey, PairAmounts } from './pair-amounts.ts';
import type { Part } from './part.ts';

/** A flow of a part (docs/decisions/0148-netted-flows.md); an end that is null is the pool of the part. */
export interface PartFlow<A extends AccountKey> {
  readonly from: A | null;
  readonly to: A | null;
  /** Base units, more than zero. */
  readonly amount: bigint;
}

/**
 * The flows of a part: what its payers pay its payees by steps 1 and 2 of docs/method/3, section 4, both steps of a pair
 * in one flow. Where step 1 left something of at least two payers and two payees, that goes into the pool of the part
 * and from it: so there are at most as many flows as pairs with records, payers and payees together. Flows out of
 * accounts sum to what they lost, flows into them to what they gained, and the pool keeps nothing.
 *
 * Their order is: from payers to payees by payer and payee, into the pool by payer, out of it by payee.
 *
 * @example
 * flowsOf(part); // [{ from: 'a', to: 's', amount: 5n }, { from: 'b', to: null, amount: 3n }, …]
 */
export function flowsOf<A extends AccountKey>(part: Part<A>): readonly PartFlow<A>[] {
  const { straight, restOfPayers, restOfPayees } = part;
  if (restOfPayers.length > 1 && restOfPayees.length > 1) {
    return [
      ...straight,
      ...restOfPayers.map(({ account, amount }) => ({ from: account, to: null, amount })),
      ...restOfPayees.map(({ account, amount }) => ({ from: null, to: account, amount })),
    ];
  }
  // One of the two has one account at most, so each of the others' rest is between it and that one.
  const rests = restOfPayers.flatMap(({ account: from, amount: given }) =>
    restOfPayees.map(({ account: to, amount: taken }) => ({ from, to, amount: given < taken ? given : taken })),
  );
  return new PairAmounts<A>([...straight, ...rests]).sorted(orderIn(part));
}

/** The order of the accounts of a part. */
function orderIn<A extends AccountKey>({ accounts }: Part<A>): (a: A, b: A) => number {
  const places = new Map(accounts.map((account, index) => [account, index]));
  return (a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0);
}
