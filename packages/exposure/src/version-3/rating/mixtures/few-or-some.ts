import type { Mixture } from '../../mixture.ts';
import { isBelow } from '../bounds/bounds.ts';
import { isUsdBelow, usdOfShare } from '../bounds/dollars.ts';
import { isBad, shareOf } from '../floors/risk-row.ts';
import type { ValuedMixture } from './take-out.ts';

export type FewOrSome = 'few' | 'some';

const FEW = { share: 0.1, usd: 100 };
const SOME = { share: 0.25, usd: 1000 };
const SOME_OF_LITTLE = { share: 0.5, usd: 100 };
const SOME_WITHOUT_PRICE = 0.1;

/** What fits the bad shares of a mixture (docs/method/3, section 8); null where none is bad, or they count in full. */
export function fewOrSome({ mixture, usd }: ValuedMixture): FewOrSome | null {
  const bad = shareOf(mixture.rows.filter(isBad));
  if (bad <= 0) return null;
  const badUsd = usdOfShare(usd, bad);
  if (badUsd === null) return isBelow(bad, SOME_WITHOUT_PRICE) ? 'some' : null;
  const isUnder = (bounds: typeof FEW): boolean => isBelow(bad, bounds.share) && isUsdBelow(badUsd, bounds.usd);
  if (isUnder(FEW)) return 'few';
  return isUnder(SOME) || isUnder(SOME_OF_LITTLE) ? 'some' : null;
}

/** With *few*, the bad shares count as unknown origin, and nothing is divided. */
export function withoutFew(mixture: Mixture): Mixture {
  const bad = mixture.rows.filter(isBad);
  return {
    ...mixture,
    rows: mixture.rows.filter((row) => !isBad(row)),
    unknownOrigin: shareOf([...bad, { share: mixture.unknownOrigin }]),
  };
}
