import { shareOf } from '../../records/ratios.ts';
import { type Usd, usdOfShare } from '../rating/bounds/dollars.ts';
import { isExchanged } from '../rating/contact.ts';
import { shareOf as sumOf } from '../rating/floors/risk-row.ts';
import type { MixtureName } from '../rating/mixtures/rate-mixture.ts';
import type { Rating } from '../rating/rating.ts';
import type { WalkedMixture } from '../walk/rows/walked-mixture.ts';
import type { MixtureFound, NoneFoundFacts } from './assessment-of-3.ts';

/** What a mixture is of. */
export interface Worth {
  /** Base units. */
  readonly amount: bigint;
  readonly usd: Usd;
}

/** A mixture with the amounts and dollars of its rows (docs/method/3, section 15). */
export function mixtureFound(name: MixtureName, walked: WalkedMixture, { amount, usd }: Worth): MixtureFound {
  const { rows, unknownOrigin, notFollowed, cut, steps } = walked;
  return {
    name,
    amount,
    usd,
    rows: rows.map((row) => ({ ...row, amount: shareOf(row.share, amount), usd: usdOfShare(usd, row.share) })),
    unknownOrigin,
    notFollowed,
    cut,
    steps,
  };
}

/** What the sentence of `none_found` names; null of any other result. */
export function noneFoundFacts(
  { finding }: Rating,
  { rows, notFollowed, steps }: Pick<WalkedMixture, 'rows' | 'notFollowed' | 'steps'>,
  { amount, usd, since }: Worth & Pick<NoneFoundFacts, 'since'>,
): NoneFoundFacts | null {
  if (finding !== 'none_found') return null;
  return {
    amount,
    usd,
    since,
    notFollowed,
    explained: sumOf(rows.filter((row) => row.explained)),
    otherNamed: sumOf(rows.filter((row) => !row.explained && !isExchanged(row))),
    exchanged: sumOf(rows.filter((row) => !row.explained && isExchanged(row))),
    steps,
  };
}
