import { type Fraction, fraction, isZero, minus, nearestShare, over, plus, smaller, times, ZERO } from './fraction.ts';
import { paidTo } from './paid.ts';
import { type AccountKey, PairAmounts, sumsBy } from './pair-amounts.ts';
import { type Part, passedOn } from './part.ts';

/**
 * What the label of an account at the time of a transaction says to step 3: 'severe' is tier S or A, 'elevated' tier B.
 * The account that is asked about is 'other', whatever its labels.
 */
export type Severity = 'severe' | 'elevated' | 'other';

/** Who a payee's net came from. */
export interface SourceOfPayee<A extends AccountKey> {
  readonly account: A;
  /** Share of the payee's net, above 0, at most 1. */
  readonly share: number;
  /** The account did not pay it of its own net but passed it on, and counts as its direct payer all the same. */
  readonly isPassedThrough: boolean;
}

/** What a payee has of payers without a label of tier S, A or B, and what was taken of that so far. */
interface Taken<A extends AccountKey> {
  readonly atFirst: Fraction;
  left: Fraction;
  readonly by: Map<A, Fraction>;
}

/**
 * Who the net of a payee came from, after step 3 of docs/method/3, section 4: an account of tier S or A that passed money
 * on counts as direct payer of what it passed on, in place of payers without a label of tier S, A or B. Shares are the
 * doubles nearest to the exact fractions, which sum to 1. By account, what it paid of its own net before what it passed
 * on.
 *
 * @throws RangeError when the account is no payee of the part.
 * @example
 * sourcesOfPayee(part, 's', () => 'other'); // [{ account: 'a', share: 1, isPassedThrough: false }]
 */
export function sourcesOfPayee<A extends AccountKey>(
  part: Part<A>,
  payee: A,
  severityOf: (account: A) => Severity,
): readonly SourceOfPayee<A>[] {
  const net = part.nets.get(payee) ?? 0n;
  if (net <= 0n) throw new RangeError(`account ${payee} is no payee of this part`);
  const taken = takenFromPayees(part, severityOf).get(payee);
  const kept = taken === undefined || isZero(taken.atFirst) ? ZERO : over(taken.left, taken.atFirst);
  const paid = new Map(
    paidTo(part, payee).map(({ account, amount }) => [
      account,
      severityOf(account) === 'other' ? times(amount, kept) : amount,
    ]),
  );
  return part.accounts.flatMap((account) =>
    [
      { account, amount: paid.get(account) ?? ZERO, isPassedThrough: false },
      { account, amount: taken?.by.get(account) ?? ZERO, isPassedThrough: true },
    ]
      .filter(({ amount }) => !isZero(amount))
      .map(({ amount, ...source }) => ({ ...source, share: nearestShare(amount, net) })),
  );
}

/** All that step 3 takes, by payee. */
function takenFromPayees<A extends AccountKey>(
  part: Part<A>,
  severityOf: (account: A) => Severity,
): ReadonlyMap<A, Taken<A>> {
  const payees = payeesOf(part, severityOf);
  const moved = new PairAmounts(part.moved);
  const rests = new Map(part.restOfPayees.map(({ account, amount }) => [account, fraction(amount)]));
  for (const { account, amount } of passedOn(part)) {
    if (severityOf(account) !== 'severe') continue;
    const others = [...payees].filter(([payee]) => payee !== account);
    let needed = fraction(amount);
    // Up to what it moved to each payee itself; then up to what each received in step 2; then of all that each received.
    needed = take(account, needed, others, (payee) => fraction(moved.of(account, payee)));
    const first = new Map(others.map(([payee, { by }]) => [payee, by.get(account) ?? ZERO]));
    needed = take(account, needed, others, (payee) => {
      const [rest, before] = [rests.get(payee) ?? ZERO, first.get(payee) ?? ZERO];
      return minus(rest, smaller(rest, before));
    });
    take(account, needed, others, (_payee, { left }) => left);
  }
  return payees;
}

/**
 * Takes up to `needed` of what the payees have, of each at most what the limit allows; where it needs less than that, of
 * all in proportion to what it could take of each.
 *
 * @returns What it still needs.
 */
function take<A extends AccountKey>(
  account: A,
  needed: Fraction,
  payees: readonly (readonly [A, Taken<A>])[],
  limitOf: (payee: A, taken: Taken<A>) => Fraction,
): Fraction {
  if (isZero(needed)) return needed;
  const possible = payees.map(([payee, taken]) => smaller(limitOf(payee, taken), taken.left));
  const all = possible.reduce(plus, ZERO);
  if (isZero(all)) return needed;
  const used = smaller(needed, all);
  const part = over(used, all);
  for (const [index, [, taken]] of payees.entries()) {
    const amount = times(possible[index] ?? ZERO, part);
    if (isZero(amount)) continue;
    taken.left = minus(taken.left, amount);
    taken.by.set(account, plus(taken.by.get(account) ?? ZERO, amount));
  }
  return minus(needed, used);
}

/** What each payee has of payers without a label of tier S, A or B by steps 1 and 2. */
function payeesOf<A extends AccountKey>(
  { nets, straight, restOfPayers, restOfPayees, rest }: Part<A>,
  severityOf: (account: A) => Severity,
): ReadonlyMap<A, Taken<A>> {
  const ofStraight = sumsBy(
    straight.filter(({ from }) => severityOf(from) === 'other'),
    'to',
  );
  const restOfOthers = restOfPayers
    .filter(({ account }) => severityOf(account) === 'other')
    .reduce((sum, { amount }) => sum + amount, 0n);
  const ofRest = new Map(
    restOfPayees.map(({ account, amount }) => [account, fraction(amount * restOfOthers, rest)] as const),
  );
  return new Map(
    [...nets].flatMap(([payee, net]) => {
      if (net <= 0n) return [];
      const atFirst = plus(fraction(ofStraight.get(payee) ?? 0n), ofRest.get(payee) ?? ZERO);
      return [[payee, { atFirst, left: atFirst, by: new Map<A, Fraction>() }] as const];
    }),
  );
}
