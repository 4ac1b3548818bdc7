import { CATEGORIES, STAR_BOUNDS } from '@assay/domain';
import { RULES_OF_METHOD_2 } from '../../change/rules.ts';
import { COUNTED_USD, SET_ASIDE } from '../../method/numbers-2.ts';
import type { Direction } from '../../records/record.ts';
import type { AssessmentInput, ExplainedRow, FloorCause, IdentityCause } from '../../score/assessment.ts';
import { type Decision, decide, type Lack } from '../../score/method-2/decide.ts';
import type { Sentence } from '../../score/sentence.ts';
import type { DirectionExposure } from '../../walk/exposure.ts';
import { describeLeast } from '../least/describe.ts';
import { describeChanges as describeFormer } from '../set-2/changes.ts';
import { citedFor } from '../set-2/support.ts';
import type { DecidedFacts } from './facts.ts';
import { say } from './say.ts';
import type { Outcome } from './templates.ts';
import { categoriesOf } from './why.ts';

const NEXT_STARS = { 1: 2, 2: 3, 3: 4, 4: 5 } as const;

/** The smallest change to other stars, decided again on the changed input. */
export function leastChanges(facts: DecidedFacts): readonly Sentence[] {
  return describeLeast(facts, RULES_OF_METHOD_2);
}

/** What would have to be different for another number of stars, each decided again on the changed input. */
export function describeChanges(facts: DecidedFacts): readonly Sentence[] {
  const { cause, coverage } = facts;
  switch (cause.rule) {
    case 'identity':
      return changeIdentity(facts, cause);
    case 'floor':
      return [...changeFloor(facts, cause), ...withdrawals(facts)];
    case 'linear':
      return [...changeLinear(facts, cause.total), ...withdrawals(facts)];
    case 'limited_coverage':
      return facts.decision.lacks.map((lack) => sayNeed(facts, lack));
    case 'not_rated':
      if (cause.reason === 'too_little_attributed') return [say('needs_named', { share: coverage.attributed })];
      return describeFormer(facts);
  }
}

function changeIdentity(facts: DecidedFacts, cause: IdentityCause): readonly Sentence[] {
  const { input, stars } = facts;
  const { source, list } = citedFor(facts, cause);
  const others = input.subject.labels.filter((label) => label.source !== source);
  const withdrawn = decide({ ...input, subject: { ...input.subject, labels: others } });
  const bare = decide({ ...input, subject: { ...input.subject, labels: [] } });
  const own =
    bare.cause.rule === 'not_rated'
      ? say('unrated_without_own_label')
      : say('without_own_label', { points: bare.cause.total, ...outcomeOf(bare, stars) });
  if (withdrawn.identity === null || withdrawn.cause.rule === 'not_rated') return [own];
  const points = withdrawn.cause.total;
  return [say('without_source', { source, list, points, ...outcomeOf(withdrawn, stars) }), own];
}

function changeFloor(facts: DecidedFacts, { direction, layer }: FloorCause): readonly Sentence[] {
  const rows = facts.rows.filter(({ decisive }) => decisive);
  const changed = decide(withUnknown(facts.input, direction, rows));
  if (changed.cause.rule === 'not_rated') {
    const outcome = { stars: changed.stars, outcome: 'unrated' } as const;
    const points = changed.score.total;
    return [say('if_unknown', { direction, layer, categories: categoriesOf(rows), points, ...outcome })];
  }
  const points = changed.cause.total;
  return [
    say('if_unknown', { direction, layer, categories: categoriesOf(rows), points, ...outcomeOf(changed, facts.stars) }),
  ];
}

/** Each of the claims that weigh most, by a new walk without it; where none changes the stars, that is said. */
function withdrawals({ input, stars }: DecidedFacts): readonly Sentence[] {
  const { withdrawals: walked = [], ...rest } = input;
  if (stars === 5 || walked.length === 0) return [];
  const changing = walked.flatMap(({ category, entity, incoming, outgoing }) => {
    const decision = decide({ ...rest, incoming, outgoing });
    if (decision.stars === stars) return [];
    const points = decision.cause.rule === 'not_rated' ? decision.score.total : decision.cause.total;
    return [say('without_claim', { category, entity, points, ...outcomeOf(decision, stars) })];
  });
  return changing.length > 0 ? changing : [say('no_claim_alone', { claims: walked.length })];
}

/** The same transfers, had nobody known these rows. */
function withUnknown(input: AssessmentInput, direction: Direction, rows: readonly ExplainedRow[]): AssessmentInput {
  const keys = new Set(rows.map(keyOf));
  const moved = rows.reduce((sum, { share }) => sum + share, 0);
  const change = (exposure: DirectionExposure): DirectionExposure => ({
    ...exposure,
    rows: exposure.rows.filter((row) => !keys.has(keyOf(row))),
    residuals: { ...exposure.residuals, unknown_origin: exposure.residuals.unknown_origin + moved },
  });
  return direction === 'bwd'
    ? { ...input, incoming: change(input.incoming) }
    : { ...input, outgoing: change(input.outgoing) };
}

function keyOf({ category, entity, layer }: Pick<ExplainedRow, 'category' | 'entity' | 'layer'>): string {
  return `${layer}\n${category}\n${entity}`;
}

function outcomeOf({ cause, stars }: Decision, now: Outcome['stars']): Outcome {
  if (cause.rule === 'not_rated') return { stars, outcome: 'unrated' };
  if (cause.rule === 'limited_coverage') return { stars, outcome: 'held_back' };
  return { stars, outcome: stars === now ? 'same_stars' : 'stars' };
}

function changeLinear(facts: DecidedFacts, points: number): readonly Sentence[] {
  const { stars, input, decision } = facts;
  if (stars === 5) {
    return [
      say('drops_to_four', { points }),
      say('sanctioned_received', SET_ASIDE),
      say('sanctioned_sent', { service: input.isService === true }),
      ...listedLater(facts),
    ];
  }
  if (stars === 0) return [];
  const next = NEXT_STARS[stars];
  return [
    say('needs_points', { stars: next, bound: STAR_BOUNDS[next], points }),
    ...(next === 5 ? decision.lacks.map((lack) => sayNeed(facts, lack)) : []),
    ...(facts.rows.some((row) => row.tooSmall) ? [say('too_small_until', { usd: COUNTED_USD })] : []),
  ];
}

function sayNeed({ coverage }: DecidedFacts, lack: Lack): Sentence {
  switch (lack) {
    case 'clean':
      return say('needs_known', { share: coverage.clean });
    case 'followed':
      return say('needs_followed', { share: coverage.notFollowed });
    case 'complete':
      return say('needs_complete');
  }
}

/** What moved before a listing was in force is beside the stars, and would read as a contradiction of them. */
function listedLater({ rows }: DecidedFacts): readonly Sentence[] {
  return (['bwd', 'fwd'] satisfies readonly Direction[]).flatMap((direction) => {
    const share = rows
      .filter((row) => row.direction === direction && CATEGORIES[row.category].tier === 'S')
      .reduce((sum, row) => sum + row.beforeDesignation, 0);
    return share > 0 ? [say('listed_later', { direction, share })] : [];
  });
}
