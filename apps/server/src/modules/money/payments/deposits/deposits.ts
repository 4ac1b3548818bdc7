import type { PaymentProvider } from '@assay/contracts';
import { amountOf, dollarsOf, unitsOf } from './amounts.ts';

/** What a provider says about money that was sent for an order. */
export interface DepositReport {
  /** The provider's name for it; unique. */
  readonly deposit: string;
  /** The deposit whose address it was sent to, where it is a further one. */
  readonly parent: string | null;
  /** In the provider's word. */
  readonly status: string;
  /** `under_way` may still arrive; `over` was ended without being completed, whatever had arrived; `refunded` went back. */
  readonly state: 'under_way' | 'arrived' | 'refunded' | 'over';
  /** What was sent, as the provider names it. */
  readonly asset: string | null;
  /** Decimal numbers in `asset`: what was asked for, and what arrived. */
  readonly asked: string | null;
  readonly arrived: string | null;
  /** What the operator was left with, which decides nothing. */
  readonly outcome: string | null;
  readonly outcomeAsset: string | null;
  /** Whether the price it was opened for is that of the order. */
  readonly isOfPrice: boolean;
  /** When it changed last, by the provider. */
  readonly reportedAt: Date;
}

/** A part of a deposit that something was done with; never undone. */
export interface DepositUse {
  readonly deposit: string;
  /** `order`: the order was paid by it. `checks`: check credits were given for it. `refused`: it is sent back. */
  readonly use: 'order' | 'checks' | 'refused';
  readonly amount: string;
}

/**
 * Why money that arrived is held: `less` than was asked for, `more`, another asset, a further payment of an order that
 * is paid, too late for the rate that was asked for, by a payment that the provider ended as failed or expired, or
 * without a statement of what it was for or how much it was.
 */
export type HoldReason = 'less' | 'more' | 'wrong_asset' | 'second' | 'late' | 'failed' | 'unclear';

export interface Held {
  readonly deposit: string;
  readonly reason: HoldReason;
  /** Null where the provider does not state how much arrived. */
  readonly amount: string | null;
  readonly asset: string | null;
}

export interface Judgement {
  /** What pays the order now; empty while nothing does, and once it was paid. */
  readonly counted: readonly DepositUse[];
  /** The deposit that the order was opened with, and when the last counted one arrived; null while nothing pays it. */
  readonly paid: { readonly root: string; readonly at: Date } | null;
  readonly held: readonly Held[];
  /** What the newest underpaid deposit lacks. */
  readonly missing: { readonly amount: string; readonly currency: string } | null;
}

/** The rate that was asked for is that day's: what comes later is not counted by itself. */
const COUNTED_FOR_MS = 7 * 86_400_000;

interface JudgedOrder {
  readonly provider: PaymentProvider;
  readonly createdAt: Date;
  readonly amountCents: number;
  readonly isPaid: boolean;
}

interface Deposit extends DepositReport {
  /** When its present amount was there first. */
  readonly at: Date;
  /** Arrived, and not used yet. */
  readonly open: bigint;
  /** Whether it grew after it was reported as arrived. */
  readonly hasGrown: boolean;
  /** Arrived, in an amount that the provider does not state, and nobody decided about it. */
  readonly isUnstated: boolean;
}

interface Family {
  readonly root: Deposit | null;
  readonly members: readonly Deposit[];
}

/**
 * Decides over everything that belongs to an order, from its reports in their order. An order is paid once, when what
 * arrived with one deposit and its further ones, in the asset asked for, reaches what was asked: exact decimal numbers,
 * no tolerance, no exchange rate. Every other part that arrived is held with its reason.
 */
export function judgeDeposits(
  order: JudgedOrder,
  reports: readonly DepositReport[],
  uses: readonly DepositUse[],
): Judgement {
  const families = familiesOf(depositsOf(reports, uses));
  const paying = order.isPaid ? undefined : families.find((family) => pays(order, family));
  const counted = paying === undefined ? [] : countedOf(order, paying);
  const taken = new Map(counted.map(({ deposit, amount }) => [deposit, unitsOf(amount) ?? 0n]));
  const isPaid = order.isPaid || paying !== undefined;
  const held = families.flatMap((family) =>
    family.members.flatMap((deposit) => {
      const isCounted = taken.has(deposit.deposit) || uses.some((use) => isOrderUse(use, deposit));
      const left = { ...deposit, open: deposit.open - (taken.get(deposit.deposit) ?? 0n) };
      return heldOf({ ...order, isPaid }, family, left, isCounted) ?? [];
    }),
  );
  const last = paying?.members.findLast(({ deposit }) => taken.has(deposit));
  return {
    counted,
    paid: paying?.root == null || last === undefined ? null : { root: paying.root.deposit, at: last.at },
    held,
    missing: isPaid ? null : missingOf(order, families),
  };
}

function depositsOf(reports: readonly DepositReport[], uses: readonly DepositUse[]): readonly Deposit[] {
  const byName = Map.groupBy(reports, ({ deposit }) => deposit);
  return [...byName.entries()].flatMap(([name, own]) => {
    const latest = own.at(-1);
    if (latest === undefined) return [];
    const first = own.find(({ state }) => state === 'arrived');
    const ownUses = uses.filter(({ deposit }) => deposit === name);
    const used = ownUses.reduce((sum, { amount }) => sum + (unitsOf(amount) ?? 0n), 0n);
    const stated = unitsThere(latest);
    const there = stated ?? 0n;
    return [
      {
        ...latest,
        at:
          own.find(({ state, arrived }) => state === 'arrived' && arrived === latest.arrived)?.reportedAt ??
          latest.reportedAt,
        open: there > used ? there - used : 0n,
        hasGrown: first !== undefined && latest.state === 'arrived' && first.arrived !== latest.arrived,
        isUnstated: stated === null && ownUses.length === 0,
      },
    ];
  });
}

