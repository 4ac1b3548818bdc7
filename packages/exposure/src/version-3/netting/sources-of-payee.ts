import { ratio } from '../../records/ratios.ts';
import { ZERO } from './fraction.ts';
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

/** What a payee has of payers without a label of tier S, A or B, and what was taken of it. In units of `Takings`. */
interface Taken<A extends AccountKey> {
  atFirst: bigint;
  left: bigint;
  readonly by: Map<A, bigint>;
}

/**
 * Who the nets of a part's payees came from, after step 3 of docs/method/3, section 4: an account of tier S or A that
 * passed money on counts as direct payer of what it passed on, in place of payers without a label of tier S, A or B.
 *
 * @param severityOf By the labels at the time of the transaction; asked for accounts of the part.
 * @returns Of a payee, shares that are the doubles nearest to fractions that sum to 1. By account, what it paid of
 *   its own net before what it passed on. Throws a RangeError for an account that is no payee of the part.
 * @example
 * sourcesOfPayees(part, () => 'other')('s'); // [{ account: 'a', share: 1, isPassedThrough: false }]
 */
export function sourcesOfPayees<A extends AccountKey>(
  part: Part<A>,
  severityOf: (account: A) => Severity,
): (payee: A) => readonly SourceOfPayee<A>[] {
  const takings = new Takings(part, severityOf);
  return (payee) => {
    const net = part.nets.get(payee) ?? 0n;
    const taken = takings.of(payee);
    if (net <= 0n || taken === undefined) throw new RangeError(`account ${payee} is no payee of this part`);
    const paid = new Map(paidTo(part, payee).map(({ account, amount }) => [account, amount]));
    return part.accounts.flatMap((account) => {
      const { n, d } = paid.get(account) ?? ZERO;
      const [left, atFirst] = severityOf(account) === 'other' ? [taken.left, taken.atFirst] : [1n, 1n];
      return [
        { account, amount: n * left, units: d * atFirst, isPassedThrough: false },
        { account, amount: taken.by.get(account) ?? 0n, units: takings.unit, isPassedThrough: true },
      ]
        .filter(({ amount }) => amount > 0n)
        .map(({ amount, units, ...source }) => ({ ...source, share: ratio(amount, units * net) }));
    });
  };
}

/** The same of one payee. @throws RangeError when the account is no payee of the part. */
export function sourcesOfPayee<A extends AccountKey>(
  part: Part<A>,
  payee: A,
  severityOf: (account: A) => Severity,
): readonly SourceOfPayee<A>[] {
  return sourcesOfPayees(part, severityOf)(payee);
}

/**
 * Parts of a base unit that step 3 counts in. Exact fractions could double in length with every account that passed money
 * on, and the sender of a transaction decides how many those are. A share of this is off by less than 2^-100: as a
 * double it is that of the exact fraction, unless that is as near to the middle between two doubles.
 */
const PARTS_OF_UNIT = 1n << 128n;

/**
 * What step 3 takes of the payees of a part. All amounts are whole numbers of one unit, in which those of steps 1 and 2
 * are exact; what it takes in proportion is rounded to it. What is taken of a payee is what replaces it, so sums stay
 * exact.
 */
class Takings<A extends AccountKey> {
  /** How many units a base unit has. */
  readonly unit: bigint;
  readonly #payees: ReadonlyMap<A, Taken<A>>;

  constructor(part: Part<A>, severityOf: (account: A) => Severity) {
    this.unit = PARTS_OF_UNIT * (part.rest > 0n ? part.rest : 1n);
    this.#payees = payeesOf(part, this.unit, severityOf);
    const moved = new PairAmounts(part.moved);
    const rests = new Map(part.restOfPayees.map(({ account, amount }) => [account, amount]));
    for (const { account, amount } of passedOn(part)) {
      if (severityOf(account) !== 'severe') continue;
      this.#takeFor(account, amount * this.unit, [
        // What it moved to each payee itself; then what each received in step 2; then all that each received.
        (payee) => moved.of(account, payee) * this.unit,
        (payee, { by }) => (rests.get(payee) ?? 0n) * this.unit - (by.get(account) ?? 0n),
        (_payee, { left }) => left,
      ]);
    }
  }

  of(payee: A): Taken<A> | undefined {
    return this.#payees.get(payee);
  }

  /** Takes up to `needed` units for an account, by each limit in turn what it allows, of none more than is left. */
  #takeFor(account: A, needed: bigint, limits: readonly ((payee: A, taken: Taken<A>) => bigint)[]): void {
    const others = [...this.#payees].filter(([payee]) => payee !== account);
    let stillNeeded = needed;
    for (const limitOf of limits) {
      const possible = others.map(([payee, taken]) => within(limitOf(payee, taken), taken.left));
      const all = possible.reduce((sum, amount) => sum + amount, 0n);
      if (all === 0n) continue;
      const used = all < stillNeeded ? all : stillNeeded;
      let before = 0n;
      for (const [index, [, taken]] of others.entries()) {
        // Where it needs less than it could take, it takes of all in proportion to what it could take of each. Sums are
        // rounded, not amounts, so that the amounts sum to what is used.
        const after = before + (possible[index] ?? 0n);
        const amount = (after * used) / all - (before * used) / all;
        before = after;
        if (amount === 0n) continue;
        taken.left -= amount;
        taken.by.set(account, (taken.by.get(account) ?? 0n) + amount);
      }
      stillNeeded -= used;
    }
  }
}

/** The amount, at least 0 and at most `most`. */
const within = (amount: bigint, most: bigint): bigint => (amount < 0n ? 0n : amount < most ? amount : most);

/** What each payee has of payers without a label of tier S, A or B by steps 1 and 2, in units of `1 / unit`. */
function payeesOf<A extends AccountKey>(
  { nets, straight, restOfPayers, restOfPayees, rest }: Part<A>,
  unit: bigint,
  severityOf: (account: A) => Severity,
): ReadonlyMap<A, Taken<A>> {
  const ofOthers = straight.filter(({ from }) => severityOf(from) === 'other');
  const ofStraight = sumsBy(ofOthers, 'to');
  const restOfOthers = restOfPayers
    .filter(({ account }) => severityOf(account) === 'other')
    .reduce((sum, { amount }) => sum + amount, 0n);
  const ofRest = new Map(
    restOfPayees.map(({ account, amount }) => [account, (amount * restOfOthers * unit) / rest] as const),
  );
  return new Map(
    [...nets].flatMap(([payee, net]) => {
      if (net <= 0n) return [];
      const atFirst = (ofStraight.get(payee) ?? 0n) * unit + (ofRest.get(payee) ?? 0n);
      return [[payee, { atFirst, left: atFirst, by: new Map<A, bigint>() }] as const];
    }),
  );
}
