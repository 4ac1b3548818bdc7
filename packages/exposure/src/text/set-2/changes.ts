import { CATEGORIES, STAR_BOUNDS, type Stars, starsOfTotal } from '@assay/domain';
import { formatBound, formatUsdInSentence } from '@assay/wording';
import { MIN_ATTRIBUTED, MIN_CLEAN, TOO_SMALL_SHARE, TOO_SMALL_USD } from '../../method/numbers.ts';
import type { Direction } from '../../records/record.ts';
import type { FloorCause, IdentityCause, NotRatedReason } from '../../score/assessment.ts';
import type { ScoreFacts } from '../../score/score-facts.ts';
import { reaches, roundTotal } from '../../score/score-rules.ts';
import type { Sentence } from '../../score/sentence.ts';
import { say } from './say.ts';
import { describeWithdrawal } from './support.ts';

const NEXT_STARS = { 1: 2, 2: 3, 3: 4, 4: 5 } as const;

/** What would have to be different for another number of stars. */
export function describeChanges(facts: ScoreFacts): readonly Sentence[] {
  const { cause, coverage } = facts;
  switch (cause.rule) {
    case 'identity':
      return changeIdentity(facts, cause);
    case 'floor':
      return [changeFloor(facts, cause)];
    case 'linear':
      return changeLinear(facts, cause.total);
    case 'limited_coverage':
      return [say('needs_clean', { share: coverage.clean })];
    case 'not_rated':
      return [changeNotRated(facts, cause.reason)];
  }
}

function changeIdentity(facts: ScoreFacts, cause: IdentityCause): readonly Sentence[] {
  const { subject } = facts.input;
  const withdrawal = describeWithdrawal(facts, cause);
  if (subject.inflows + subject.outflows === 0 || withdrawal.code === 'label_not_alone') return [withdrawal];
  const points = facts.score.total;
  return [withdrawal, say('without_label', { points, ...outcomeOf(facts, points, null) })];
}

/** The stars of a total, where the rules of coverage apply to it. */
function outcomeOf({ coverage }: ScoreFacts, total: number, now: Stars | null) {
  const stars = starsOfTotal(total);
  if (stars === 5 && !reaches(coverage.attributed, MIN_ATTRIBUTED)) return { stars, outcome: 'unrated' } as const;
  if (stars === 5 && !reaches(coverage.clean, MIN_CLEAN)) return { stars, outcome: 'limited' } as const;
  return { stars, outcome: stars === now ? 'same_stars' : 'stars' } as const;
}

function changeFloor(facts: ScoreFacts, cause: FloorCause): Sentence {
  const { category, direction } = cause;
  const points = totalWithout(facts, cause);
  return say('without_category', { category, direction, points, ...outcomeOf(facts, points, facts.stars) });
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

function changeLinear(facts: ScoreFacts, points: number): readonly Sentence[] {
  const { stars, coverage } = facts;
  if (stars === 5) {
    return [
      say('drops_to_four', { points }),
      say('sanctioned_value', { least: leastOf(facts) }),
      ...listedLater(facts),
    ];
  }
  if (stars === 0) return [];
  const next = NEXT_STARS[stars];
  return [
    say('needs_points', { stars: next, bound: STAR_BOUNDS[next], points }),
    ...(next === 5 && !reaches(coverage.clean, MIN_CLEAN) ? [say('needs_clean', { share: coverage.clean })] : []),
    ...(facts.rows.some((row) => row.tooSmall) ? [say('too_small_from', { least: leastOf(facts) })] : []),
  ];
}

/** What moved before a listing was in force is beside the stars, and would read as a contradiction of them. */
function listedLater({ rows }: ScoreFacts): readonly Sentence[] {
  return (['bwd', 'fwd'] satisfies readonly Direction[]).flatMap((direction) => {
    const share = rows
      .filter((row) => row.direction === direction && CATEGORIES[row.category].tier === 'S')
      .reduce((sum, row) => sum + row.beforeDesignation, 0);
    return share > 0 ? [say('listed_later', { direction, share })] : [];
  });
}

/** What is enough to count: dollars where there is a price, else a share. */
function leastOf({ input, score }: ScoreFacts): string {
  const usd = score.direction === 'bwd' ? input.incomingUsd : input.outgoingUsd;
  return usd === null ? formatBound(TOO_SMALL_SHARE) : formatUsdInSentence(TOO_SMALL_USD);
}

function changeNotRated({ coverage }: ScoreFacts, reason: NotRatedReason): Sentence {
  switch (reason) {
    case 'no_records':
      return say('first_transfer');
    case 'not_traceable':
      return say('only_a_label');
    case 'sources_failed':
      return say('source_answers');
    case 'too_little_attributed':
      return say('needs_attributed', { share: coverage.attributed });
    case 'burn_address':
      return say('never_rated');
  }
}
