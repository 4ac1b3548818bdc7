import { formatShare } from '@assay/wording';
import type { ExplainedRow, FloorCause } from '../../score/assessment.ts';
import type { Sentence } from '../../score/sentence.ts';
import { writeWhy as writeFormer } from '../set-2/why.ts';
import { type DecidedFacts, ofWhatIsLeft } from './facts.ts';
import { say } from './say.ts';

/** Categories of a column that are named one by one. */
const MOST_NAMED = 3;

/** Which rule decided, in numbers that are in the evidence table. */
export function writeWhy(facts: DecidedFacts): readonly Sentence[] {
  const { cause, coverage, decision } = facts;
  switch (cause.rule) {
    case 'floor':
      return whyFloor(facts, cause);
    case 'limited_coverage':
      return [
        say('why_held_back', {
          points: cause.total,
          lacks: decision.lacks,
          clean: coverage.clean,
          notFollowed: coverage.notFollowed,
        }),
      ];
    case 'linear':
      if (facts.stars < 5) return writeFormer(ofWhatIsLeft(facts));
      return [
        say('why_five_known', {
          direction: cause.direction,
          points: cause.total,
          clean: coverage.clean,
          notFollowed: coverage.notFollowed,
        }),
      ];
    case 'not_rated':
      if (cause.reason !== 'too_little_attributed') return writeFormer(facts);
      return [say('why_nearly_unknown', { attributed: coverage.attributed })];
    case 'identity':
      return writeFormer(facts);
  }
}

function whyFloor(facts: DecidedFacts, cause: FloorCause): readonly Sentence[] {
  const { direction, layer, share, usd, lowered, total: points, scope } = cause;
  const rows = facts.rows.filter(({ decisive }) => decisive);
  const shown = rows.reduce((sum, row) => sum + row.share, 0);
  const counted = rows.reduce((sum, row) => sum + (lowered ? row.share : row.strongShare), 0);
  const { aside } = facts.decision.score.sides[direction];
  return [
    say('why_column', {
      ...{ stars: facts.stars, direction, layer, share, usd, scope: scope ?? 'B' },
      categories: categoriesOf(rows),
      hops: rows.length === 0 ? null : Math.min(...rows.map((row) => row.minHops)),
      partial: formatShare(shown) !== formatShare(counted),
      rest: aside > 0,
    }),
    whyBound(facts, cause, { points, lowered }),
  ];
}

function whyBound(
  { decision, identity, input }: DecidedFacts,
  cause: FloorCause,
  given: { readonly points: number; readonly lowered: boolean },
): Sentence {
  const { floors, serviceFloor } = decision.score;
  const finding = [...floors, ...(serviceFloor === null ? [] : [serviceFloor])].find((floor) => floor.cause === cause);
  const { minShare = 0, minUsd = null } = finding?.step ?? {};
  if (cause.scope === 'service') {
    const { complete } = input.subject;
    return say('why_service_floor', { points: given.points, bound: minShare, own: identity?.total ?? 0, complete });
  }
  if (minUsd === null) return say('why_bound_share', { ...given, bound: minShare });
  return say('why_bound_usd', { ...given, usd: minUsd, bound: minShare });
}

/** Largest first. */
export function categoriesOf(rows: readonly ExplainedRow[]): readonly ExplainedRow['category'][] {
  const shares = new Map<ExplainedRow['category'], number>();
  for (const { category, share } of rows) shares.set(category, (shares.get(category) ?? 0) + share);
  return [...shares]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, MOST_NAMED)
    .map(([category]) => category);
}
