import { CATEGORIES } from '@assay/domain';
import { formatBound, formatShare, formatUsdInSentence } from '@assay/wording';
import { STRONG_CONFIDENCE, TOO_SMALL_SHARE, TOO_SMALL_USD } from '../../method/numbers.ts';
import type { FloorCause, IdentityCause, LinearCause, NotRatedReason } from '../../score/assessment.ts';
import type { ScoreFacts } from '../../score/score-facts.ts';
import { reaches } from '../../score/score-rules.ts';
import type { Sentence } from '../../score/sentence.ts';
import { exposureOf } from './flow.ts';
import { say } from './say.ts';
import { citedFor } from './support.ts';

/** Which rule decided, in numbers that are in the evidence table. */
export function writeWhy(facts: ScoreFacts): readonly Sentence[] {
  const { cause, coverage } = facts;
  switch (cause.rule) {
    case 'identity':
      return whyIdentity(facts, cause);
    case 'floor':
      return whyFloor(facts, cause);
    case 'linear':
      return whyLinear(facts, cause);
    case 'limited_coverage':
      return [say('why_limited', { points: cause.total, clean: coverage.clean })];
    case 'not_rated':
      return [whyNotRated(facts, cause.reason)];
  }
}

function whyIdentity(facts: ScoreFacts, cause: IdentityCause): readonly Sentence[] {
  const { tier } = CATEGORIES[cause.label.category];
  const given = { ...citedFor(facts, cause), stars: facts.stars, points: cause.total };
  if (tier === 'C' || tier === 'D') return [say('why_service', given)];
  const isWeak = cause.label.confidence < STRONG_CONFIDENCE;
  return [say('why_label', given), ...(isWeak ? [say('why_weak_label')] : [])];
}

function whyFloor(facts: ScoreFacts, cause: FloorCause): readonly Sentence[] {
  const { direction, layer, category, share, usd, lowered, total: points } = cause;
  const rows = facts.rows.filter(
    (row) => row.category === category && row.direction === direction && row.layer === layer,
  );
  const shown = rows.reduce((sum, row) => sum + row.share, 0);
  const hops = rows.filter((row) => row.decisive).map((row) => row.minHops);
  return [
    say('why_share', {
      stars: facts.stars,
      direction,
      layer,
      category,
      share,
      usd,
      hops: hops.length === 0 ? null : Math.min(...hops),
      partial: formatShare(shown) !== formatShare(share),
    }),
    sayRule(facts, cause, { points, lowered }),
  ];
}

function sayRule(
  { score }: ScoreFacts,
  cause: FloorCause,
  given: { readonly points: number; readonly lowered: boolean },
): Sentence {
  const step = score.floors.find((floor) => floor.cause === cause)?.step;
  if (step === undefined || step.minShare === 0) {
    const least = cause.usd === null ? formatBound(TOO_SMALL_SHARE) : formatUsdInSentence(TOO_SMALL_USD);
    return say('why_any', { ...given, least });
  }
  const byShare = reaches(cause.share, step.minShare);
  const least = byShare || step.minUsd === null ? formatBound(step.minShare) : formatUsdInSentence(step.minUsd);
  return say('why_bound', { ...given, least });
}

function whyLinear(facts: ScoreFacts, cause: LinearCause): readonly Sentence[] {
  const { stars, coverage } = facts;
  const { direction, total: points } = cause;
  if (stars === 5) return [say('why_five', { direction, points, clean: coverage.clean })];
  return [say('why_sum', { stars, direction, points }), largestPart(facts, cause)];
}

/** The row or residual that adds most points. */
function largestPart(facts: ScoreFacts, { direction }: LinearCause): Sentence {
  const linear = direction === 'bwd' ? facts.score.incoming : facts.score.outgoing;
  const { rows, residuals } = exposureOf(facts, direction);
  const unknown = linear.residualPoints.unknown_origin + linear.residualPoints.not_followed;
  const parts = rows.map((row, index) => ({ row, points: linear.rowPoints[index] ?? 0 }));
  const largest = parts.toSorted((one, other) => other.points - one.points)[0];
  if (largest === undefined || unknown > largest.points) {
    return say('why_largest_unknown', { points: unknown, share: residuals.unknown_origin + residuals.not_followed });
  }
  const { share, category, entity, layer } = largest.row;
  return say('why_largest_row', { points: largest.points, share, category, entity, layer });
}

function whyNotRated({ coverage, input }: ScoreFacts, reason: NotRatedReason): Sentence {
  const elsewhere = input.notes.some(({ kind }) => kind === 'label_on_other_network');
  switch (reason) {
    case 'no_records':
    case 'not_traceable':
    case 'sources_failed':
      return say(`why_${reason}`, { elsewhere });
    case 'too_little_attributed':
      return say('why_too_little', { attributed: coverage.attributed });
    case 'burn_address':
      return say('why_burn_address');
  }
}
