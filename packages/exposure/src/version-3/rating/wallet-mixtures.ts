import type { Mixture } from '../mixture.ts';
import { meets } from './bounds/bounds.ts';
import { isUsdBelow, sumOfUsd, type Usd, type UsdAt, usdMeets, usdOf, usdOfEver } from './bounds/dollars.ts';
import { isBad, isDirect, shareOf, tierOf } from './floors/risk-row.ts';
import type { OwnHistory } from './history/own-history.ts';
import type { SetAside, SetAsideRows } from './history/set-aside.ts';
import { type FewOrSome, fewOrSome } from './mixtures/few-or-some.ts';
import type { HistoryKind } from './mixtures/known.ts';
import { type FewestStars, type MixtureName, scoreMixture, starsOfMixture } from './mixtures/rate-mixture.ts';
import { type LeftMixture, type SetAsideRow, takeOut, type ValuedMixture } from './mixtures/take-out.ts';
import type { Paid } from './paid/paid.ts';
import type { MixtureReading } from './rating.ts';

/** What was held after the last net inflow. */
export interface Holding {
  readonly mixture: Mixture;
  /** Base units, more than 0. */
  readonly balance: bigint;
  /** What the wallet holds at the cut-off, base units. */
  readonly balanceAtCutOff: bigint;
}

/** What a wallet's mixtures are read from (docs/method/3, sections 6 to 8). */
export interface MixturesInput {
  readonly history: OwnHistory;
  readonly kind: HistoryKind;
  /** A source states what was received in all; where that is more than the records hold, it is the history's base. */
  readonly isTotalStated: boolean;
  /** Before section 8; null where nothing came in. */
  readonly ever: Mixture | null;
  readonly now: Holding | null;
  /** Of `findSetAside`, and the rows of it. */
  readonly setAside: SetAside;
  readonly setAsideRows: SetAsideRows;
  readonly usdAt: UsdAt;
  /** Unix seconds. */
  readonly cutOff: number;
  /** What the rules read of the history alone, where it is known: shares do not change it. */
  readonly ofHistory?: { readonly paid: Paid; readonly usdOfEver: Usd };
}

/** A mixture before section 8, and what was read of it. */
export interface WalletMixture extends ValuedMixture {
  readonly reading: MixtureReading;
}

/** Below so many dollars of it there is no *now*, and with less at the cut-off one without stars is left out. */
const NOW_FROM_USD = 10;

/** Reads *ever* and *now*; each is null where there is none. */
export function readWalletMixtures(input: MixturesInput): {
  readonly ever: WalletMixture | null;
  readonly now: WalletMixture | null;
} {
  const { history, usdAt, cutOff } = input;
  if (input.ever === null) return { ever: null, now: null };
  const ever = {
    mixture: input.ever,
    usd: input.ofHistory === undefined ? usdOfEver(history.inflows, history.base, usdAt) : input.ofHistory.usdOfEver,
  };
  const left = takeOut(ever, input.setAsideRows, ever.mixture);
  const fit = left.left === null ? null : fewOrSome(left.left);
  const fewest = fewestStars(input, left, fit);
  const readEver = readLeft('ever', ever, { left, fit, kind: input.kind, fewest });
  if (input.now === null) return { ever: readEver, now: null };

  const { mixture, balance, balanceAtCutOff } = input.now;
  const now = { mixture, usd: usdOf({ amount: balance, time: cutOff }, usdAt) };
  if (isUsdBelow(now.usd, NOW_FROM_USD)) return { ever: readEver, now: null };
  const leftNow = takeOut(now, input.setAsideRows, ever.mixture);
  const fitNow = fit ?? (leftNow.left === null ? null : fewOrSome(leftNow.left));
  const readNow = readLeft('now', now, { left: leftNow, fit: fitNow, kind: input.kind, fewest });
  const hasLittle = isUsdBelow(usdOf({ amount: balanceAtCutOff, time: cutOff }, usdAt), NOW_FROM_USD);
  const isLeftOut = hasLittle && readNow.reading.stars === null;
  return { ever: readEver, now: { ...readNow, reading: { ...readNow.reading, isLeftOut } } };
}

interface HowToRead {
  readonly left: LeftMixture;
  readonly fit: FewOrSome | null;
  readonly kind: HistoryKind;
  readonly fewest: FewestStars;
}

/** Reads what section 8 left of a mixture. */
export function readLeft(
  name: MixtureName,
  before: ValuedMixture,
  { left: { left, leftShare, removed }, fit, kind, fewest }: HowToRead,
): WalletMixture {
  const score = left === null ? null : scoreMixture(name, left, fit);
  const stars = score === null ? null : starsOfMixture(score, kind, fewest);
  const fitting = fit === null ? [] : (left?.mixture.rows ?? []).filter(isBad);
  const fitted = fitting.map((row): SetAsideRow => ({ ...row, share: row.share * leftShare, why: fit ?? 'some' }));
  return { ...before, reading: { name, fit, isLeftOut: false, setAside: [...removed, ...fitted], score, stars } };
}

const STATED_USD = 1000;
const STATED_SHARE = 0.1;

/**
 * The fewest stars of a warning (section 10): in a sample three, but two where a source states what was received in all
 * and enough of that is straight from tier S and A.
 */
function fewestStars({ kind, isTotalStated }: MixturesInput, ever: LeftMixture, fit: FewOrSome | null): FewestStars {
  if (kind !== 'sample') return 1;
  if (!isTotalStated || ever.left === null) return 3;
  const { rows, total } = scoreMixture('ever', ever.left, fit);
  const own = rows.filter((row) => isDirect(row) && ['S', 'A'].includes(tierOf(row.category)));
  const ofTotal = shareOf(own) * ever.leftShare;
  const isEnough = usdMeets(sumOfUsd(own.map(({ usd }) => usd)), STATED_USD) && meets(ofTotal, STATED_SHARE);
  return total.stars <= 2 && isEnough ? 2 : 3;
}