/** Null where something arrived and how much is not stated. A payment that is over and states nothing got nothing. */
function unitsThere({ state, arrived }: DepositReport): bigint | null {
  if (state === 'arrived') return unitsOf(arrived ?? '');
  return state === 'over' && arrived !== null ? unitsOf(arrived) : 0n;
}

function familiesOf(deposits: readonly Deposit[]): readonly Family[] {
  const known = new Map(deposits.map((deposit) => [deposit.deposit, deposit]));
  const rootOf = (deposit: Deposit): string => {
    let at = deposit;
    for (const seen = new Set<string>(); at.parent !== null && !seen.has(at.deposit); ) {
      seen.add(at.deposit);
      const above = known.get(at.parent);
      if (above === undefined) return at.parent;
      at = above;
    }
    return at.deposit;
  };
  return [...Map.groupBy(deposits, rootOf).entries()].map(([root, members]) => ({
    root: known.get(root) ?? null,
    members: members.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.deposit < b.deposit ? -1 : 1)),
  }));
}

/** What a family is asked for; null where that is not known for certain. */
function askedOf({ root, members }: Family): { readonly asset: string; readonly units: bigint } | null {
  if (root === null || !root.isOfPrice || root.asset === null) return null;
  // Whether a deposit that grew contains its further ones is not documented: nothing is counted twice.
  if (root.hasGrown && members.length > 1) return null;
  const units = unitsOf(root.asked ?? '');
  return units === null || units === 0n ? null : { asset: root.asset, units };
}

function countableOf(order: { readonly createdAt: Date }, family: Family): readonly Deposit[] {
  const asset = askedOf(family)?.asset;
  return family.members.filter(
    (deposit) => deposit.state === 'arrived' && deposit.open > 0n && deposit.asset === asset && !isLate(order, deposit),
  );
}

function sumOf(deposits: readonly Deposit[]): bigint {
  return deposits.reduce((sum, { open }) => sum + open, 0n);
}

function pays(order: { readonly createdAt: Date }, family: Family): boolean {
  const asked = askedOf(family);
  return asked !== null && sumOf(countableOf(order, family)) >= asked.units;
}

/** The earliest deposits of a family, up to what was asked for. */
function countedOf(order: { readonly createdAt: Date }, family: Family): readonly DepositUse[] {
  let left = askedOf(family)?.units ?? 0n;
  const counted: DepositUse[] = [];
  for (const { deposit, open } of countableOf(order, family)) {
    if (left === 0n) break;
    const part = open < left ? open : left;
    left -= part;
    counted.push({ deposit, use: 'order', amount: amountOf(part) });
  }
  return counted;
}

function heldOf(order: JudgedOrder, family: Family, deposit: Deposit, isCounted: boolean): Held | null {
  const { deposit: name, asset, open, isUnstated } = deposit;
  if (open <= 0n && !isUnstated) return null;
  const held = { deposit: name, amount: isUnstated ? null : amountOf(open), asset };
  if (order.provider === 'stripe') return { ...held, reason: cardReasonOf(order, deposit) };
  // It pays nothing, even where all of it came: the provider may send it back, or leave it with nobody.
  if (deposit.state === 'over') return { ...held, reason: 'failed' };
  const asked = askedOf(family);
  if (isUnstated || asked === null) return { ...held, reason: isCounted ? 'more' : 'unclear' };
  if (asset !== asked.asset) return { ...held, reason: 'wrong_asset' };
  if (order.isPaid) {
    // Less than a cent is rounding.
    if (open * BigInt(order.amountCents) < asked.units) return null;
    return { ...held, reason: isCounted ? 'more' : 'second' };
  }
  return { ...held, reason: isLate(order, deposit) ? 'late' : 'less' };
}

/** A card payment has no further ones, and its amount is compared with the price of the order, which is in US dollars. */
function cardReasonOf({ amountCents }: JudgedOrder, { asset, arrived }: Deposit): HoldReason {
  const there = asset === 'usd' ? unitsOf(arrived ?? '') : null;
  const price = unitsOf(dollarsOf(amountCents));
  if (there === null || price === null || there === price) return 'unclear';
  return there < price ? 'less' : 'more';
}

function isLate(order: { readonly createdAt: Date }, { at }: Deposit): boolean {
  return at.getTime() - order.createdAt.getTime() > COUNTED_FOR_MS;
}

function missingOf(order: { readonly createdAt: Date }, families: readonly Family[]): Judgement['missing'] {
  for (const family of families.toReversed()) {
    const asked = askedOf(family);
    const there = sumOf(countableOf(order, family));
    if (asked === null || there === 0n || there >= asked.units || !/^\w{2,20}$/.test(asked.asset)) continue;
    return { amount: amountOf(asked.units - there), currency: asked.asset.toUpperCase() };
  }
  return null;
}

function isOrderUse(use: DepositUse, { deposit }: Deposit): boolean {
  return use.use === 'order' && use.deposit === deposit;
}
