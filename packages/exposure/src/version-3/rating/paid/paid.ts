import type { Category } from '@assay/domain';
import { meets, ratioOf } from '../bounds/bounds.ts';
import { type Usd, type UsdAt, usdOf, type Worth, worthMeets, worthOf } from '../bounds/dollars.ts';
import { TEN_DOLLARS_WITHOUT_PRICE } from '../floors/floor-table.ts';
import {
  type FloorFinding,
  type FloorRow,
  type Floors,
  floorsOfColumn,
  mainCategory,
  NO_FLOORS,
} from '../floors/floors.ts';
import { isBad, shareOf } from '../floors/risk-row.ts';
import type { OwnHistory } from '../history/own-history.ts';
import type { SetAside } from '../history/set-aside.ts';
import { kindOfPayee, sentBackToSevere } from './acts.ts';

/** What was paid to one payee of a bad category in one payment, by share of all paid. */
export interface PaidRow extends FloorRow {
  /** Index in the history's payments. */
  readonly payment: number;
  readonly entity: string;
}

/** What a victim would have paid too: three stars at most. */
export interface PaidAsVictims {
  readonly rows: readonly PaidRow[];
  readonly share: number;
  readonly usd: Usd;
  /** The category that most of the share is of. */
  readonly category: Category;
}

/** What the account paid to payees of tier S, A and B (docs/method/3, section 9). */
export interface Paid {
  /** Those that count as acts. */
  readonly acts: readonly PaidRow[];
  readonly floors: Floors<PaidRow>;
  readonly asVictims: PaidAsVictims | null;
  /** All bad payees before section 8 and before anything is exempt, by share of all that was paid. */
  readonly contacts: readonly PaidRow[];
}

/** The part of it that decides. */
export type PaidCause =
  | { readonly by: 'acts'; readonly floor: FloorFinding<PaidRow> }
  | { readonly by: 'victims'; readonly paid: PaidAsVictims };

const ACTS_USD = 10;
const VICTIMS_SHARE = 0.1;
const VICTIMS_USD = 100;

/**
 * Reads the account's own payments, by the labels of their time. Shares are of all it paid, what was returned left out;
 * dollars are of the days of the payments.
 */
export function readPaid(history: OwnHistory, { returned }: SetAside, usdAt: UsdAt): Paid {
  const { payments } = history;
  const sentBack = new Map<number, bigint>();
  for (const { payment, amount } of returned) sentBack.set(payment, (sentBack.get(payment) ?? 0n) + amount);
  const exempt = sentBackToSevere(history);
  const all = payments.reduce((sum, { amount }) => sum + amount, 0n);
  const counted = all - returned.reduce((sum, { amount }) => sum + amount, 0n);

  const rowsOf = (whole: bigint, amountOf: (payment: number, amount: bigint) => bigint): PaidRow[] =>
    payments.flatMap(({ time, amount: paid, label }, payment) => {
      const amount = amountOf(payment, paid);
      if (label === null || !isBad(label) || amount <= 0n) return [];
      return [{ ...label, payment, share: ratioOf(amount, whole), usd: usdOf({ amount, time }, usdAt) }];
    });
  const kept = rowsOf(counted, (payment, amount) => amount - (sentBack.get(payment) ?? 0n));
  const acts = rowsOf(counted, (payment, amount) => amount - (exempt.get(payment) ?? 0n)).filter(
    ({ category }) => kindOfPayee(category) === 'act',
  );
  return {
    acts,
    floors: isTenDollars(acts) ? floorsOfColumn('paid', acts) : NO_FLOORS,
    asVictims: readVictims(kept.filter(({ category }) => kindOfPayee(category) === 'as_victims')),
    contacts: rowsOf(all, (_, amount) => amount),
  };
}

/** Whether acts are worth $10 in sum; without a price, 0.1% of all paid. */
function isTenDollars(acts: readonly PaidRow[]): boolean {
  const worth = worthOfRows(acts);
  return worthMeets(worth, ACTS_USD) || (worth.usd === null && meets(shareOf(acts), TEN_DOLLARS_WITHOUT_PRICE));
}

/** From 10% of all paid and $100; without a price the $100 are met. */
function readVictims(rows: readonly PaidRow[]): PaidAsVictims | null {
  const category = mainCategory(rows);
  const share = shareOf(rows);
  const { usd } = worthOfRows(rows);
  const holds = meets(share, VICTIMS_SHARE) && (usd === null || meets(usd, VICTIMS_USD));
  return category !== null && holds ? { rows, share, usd, category } : null;
}

const worthOfRows = (rows: readonly PaidRow[]): Worth => worthOf(rows.map(({ share, usd }) => ({ size: share, usd })));
