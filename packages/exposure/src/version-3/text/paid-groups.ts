import type { Category } from '@assay/domain';
import { sumOfUsd, type Usd } from '../rating/bounds/dollars.ts';
import { shareOf } from '../rating/floors/risk-row.ts';
import type { PaidRow } from '../rating/paid/paid.ts';
import type { Rating } from '../rating/rating.ts';

/** What was paid to one bad category. */
export interface PaidGroup {
  readonly category: Category;
  /** The share is of all paid without what was sent back. */
  readonly rest: boolean;
  readonly share: number;
  readonly usd: Usd;
}

/**
 * What was paid to bad payees, by category, the largest share first. What counts by section 9 is said as it counts; of
 * any other category all that was paid is, by share of all paid.
 */
export function paidGroups({ paid, setAside }: Rating): PaidGroup[] {
  if (paid === null) return [];
  const counted = [...paid.acts, ...(paid.asVictims?.rows ?? [])];
  const names = new Set(counted.map(({ category }) => category));
  const others = paid.contacts.filter(({ category }) => !names.has(category));
  const groups = [...groupsOf(counted, setAside.includes('returned')), ...groupsOf(others, false)];
  return groups.toSorted((a, b) => b.share - a.share || (a.category < b.category ? -1 : 1));
}

function groupsOf(rows: readonly PaidRow[], rest: boolean): PaidGroup[] {
  return [...Map.groupBy(rows, ({ category }) => category)].map(([category, own]) => ({
    category,
    rest,
    share: shareOf(own),
    usd: sumOfUsd(own.map(({ usd }) => usd)),
  }));
}
