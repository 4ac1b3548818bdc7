import { CATEGORIES } from '@assay/domain';
import { compareText } from '../../records/compare-text.ts';
import type { LabelClaim } from '../../walk/store.ts';
import type { AssessmentOf3 } from '../assess/assessment-of-3.ts';
import { isBad, shareOf } from '../rating/floors/risk-row.ts';
import type { StarsGiven } from '../rating/floors/total.ts';
import { isMore, starsOf } from './more-stars.ts';

/** The claim that carries least of those whose withdrawal is enough (docs/method/3, section 15). */
export interface ClaimChange extends LabelClaim {
  /** The largest share that it has of a mixture or of all paid, 0..1. */
  readonly share: number;
  readonly stars: StarsGiven;
}

/** The same question, had nobody made this claim of any address. */
export type AssessWithout = (claim: LabelClaim) => Promise<AssessmentOf3>;

/** So many claims are asked, those that weigh most: each takes a new walk. */
export const ASKED_CLAIMS = 5;
/** A walk of more states is not made again. */
const MOST_STATES = 5000;

/** Whether the walks of a result can be made again, without a claim that they met. */
export const areWalksShort = ({ mixtures }: Pick<AssessmentOf3, 'mixtures'>): boolean =>
  mixtures.every(({ cut }) => cut.states <= MOST_STATES);

type Claim = LabelClaim & Pick<ClaimChange, 'share'>;

export async function leastClaim(assessment: AssessmentOf3, assessWithout: AssessWithout): Promise<ClaimChange | null> {
  const { rating } = assessment;
  const asked = claimsOf(assessment)
    .toSorted((a, b) => weightOf(b) - weightOf(a) || compareClaims(a, b))
    .slice(0, ASKED_CLAIMS)
    .toSorted((a, b) => a.share - b.share || compareClaims(a, b));
  for (const { category, entity, share } of asked) {
    const { rating: then } = await assessWithout({ category, entity });
    if (isMore(then, rating)) return { category, entity, share, stars: starsOf(then) };
  }
  return null;
}

const weightOf = ({ category, share }: Claim): number => share * CATEGORIES[category].weight;

const compareClaims = (a: Claim, b: Claim): number =>
  compareText(a.category, b.category) || compareText(a.entity, b.entity);

interface ClaimedShare extends LabelClaim {
  readonly share: number;
}

/** Each claim of tier S, A and B that a mixture or a payment met. */
function claimsOf({ mixtures, rating }: AssessmentOf3): readonly Claim[] {
  const met: readonly (readonly ClaimedShare[])[] = [
    // What has a meaning and no label, such as what a coinjoin mixed, is nobody's claim.
    ...mixtures.map(({ rows }) => rows.filter((row) => isBad(row) && row.labels.length > 0)),
    rating.paid?.contacts ?? [],
  ];
  const sums = met.flatMap((rows) =>
    [...Map.groupBy(rows, keyOf).values()].flatMap(([first, ...rest]) =>
      first === undefined ? [] : [{ ...first, share: shareOf([first, ...rest]) }],
    ),
  );
  return [...Map.groupBy(sums, keyOf).values()].flatMap((own): Claim[] => {
    const [largest] = own.toSorted((a, b) => b.share - a.share);
    return largest === undefined ? [] : [{ category: largest.category, entity: largest.entity, share: largest.share }];
  });
}

const keyOf = ({ category, entity }: LabelClaim): string => JSON.stringify([category, entity]);
