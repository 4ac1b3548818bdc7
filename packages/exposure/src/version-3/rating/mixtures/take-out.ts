import type { Mixture, MixtureRow } from '../../mixture.ts';
import { BOUND_TOLERANCE } from '../bounds/bounds.ts';
import { type Usd, usdOfShare } from '../bounds/dollars.ts';
import { isBad, keyOfRow, shareOf } from '../floors/risk-row.ts';
import type { SetAsideRows } from '../history/set-aside.ts';

/** A mixture and what it is worth. */
export interface ValuedMixture {
  readonly mixture: Mixture;
  readonly usd: Usd;
}

/** A row that section 8 of docs/method/3 set aside, by share of the mixture before it. */
export interface SetAsideRow extends MixtureRow {
  readonly why: 'returned' | 'untouched' | 'few' | 'some';
}

/** A mixture without what was taken out of it. */
export interface LeftMixture {
  /** Null where nothing is left: such a mixture has no stars. */
  readonly left: ValuedMixture | null;
  /** The part of the mixture that is left, 0..1. */
  readonly leftShare: number;
  readonly removed: readonly SetAsideRow[];
}

const sharesByKey = (rows: readonly MixtureRow[]): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(rows, keyOfRow)].map(([key, own]) => [key, shareOf(own)]));

/**
 * Takes returned and untouched money out of a mixture: of each bad row the part of it that this money was in *ever*,
 * first what was returned, then what lies untouched, as a part of what is left of the row. The other shares are divided
 * by what is left in all, and the dollars are multiplied by it.
 */
export function takeOut({ mixture, usd }: ValuedMixture, rows: SetAsideRows, ever: Mixture): LeftMixture {
  if (rows.returned.length === 0 && rows.untouched.length === 0)
    return { left: { mixture, usd }, leftShare: 1, removed: [] };
  const inEver = sharesByKey(ever.rows.filter(isBad));
  const returned = sharesByKey(rows.returned);
  const untouched = sharesByKey(rows.untouched);
  const removed: SetAsideRow[] = [];
  const kept: MixtureRow[] = [];
  for (const row of mixture.rows) {
    const key = keyOfRow(row);
    const whole = inEver.get(key);
    if (!isBad(row) || whole === undefined) {
      kept.push(row);
      continue;
    }
    const first = partOf(returned.get(key) ?? 0, whole);
    const then = partOf(untouched.get(key) ?? 0, whole * (1 - first));
    if (first > 0) removed.push({ ...row, share: row.share * first, why: 'returned' });
    if (then > 0) removed.push({ ...row, share: row.share * (1 - first) * then, why: 'untouched' });
    const share = row.share * (1 - first) * (1 - then);
    if (share > 0) kept.push({ ...row, share });
  }
  if (removed.length === 0) return { left: { mixture, usd }, leftShare: 1, removed };
  const leftShare = shareOf([...kept, { share: mixture.unknownOrigin }, { share: mixture.notFollowed }]);
  // A billionth or less is what doubles lose of the shares that were taken out, not something that is left.
  if (leftShare <= BOUND_TOLERANCE) return { left: null, leftShare: 0, removed };
  const left: Mixture = {
    rows: kept.map((row) => ({ ...row, share: row.share / leftShare })),
    unknownOrigin: mixture.unknownOrigin / leftShare,
    notFollowed: mixture.notFollowed / leftShare,
  };
  return { left: { mixture: left, usd: usdOfShare(usd, leftShare) }, leftShare, removed };
}

/** A share as a part of another, 0..1. All but a billionth is all: the rest is what doubles lose. */
function partOf(share: number, whole: number): number {
  if (share <= 0 || whole <= 0) return 0;
  const part = share / whole;
  return part >= 1 - BOUND_TOLERANCE ? 1 : part;
}
