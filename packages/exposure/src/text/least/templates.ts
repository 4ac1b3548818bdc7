import { CATEGORIES, type Category, isCategory, type Stars } from '@assay/domain';
import { formatBound, formatShare, nameStars, shortenAddress } from '@assay/wording';
import type { Unexplained } from '../../change/changed-shares.ts';
import { STEPS, stepsOf } from '../../change/steps.ts';
import type { Direction } from '../../records/record.ts';
import { FLOW_WORDS, partiesOf } from '../set-2/words.ts';

/** The smallest changes of one result, flat: a kind without one is null in all its fields. */
export type LeastParams = {
  /** Stars of the result as it is. */
  readonly now: Stars;
  readonly share_direction: Direction | null;
  readonly share_category: Category | Unexplained | null;
  readonly share_layer: 'direct' | 'indirect' | null;
  readonly share_is: number | null;
  readonly share_to: number | null;
  readonly share_stars: Stars | null;
  readonly path_direction: Direction | null;
  readonly path_category: Category | null;
  readonly path_entity: string | null;
  readonly path_share: number | null;
  readonly path_transaction: string | null;
  readonly path_stars: Stars | null;
  readonly claim_category: Category | null;
  readonly claim_entity: string | null;
  readonly claim_stars: Stars | null;
};

/** What the smallest change of each kind would be (docs/method/2, section 6.10), in one sentence. */
export const LEAST_TEMPLATES = {
  least_changes: (params: LeastParams) => {
    const changes = [shareClause(params), pathClause(params), claimClause(params)].filter((clause) => clause !== null);
    return `The smallest change for ${aimOf(params.now)}: ${changes.join('; or ')}.`;
  },
  no_least_change: ({ now }: { readonly now: Stars }) =>
    `No change of a single share, path or label alone would give ${aimOf(now)}.`,
};

function aimOf(now: Stars): string {
  if (now === 0) return 'a rating';
  return now === 5 ? 'fewer stars' : 'more stars';
}

function shareClause(params: LeastParams): string | null {
  const { share_direction: direction, share_category: category, share_layer: layer, share_stars: stars } = params;
  const { share_is: share, share_to: to } = params;
  if (direction === null || category === null || stars === null || share === null || to === null) return null;
  const part = `${reached(share, to)} of ${FLOW_WORDS[direction].value}`;
  const now = `in place of ${present(share, to)}`;
  if (!isCategory(category))
    return `${part} ${UNEXPLAINED_WORDS[category]}, ${now}, the rest explained (${starsOf(stars)})`;
  const link = layer === 'direct' ? LINKS[direction].straight : LINKS[direction].back;
  return `${part} ${link} ${partiesOf(category)}, ${now} (${starsOf(stars)})`;
}

/** A share that rises is named as it is; of one that falls, what it is at most or what it is under, whichever is shorter. */
function reached(share: number, to: number): string {
  if (to > share) return exactly(to);
  const [most, bound] = [exactly(to), exactly(to + 1 / STEPS)];
  return most.length <= bound.length ? `at most ${most}` : `under ${bound}`;
}

/** What a share is now: to the nearest step, or to the next one where that would read as what it would be. */
function present(share: number, to: number): string {
  const steps = stepsOf(share);
  const nearest = Math.round(steps);
  const isApart = nearest !== Math.round(to * STEPS);
  return exactly((isApart ? nearest : to > share ? Math.floor(steps) : Math.ceil(steps)) / STEPS);
}

/** With the four decimals of a percent that a millionth has. */
function exactly(share: number): string {
  return formatBound(share, 4);
}

const UNEXPLAINED_WORDS: Readonly<Record<Unexplained, string>> = {
  unknown_origin: 'of unknown origin',
  not_followed: 'not followed',
};

const LINKS = {
  bwd: { straight: 'coming straight from', back: 'tracing back to' },
  fwd: { straight: 'going straight to', back: 'ending up with' },
} as const;

function pathClause(params: LeastParams): string | null {
  const { path_direction: direction, path_entity: entity, path_share: share, path_stars: stars } = params;
  if (direction === null || entity === null || share === null || stars === null) return null;
  const value = `${formatShare(share)} of ${FLOW_WORDS[direction].value}`;
  const moved = direction === 'bwd' ? `brings ${value} from ${entity}` : `takes ${value} to ${entity}`;
  return `the path that ${moved}, in transaction ${shortenAddress(params.path_transaction ?? '')}, explained (${starsOf(stars)})`;
}

function claimClause({
  claim_category: category,
  claim_entity: entity,
  claim_stars: stars,
}: LeastParams): string | null {
  if (category === null || entity === null || stars === null) return null;
  return `the labels '${CATEGORIES[category].title}' of ${entity} withdrawn (${starsOf(stars)})`;
}

function starsOf(stars: Stars): string {
  return nameStars(stars).toLowerCase();
}
