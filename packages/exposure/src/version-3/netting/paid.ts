import { type Fraction, fraction, plus, ZERO } from './fraction.ts';
import type { AccountKey } from './pair-amounts.ts';
import type { Part, Rest } from './part.ts';

/** What is paid between an account and one at the other end. */
export interface ExactAmount<A extends AccountKey> {
  readonly account: A;
  /** Base units, above 0. */
  readonly amount: Fraction;
}

/**
 * What a payer pays each payee of its part by steps 1 and 2 of docs/method/3, section 4: what was 'paid' (section 9).
 * In the order of accounts; the amounts sum to what the payer lost. Empty for an account that is no payer.
 */
export function paidBy<A extends AccountKey>(part: Part<A>, payer: A): readonly ExactAmount<A>[] {
  return exactAmounts(part, payer, 'from', 'to', part.restOfPayers, part.restOfPayees);
}

/**
 * What each payer of its part pays a payee by steps 1 and 2 of docs/method/3, section 4: what is 'returned' (section 8)
 * is read from it. In the order of accounts; the amounts sum to what the payee gained. Empty for an account that is no
 * payee.
 */
export function paidTo<A extends AccountKey>(part: Part<A>, payee: A): readonly ExactAmount<A>[] {
  return exactAmounts(part, payee, 'to', 'from', part.restOfPayees, part.restOfPayers);
}

function exactAmounts<A extends AccountKey>(
  { accounts, straight, rest }: Part<A>,
  account: A,
  end: 'from' | 'to',
  otherEnd: 'from' | 'to',
  rests: readonly Rest<A>[],
  restsOfOthers: readonly Rest<A>[],
): readonly ExactAmount<A>[] {
  const amounts = new Map<A, Fraction>();
  for (const one of straight) if (one[end] === account) amounts.set(one[otherEnd], fraction(one.amount));
  const own = rests.find((one) => one.account === account)?.amount ?? 0n;
  for (const other of own > 0n ? restsOfOthers : []) {
    const before = amounts.get(other.account) ?? ZERO;
    amounts.set(other.account, plus(before, fraction(own * other.amount, rest)));
  }
  return accounts.flatMap((other) => {
    const amount = amounts.get(other);
    return amount === undefined ? [] : [{ account: other, amount }];
  });
}
