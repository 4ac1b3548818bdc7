import { isBad, tierOf } from './categories.ts';
import {
  add,
  divide,
  type Fraction,
  fraction,
  isBelow,
  isZero,
  multiply,
  ONE,
  smaller,
  subtract,
  sum,
  ZERO,
} from './fraction.ts';
import type { LabelAt } from './labels.ts';
import type { AccountRecord } from './model.ts';

/** Amounts by payer, then by payee. */
type Amounts = Map<string, Map<string, Fraction>>;

/** One part of a transaction in one asset, netted (section 4). */
export interface Netted {
  readonly nets: ReadonlyMap<string, bigint>;
  /** `n(u,p)` of steps 1 and 2. */
  readonly paid: ReadonlyMap<string, ReadonlyMap<string, Fraction>>;
  /** The same after step 3. */
  readonly passed: ReadonlyMap<string, ReadonlyMap<string, Fraction>>;
}

const amountOf = (amounts: ReadonlyMap<string, ReadonlyMap<string, Fraction>>, payer: string, payee: string) =>
  amounts.get(payer)?.get(payee) ?? ZERO;

function setAmount(amounts: Amounts, payer: string, payee: string, amount: Fraction): void {
  const row = amounts.get(payer) ?? new Map<string, Fraction>();
  row.set(payee, amount);
  amounts.set(payer, row);
}

const raise = (amounts: Amounts, payer: string, payee: string, amount: Fraction): void =>
  setAmount(amounts, payer, payee, add(amountOf(amounts, payer, payee), amount));

/** Records of one asset in one transaction, fees left out, in groups of accounts that they join. */
export function partsOf(records: readonly AccountRecord[]): AccountRecord[][] {
  let parts: { accounts: Set<string>; records: AccountRecord[] }[] = [];
  for (const record of records) {
    const touched = parts.filter(({ accounts }) => accounts.has(record.sender) || accounts.has(record.receiver));
    const joined = {
      accounts: new Set([record.sender, record.receiver, ...touched.flatMap(({ accounts }) => [...accounts])]),
      records: [...touched.flatMap((part) => part.records), record],
    };
    parts = [...parts.filter((part) => !touched.includes(part)), joined];
  }
  return parts.map((part) => part.records);
}

/** What records moved between two accounts, and into and out of each. */
function moves(records: readonly AccountRecord[]) {
  const moved: Amounts = new Map();
  const into = new Map<string, bigint>();
  const out = new Map<string, bigint>();
  for (const { sender, receiver, amount } of records) {
    raise(moved, sender, receiver, fraction(amount));
    out.set(sender, (out.get(sender) ?? 0n) + amount);
    into.set(receiver, (into.get(receiver) ?? 0n) + amount);
  }
  return { moved, into, out };
}

/** Nets one part: steps 1 to 3. `labelAt` gives labels at the time of the transaction. */
export function net(records: readonly AccountRecord[], labelAt: LabelAt): Netted {
  const { moved, into, out } = moves(records);
  const accounts = new Set([...into.keys(), ...out.keys()]);
  const nets = new Map([...accounts].map((account) => [account, (into.get(account) ?? 0n) - (out.get(account) ?? 0n)]));
  const payers = [...nets]
    .filter(([, value]) => value < 0n)
    .map(([account, value]) => ({ account, owes: fraction(-value) }));
  const payees = [...nets]
    .filter(([, value]) => value > 0n)
    .map(([account, value]) => ({ account, gets: fraction(value) }));

  // Step 1: straight first, scaled down to the net of the payer, then to that of the payee.
  const straight: Amounts = new Map();
  for (const payer of payers) {
    const direct = payees.map(({ account }) => {
      const less = subtract(amountOf(moved, payer.account, account), amountOf(moved, account, payer.account));
      return { account, amount: less.n < 0n ? ZERO : less };
    });
    const factor = factorTo(payer.owes, sum(direct.map(({ amount }) => amount)));
    for (const { account, amount } of direct)
      setAmount(straight, payer.account, account, wholeUnits(multiply(amount, factor)));
  }
  for (const payee of payees) {
    const factor = factorTo(payee.gets, sum(payers.map(({ account }) => amountOf(straight, account, payee.account))));
    for (const { account } of payers) {
      const scaled = multiply(amountOf(straight, account, payee.account), factor);
      setAmount(straight, account, payee.account, wholeUnits(scaled));
    }
  }

  // Step 2: the rest in proportion to what is left of each.
  const owed = payers.map(({ account, owes }) => ({
    account,
    left: subtract(owes, sum(payees.map((payee) => amountOf(straight, account, payee.account)))),
  }));
  const left = sum(owed.map((payer) => payer.left));
  const rest: Amounts = new Map();
  for (const payee of payees) {
    const missing = subtract(payee.gets, sum(payers.map(({ account }) => amountOf(straight, account, payee.account))));
    for (const payer of owed) {
      const amount = isZero(left) ? ZERO : divide(multiply(missing, payer.left), left);
      setAmount(rest, payer.account, payee.account, amount);
    }
  }
  const paid: Amounts = new Map();
  for (const amounts of [straight, rest]) {
    for (const [payer, row] of amounts) for (const [payee, amount] of row) raise(paid, payer, payee, amount);
  }
  return { nets, paid, passed: passThrough({ records, moved, into, out, nets, rest, paid, labelAt }) };
}

