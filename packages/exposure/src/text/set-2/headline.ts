import { CATEGORIES, type Category, type Stars, verdictOfStars } from '@assay/domain';
import { CATEGORY_WORDS, isDataLimited, type ResultGrounds } from '@assay/wording';
import { STRONG_CONFIDENCE } from '../../method/numbers.ts';
import type { Direction } from '../../records/record.ts';
import type { FloorCause, NotRatedReason } from '../../score/assessment.ts';
import { rateConfidence } from '../../score/confidence.ts';
import type { ScoreFacts } from '../../score/score-facts.ts';
import { isRisky } from '../../score/score-sums.ts';
import type { Sentence } from '../../score/sentence.ts';
import { exposureOf, shareByCategory } from './flow.ts';
import { say } from './say.ts';

const BANDS = {
  0: 'not_rated',
  1: 'very_high_risk',
  2: 'high_risk',
  3: 'medium_risk',
  4: 'low_risk',
  5: 'low_risk',
} as const satisfies Record<Stars, string>;

const NOT_RATED = {
  no_records: 'no_transfers',
  not_traceable: 'network_not_followed',
  sources_failed: 'no_source_answered',
  too_little_attributed: 'too_little_known',
  burn_address: 'money_destroyed',
} as const satisfies Record<NotRatedReason, string>;

/** What decides how much the words may claim. */
export function groundsOf({ cause, stars, coverage, input }: ScoreFacts): ResultGrounds {
  return {
    verdict: verdictOfStars(stars),
    rule: cause.rule,
    confidence: rateConfidence(coverage, input.subject.complete),
    attributed: coverage.attributed,
  };
}

/** Two short sentences: the band, then the reason. */
export function writeHeadline(facts: ScoreFacts): readonly Sentence[] {
  return [writeBand(facts), writeReason(facts)];
}

function writeBand(facts: ScoreFacts): Sentence {
  if (!isDataLimited(groundsOf(facts))) return say(BANDS[facts.stars]);
  const isRiskFree = facts.cause.rule === 'limited_coverage' && !hasRisk(facts);
  return say(isRiskFree ? 'limited_no_risk' : 'limited_low_risk');
}

function hasRisk({ rows }: ScoreFacts): boolean {
  return rows.some(({ category, share }) => share > 0 && isRisky(category));
}

/** The reason of the stars, in the second sentence. */
export function writeReason(facts: ScoreFacts): Sentence {
  const { cause, stars } = facts;
  switch (cause.rule) {
    case 'not_rated':
      return say(NOT_RATED[cause.reason]);
    case 'identity': {
      const { category, confidence } = cause.label;
      return say(confidence < STRONG_CONFIDENCE ? 'is_reported' : 'is_labelled', { category });
    }
    case 'floor':
      return stars === 4 ? say('one_star_less', { category: cause.category }) : nameFloor(cause);
    case 'limited_coverage':
      return say('too_little_for_five');
    case 'linear':
      return stars === 5 ? nameFiveStars(facts) : nameLinear(facts);
  }
}

function nameFloor({ category, direction, layer }: FloorCause): Sentence {
  return say(layer === 'direct' ? 'party_direct' : 'party_further', { category, direction });
}

/** A share that the ring shows as medium risk is named, although it weighs too little for a star. */
function nameFiveStars(facts: ScoreFacts): Sentence {
  if (hasRisk(facts)) return say('risk_not_enough');
  for (const direction of ['bwd', 'fwd'] satisfies readonly Direction[]) {
    const medium = shareByCategory(exposureOf(facts, direction)).filter(
      ({ category }) => CATEGORIES[category].group !== 'low',
    );
    const sum = medium.reduce((total, { share }) => total + share, 0);
    const [largest] = medium;
    if (largest === undefined || sum <= 0.5) continue;
    return largest.share > 0.5 ? say('mostly', { category: largest.category }) : say('mostly_medium');
  }
  return say('nothing_lowers');
}

/** The category that adds most of the points names the result; below that it is a mix. */
function nameLinear({ stars, score, rows }: ScoreFacts): Sentence {
  const { direction } = score;
  const points = new Map<string, { readonly category: Category; readonly sum: number }>();
  for (const row of rows) {
    if (row.direction !== direction) continue;
    const { kind } = CATEGORY_WORDS[row.category];
    const { category = row.category, sum = 0 } = points.get(kind) ?? {};
    points.set(kind, { category, sum: sum + row.points });
  }
  const [main] = [...points].sort(([left, one], [right, other]) => other.sum - one.sum || (left < right ? -1 : 1));
  if (main === undefined || main[1].sum < score.linear / 2) {
    return say(stars === 4 ? 'one_star_less_mixed' : 'mixed_parties', { direction });
  }
  const { category } = main[1];
  return stars === 4 ? say('one_star_less', { category }) : say('party_direct', { category, direction });
}
