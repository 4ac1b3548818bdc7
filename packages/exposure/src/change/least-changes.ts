import type { Stars } from '@assay/domain';
import type { AssessmentInput } from '../score/assessment.ts';
import type { ExposureRow } from '../walk/exposure.ts';
import type { LabelClaim } from '../walk/store.ts';
import { condensed, DIRECTIONS, SIDES } from './condensed.ts';
import { leastPath, type PathChange } from './least-path.ts';
import { leastFall, leastRise, type ShareChange, sharesThatMove } from './least-share.ts';
import type { ChangeRules } from './rules.ts';

/** The claim that carries least, by amount, of those whose withdrawal is enough. */
export interface ClaimChange extends LabelClaim {
  readonly stars: Stars;
}

/** The smallest change of each kind that moves the stars; null where none of the kind does. */
export interface LeastChanges {
  readonly share: ShareChange | null;
  readonly path: PathChange | null;
  readonly claim: ClaimChange | null;
}

/**
 * The smallest changes that move a result to more stars, or a result of five stars to fewer (docs/method/2, section
 * 6.10). Each is decided by the rules of the method themselves, so that it is exact; pure and deterministic.
 *
 * @param now stars that the rules give for the input as it is
 * @example
 * leastChanges(input, RULES_OF_METHOD_2, 2).share;
 * // { category: 'stolen_coins', layer: 'direct', direction: 'bwd', share: 0.042, to: 0.029999, stars: 3 }
 */
export function leastChanges(input: AssessmentInput, rules: ChangeRules, now: Stars): LeastChanges {
  const { withdrawals = [], ...rest } = input;
  const bare = condensed(rest);
  if (now === 5) return { share: leastRise(bare, rules), path: null, claim: null };
  const falling = sharesThatMove(bare, rules, now);
  return {
    share: leastFall(bare, rules, now, falling),
    path: leastPath(rest, bare, rules, now, falling),
    claim: leastClaim(rest, withdrawals, rules, now),
  };
}

function leastClaim(
  input: AssessmentInput,
  withdrawals: NonNullable<AssessmentInput['withdrawals']>,
  { starsOf }: ChangeRules,
  now: Stars,
): ClaimChange | null {
  let least: { readonly change: ClaimChange; readonly amount: number } | null = null;
  for (const { category, entity, incoming, outgoing } of withdrawals) {
    const amount = carriedBy(input, { category, entity });
    if (least !== null && amount >= least.amount) continue;
    const stars = starsOf(condensed({ ...input, incoming, outgoing }));
    if (stars > now) least = { change: { category, entity, stars }, amount };
  }
  return least?.change ?? null;
}

function carriedBy(input: AssessmentInput, claim: LabelClaim): number {
  const isOf = (row: ExposureRow) => row.category === claim.category && row.entity === claim.entity;
  return DIRECTIONS.reduce((sum, direction) => {
    const { rows, amount } = input[SIDES[direction]];
    return sum + rows.filter(isOf).reduce((all, row) => all + row.share, 0) * Number(amount);
  }, 0);
}