/** Rounded down to base units. */
const wholeUnits = ({ n, d }: Fraction): Fraction => fraction(n / d);

/** By what to multiply a sum so that it is at most a limit. */
const factorTo = (limit: Fraction, total: Fraction): Fraction => (isBelow(limit, total) ? divide(limit, total) : ONE);

interface Part {
  readonly records: readonly AccountRecord[];
  readonly moved: Amounts;
  readonly into: ReadonlyMap<string, bigint>;
  readonly out: ReadonlyMap<string, bigint>;
  readonly nets: ReadonlyMap<string, bigint>;
  readonly rest: Amounts;
  readonly paid: Amounts;
  readonly labelAt: LabelAt;
}

/** Step 3: accounts of tier S or A that pass money on count as direct payers of it. */
function passThrough({ records, moved, into, out, nets, rest, paid, labelAt }: Part): Amounts {
  const time = records[0]?.time ?? 0;
  const tierAt = (account: string) => {
    const label = labelAt(account, time);
    return label === null ? null : tierOf(label.category);
  };
  const result: Amounts = new Map([...paid].map(([payer, row]) => [payer, new Map(row)]));
  const payers = [...paid.keys()].filter((payer) => !isBad(tierAt(payer)));
  const passers = [...nets.keys()].filter((account) => tierAt(account) === 'S' || tierAt(account) === 'A');
  for (const passer of passers.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))) {
    const payees = [...nets].filter(([account, value]) => value > 0n && account !== passer).map(([account]) => account);
    let turnedOver = smaller(fraction(into.get(passer) ?? 0n), fraction(out.get(passer) ?? 0n));
    let before = new Map<string, Fraction>();
    const limits = [
      (payee: string) => amountOf(moved, passer, payee),
      (payee: string) => sum([...rest.values()].map((row) => row.get(payee) ?? ZERO)),
      (payee: string) => fraction(nets.get(payee) ?? 0n),
    ];
    for (const limit of limits) {
      const could = payees.map((payee) => {
        const available = sum(payers.map((payer) => amountOf(result, payer, payee)));
        const most = subtract(limit(payee), before.get(payee) ?? ZERO);
        return { payee, available, most: most.n < 0n ? ZERO : smaller(most, available) };
      });
      const factor = factorTo(turnedOver, sum(could.map(({ most }) => most)));
      before = new Map();
      for (const { payee, available, most } of could) {
        const taken = multiply(most, factor);
        if (isZero(taken)) continue;
        const kept = subtract(ONE, divide(taken, available));
        for (const payer of payers) setAmount(result, payer, payee, multiply(amountOf(result, payer, payee), kept));
        raise(result, passer, payee, taken);
        before.set(payee, taken);
        turnedOver = subtract(turnedOver, taken);
      }
    }
  }
  return result;
}
