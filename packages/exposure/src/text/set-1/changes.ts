import { STAR_BOUNDS, type Stars, starsOfTotal } from '@assay/domain';
import { CATEGORY_WORDS, formatBound, formatPoints, formatUsdInSentence, nameStars } from '@assay/wording';
import { MIN_ATTRIBUTED, MIN_CLEAN, TOO_SMALL_SHARE, TOO_SMALL_USD } from '../../method/numbers.ts';
import type { FloorCause, IdentityCause } from '../../score/assessment.ts';
import type { ScoreFacts } from '../../score/score-facts.ts';
import { reaches, roundTotal } from '../../score/score-rules.ts';
import { FLOW_WORDS } from './flow.ts';
import { shareOfTextSet1 } from './format.ts';

const NEXT_STARS = { 0: 2, 1: 2, 2: 3, 3: 4, 4: 5 } as const;

/** What would have to be different for another number of stars. */
export function describeChanges(facts: ScoreFacts): readonly string[] {
  const { cause, coverage } = facts;
  switch (cause.rule) {
    case 'identity':
      return changeIdentity(facts, cause);
    case 'floor':
      return [changeFloor(facts, cause)];
    case 'linear':
      return changeLinear(facts, cause.total);
    case 'limited_coverage':
      return [
        `Five stars need ${formatBound(MIN_CLEAN)} of all value moved from or to known, ordinary parties; ` +
          `${shareOfTextSet1(coverage.clean)} is. More records or more labels can show it.`,
      ];
    case 'not_rated':
      return changeNotRated(facts);
  }
}

function changeIdentity(facts: ScoreFacts, { label }: IdentityCause): readonly string[] {
  const sentences = [`The score follows the label: it would change if ${label.source} withdrew or changed it.`];
  const { subject } = facts.input;
  if (subject.inflows + subject.outflows > 0) {
    const exposure = starsOfTotal(facts.score.total);
    sentences.push(
      `Without a label of its own, its transfers would score ${formatPoints(facts.score.total)} of 100: ` +
        `${nameOutcome(facts, exposure)}.`,
    );
  }
  return sentences;
}

/** Stars of a total, inside a sentence; the rules of coverage apply to them. */
function nameOutcome({ coverage }: ScoreFacts, stars: Stars): string {
  if (stars === 5 && !reaches(coverage.attributed, MIN_ATTRIBUTED)) return 'too little is known to rate that';
  if (stars === 5 && !reaches(coverage.clean, MIN_CLEAN)) return 'four stars, for limited coverage';
  return nameStars(stars).toLowerCase();
}

function changeFloor(facts: ScoreFacts, cause: FloorCause): string {
  const rest = totalWithout(facts, cause);
  const stars = starsOfTotal(rest);
  const words = FLOW_WORDS[cause.direction];
  const lead = `Without ${CATEGORY_WORDS[cause.category].many} in ${words.value}, the rest would score ${formatPoints(rest)} of 100`;
  return `${lead}: ${stars === facts.stars ? 'still ' : ''}${nameOutcome(facts, stars)}.`;
}

/** Total that is left when one category of one direction adds neither floor nor points. */
function totalWithout({ score, rows }: ScoreFacts, { category, direction }: FloorCause): number {
  const floor = score.floors.find((other) => other.cause.category !== category || other.cause.direction !== direction);
  const removed = rows
    .filter((row) => row.category === category && row.direction === direction)
    .reduce((sum, row) => sum + row.points, 0);
  const incoming = score.incoming.total - (direction === 'bwd' ? removed : 0);
  const outgoing = score.outgoing.total - (direction === 'fwd' ? removed : 0);
  return roundTotal(Math.max(incoming, outgoing, floor?.cause.total ?? 0));
}

function changeLinear(facts: ScoreFacts, total: number): readonly string[] {
  const { stars } = facts;
  if (stars === 5) {
    const room = formatPoints(Math.max(0, STAR_BOUNDS[5] - total));
    return [
      `A star would go at a score of ${STAR_BOUNDS[5]}, ${room} points from here.`,
      `Value straight from or to a sanctioned party, ${leastOf(facts)} or more in sum, would leave two stars at most.`,
    ];
  }
  const next = NEXT_STARS[stars];
  const sentences = [`${nameStars(next)} would need a score under ${STAR_BOUNDS[next]}; it is ${formatPoints(total)}.`];
  if (facts.rows.some((row) => row.tooSmall)) {
    sentences.push(`What is too small to count weighs little; it would weigh fully from ${leastOf(facts)} on.`);
  }
  return sentences;
}

/** What is enough to count: dollars where there is a price, else a share. */
function leastOf({ input, score }: ScoreFacts): string {
  const usd = score.direction === 'bwd' ? input.incomingUsd : input.outgoingUsd;
  return usd === null ? formatBound(TOO_SMALL_SHARE) : formatUsdInSentence(TOO_SMALL_USD);
}

function changeNotRated({ cause, coverage }: ScoreFacts): readonly string[] {
  if (cause.rule !== 'not_rated') return [];
  switch (cause.reason) {
    case 'no_records':
      return ['A first confirmed transfer in the records, or a label of its own, would allow a rating.'];
    case 'not_traceable':
      return ['Only a label of its own would allow a rating.'];
    case 'sources_failed':
      return ['A source that answers would allow a rating.'];
    case 'too_little_attributed':
      return [
        `A rating needs ${formatBound(MIN_ATTRIBUTED)} of all value moved to be attributed; ` +
          `${shareOfTextSet1(coverage.attributed)} is. More records or more labels can show it.`,
      ];
    case 'burn_address':
      return ['Nothing would: such an address is never rated.'];
  }
}
