import { CATEGORIES, STAR_BOUNDS } from '@assay/domain';
import { CATEGORY_WORDS, formatBound, formatPoints, formatUsdInSentence, nameStars } from '@assay/wording';
import {
  MIN_ATTRIBUTED,
  MIN_CLEAN,
  OUTGOING_FACTOR,
  STRONG_CONFIDENCE,
  TOO_SMALL_SHARE,
  TOO_SMALL_USD,
} from '../../method/numbers.ts';
import type { FloorCause, IdentityCause, LinearCause, NotRatedReason } from '../../score/assessment.ts';
import type { ScoreFacts } from '../../score/score-facts.ts';
import { reaches } from '../../score/score-rules.ts';
import { exposureOf, FLOW_WORDS } from './flow.ts';
import { shareOfTextSet1 } from './format.ts';

/** Which rule decided, in numbers that are in the evidence table. */
export function writeWhy(facts: ScoreFacts): string {
  const { cause } = facts;
  switch (cause.rule) {
    case 'identity':
      return whyIdentity(facts, cause);
    case 'floor':
      return whyFloor(facts, cause);
    case 'linear':
      return whyLinear(facts, cause);
    case 'limited_coverage':
      return (
        `Four stars, not five: ${shareOfTextSet1(facts.coverage.clean)} of all value moved is known to be ordinary, and ` +
        `five stars need ${formatBound(MIN_CLEAN)}. The risk found adds up to ${formatPoints(cause.total)} of 100.`
      );
    case 'not_rated':
      return whyNotRated(facts, cause.reason);
  }
}

function whyIdentity({ stars }: ScoreFacts, { label, total }: IdentityCause): string {
  const { own } = CATEGORY_WORDS[label.category];
  const source = `${label.source}, confidence ${label.confidence}`;
  const { tier } = CATEGORIES[label.category];
  if (tier === 'C' || tier === 'D') {
    return (
      `${nameStars(stars)}: this address ${own} (${label.entity}; ${source}). A service is scored as what it is, ` +
      `${formatPoints(total)} of 100; its transfers are shown, but not scored.`
    );
  }
  const weak =
    label.confidence < STRONG_CONFIDENCE ? ` Confidence under ${STRONG_CONFIDENCE} counts one band lower.` : '';
  return (
    `${nameStars(stars)}: this address ${own} (${label.entity}; ${source}). Its own label sets the score to ${total === 100 ? '' : 'at least '}` +
    `${formatPoints(total)} of 100, whatever its transfers are.${weak}`
  );
}

function whyFloor(facts: ScoreFacts, cause: FloorCause): string {
  const words = FLOW_WORDS[cause.direction];
  const verb = cause.layer === 'direct' ? words.straight : words.back;
  const usd = cause.usd === null ? '' : ` (${formatUsdInSentence(cause.usd)} in all)`;
  return (
    `${nameStars(facts.stars)}: ${shareOfTextSet1(cause.share)} of ${words.value} ${verb} ` +
    `${CATEGORY_WORDS[cause.category].many}${distanceOf(facts, cause)}${usd}. ${ruleOf(facts, cause)}`
  );
}

function distanceOf({ rows }: ScoreFacts, cause: FloorCause): string {
  if (cause.layer === 'direct') return ', one hop away';
  const hops = rows.filter((row) => row.decisive).map((row) => row.minHops);
  return hops.length === 0 ? '' : `, ${Math.min(...hops)} hops away at the nearest`;
}

function ruleOf({ score }: ScoreFacts, cause: FloorCause): string {
  const step = score.floors.find((floor) => floor.cause === cause)?.step;
  const floor = `sets the score to at least ${cause.total} of 100`;
  const lowered = cause.lowered
    ? `, one step lower than usual, because its labels are below confidence ${STRONG_CONFIDENCE} or came after the transfer`
    : '';
  if (step === undefined || step.minShare === 0) {
    const least = cause.usd === null ? formatBound(TOO_SMALL_SHARE) : formatUsdInSentence(TOO_SMALL_USD);
    return `Any transfer like this, ${least} or more in sum, ${floor}${lowered}.`;
  }
  const byShare = reaches(cause.share, step.minShare);
  const bound = byShare || step.minUsd === null ? formatBound(step.minShare) : formatUsdInSentence(step.minUsd);
  return `From ${bound} on, this alone ${floor}${lowered}.`;
}

function whyLinear(facts: ScoreFacts, cause: LinearCause): string {
  const { stars, coverage } = facts;
  const sum = `the shares of ${FLOW_WORDS[cause.direction].value}, weighed by risk, add up to ${formatPoints(cause.total)} of 100`;
  const discount = cause.direction === 'fwd' ? ` (outgoing counts ${OUTGOING_FACTOR})` : '';
  if (stars === 5) {
    return `Five stars: ${sum}${discount}, under ${STAR_BOUNDS[5]}, and ${shareOfTextSet1(coverage.clean)} of all value moved is known to be ordinary.`;
  }
  return `${nameStars(stars)}: ${sum}${discount}. ${largestPart(facts, cause)}`;
}

/** The row or residual that adds most points. */
function largestPart(facts: ScoreFacts, { direction }: LinearCause): string {
  const linear = direction === 'bwd' ? facts.score.incoming : facts.score.outgoing;
  const { rows, residuals } = exposureOf(facts, direction);
  const unknown = linear.residualPoints.unknown_origin + linear.residualPoints.not_followed;
  const parts = rows.map((row, index) => ({
    points: linear.rowPoints[index] ?? 0,
    share: row.share,
    name: `${CATEGORIES[row.category].title} (${row.entity}, ${row.layer})`,
  }));
  parts.push({
    points: unknown,
    share: residuals.unknown_origin + residuals.not_followed,
    name: 'What is unknown or was not followed',
  });
  const largest = parts.reduce((best, part) => (part.points > best.points ? part : best));
  return `${largest.name} adds the most: ${formatPoints(largest.points)} points for ${shareOfTextSet1(largest.share)}.`;
}

function whyNotRated({ coverage, input }: ScoreFacts, reason: NotRatedReason): string {
  const isLabelledElsewhere = input.notes.some(({ kind }) => kind === 'label_on_other_network');
  const noLabel = isLabelledElsewhere ? 'no label of this network speaks' : 'no label speaks';
  switch (reason) {
    case 'no_records':
      return `No stars: the records held know no confirmed transfer of this address, and ${noLabel} for it.`;
    case 'not_traceable':
      return `No stars: transfers of this asset cannot be followed, and ${noLabel} for this address.`;
    case 'sources_failed':
      return `No stars: no source of transfers answered, and ${noLabel} for this address.`;
    case 'too_little_attributed':
      return (
        `No stars: ${shareOfTextSet1(coverage.attributed)} of all value moved can be attributed to anyone; ` +
        `a rating needs ${formatBound(MIN_ATTRIBUTED)}, unless a risk is found.`
      );
    case 'burn_address':
      return 'No stars: this is a mint or burn address of the network, not a wallet; money sent here is destroyed.';
  }
}
