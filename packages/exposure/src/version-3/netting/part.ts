import { type AccountKey, type CompareAccounts, type Movement, PairAmounts, sumsBy } from './pair-amounts.ts';
import { straightAmounts } from './straight.ts';

/** What step 1 left of the net of an account. */
export interface Rest<A extends AccountKey> {
  readonly account: A;
  /** Base units, more than zero. */
  readonly amount: bigint;
}

/**
 * Accounts that records of one transaction and asset join, fees left out, and what it did to each of them
 * (docs/method/3, section 4). Lists are in the order of the accounts, so a part is the same whatever order its records
 * came in.
 */
export interface Part<A extends AccountKey> {
  /** All accounts, those whose net is 0 included, in the order of `compare`. */
  readonly accounts: readonly A[];
  /** What records moved, one movement a pair. */
  readonly moved: readonly Movement<A>[];
  /**
   * Whether its records are its flows: no account of it both paid and received, and no pair has two records
   * (docs/decisions/0148-netted-flows.md).
   */
  readonly isPlain: boolean;
  /** Received less sent of every account, base units. They sum to 0. */
  readonly nets: ReadonlyMap<A, bigint>;
  /** Amounts of step 1, from payers to payees. */
  readonly straight: readonly Movement<A>[];
  /** What step 1 left of the payers' nets, and of the payees'. Both sum to `rest`. */
  readonly restOfPayers: readonly Rest<A>[];
  readonly restOfPayees: readonly Rest<A>[];
  readonly rest: bigint;
}

/**
 * The parts of one transaction in one asset (docs/method/3, section 4), by their first account. Every account is in one
 * part only.
 *
 * @param records All its records in the asset but fees, in any order; no zero amounts and no transfers to oneself.
 * @param compare The bytewise order of addresses, which step 3 takes accounts in.
 * @example
 * partsOf([{ from: 'a', to: 'b', amount: 5n }], compareText); // one part with the nets a: -5n, b: 5n
 */
export function partsOf<A extends AccountKey>(
  records: readonly Movement<A>[],
  compare: CompareAccounts<A>,
): readonly Part<A>[] {
  const groups = new Map<A, { accounts: A[]; records: Movement<A>[] }>();
  for (const record of records) {
    const known = groups.get(record.from);
    const other = groups.get(record.to);
    const group = known ?? other ?? { accounts: [], records: [] };
    group.records.push(record);
    for (const account of [record.from, record.to]) {
      if (groups.has(account)) continue;
      groups.set(account, group);
      group.accounts.push(account);
    }
    if (known === undefined || other === undefined || known === other) continue;
    // The smaller group moves, so that a long row of joins takes no quadratic time.
    const [kept, moved] = known.accounts.length >= other.accounts.length ? [known, other] : [other, known];
    for (const account of moved.accounts) {
      groups.set(account, kept);
      kept.accounts.push(account);
    }
    for (const one of moved.records) kept.records.push(one);
  }
  return [...new Set(groups.values())]
    .map((group) => partOf(group.accounts, group.records, compare))
    .toSorted((a, b) => compare(firstOf(a), firstOf(b)));
}

function partOf<A extends AccountKey>(
  unsorted: readonly A[],
  records: readonly Movement<A>[],
  compare: CompareAccounts<A>,
): Part<A> {
  const accounts = unsorted.toSorted(compare);
  const pairs = new PairAmounts(records);
  const moved = pairs.sorted(compare);
  const [sent, received] = [sumsBy(moved, 'from'), sumsBy(moved, 'to')];
  const nets = new Map(accounts.map((account) => [account, (received.get(account) ?? 0n) - (sent.get(account) ?? 0n)]));
  const straight = straightAmounts(pairs, moved, nets);
  const restOfPayers = restsOf(nets, -1n, sumsBy(straight, 'from'));
  return {
    accounts,
    moved,
    isPlain: records.length === moved.length && !accounts.some((account) => sent.has(account) && received.has(account)),
    nets,
    straight,
    restOfPayers,
    restOfPayees: restsOf(nets, 1n, sumsBy(straight, 'to')),
    rest: restOfPayers.reduce((sum, { amount }) => sum + amount, 0n),
  };
}

/** What is left of the nets of one sign. */
function restsOf<A extends AccountKey>(
  nets: ReadonlyMap<A, bigint>,
  sign: 1n | -1n,
  used: ReadonlyMap<A, bigint>,
): readonly Rest<A>[] {
  return [...nets].flatMap(([account, net]) => {
    const amount = net * sign - (used.get(account) ?? 0n);
    return net * sign > 0n && amount > 0n ? [{ account, amount }] : [];
  });
}

function firstOf<A extends AccountKey>({ accounts: [first] }: Part<A>): A {
  if (first === undefined) throw new RangeError('a part has accounts');
  return first;
}

/**
 * What each account passed on within a part: the smaller of what it received and what it sent, where it did both
 * (docs/method/3, section 4, step 3). In the order of accounts.
 */
export function passedOn<A extends AccountKey>({ accounts, moved }: Part<A>): readonly Rest<A>[] {
  const [sent, received] = [sumsBy(moved, 'from'), sumsBy(moved, 'to')];
  return accounts.flatMap((account) => {
    const [into, out] = [received.get(account) ?? 0n, sent.get(account) ?? 0n];
    const amount = into < out ? into : out;
    return amount > 0n ? [{ account, amount }] : [];
  });
}
