import type { Category } from '@assay/domain';
import type { Owners } from '../mixture.ts';
import type { StarsGiven } from './floors/total.ts';
import type { FewOrSome } from './mixtures/few-or-some.ts';
import type { Confidence, Doubt } from './mixtures/known.ts';
import type { MixtureName, MixtureScore, MixtureStars } from './mixtures/rate-mixture.ts';
import type { SetAsideRow } from './mixtures/take-out.ts';
import type { Paid, PaidCause } from './paid/paid.ts';

/** What decided the stars (docs/method/3, section 10); `reason` is the word that results state. */
export type Cause =
  | { readonly reason: MixtureStars['reason']; readonly mixture: MixtureName }
  | { readonly reason: 'returned' }
  | ({ readonly reason: 'paid' } & PaidCause)
  | ({ readonly reason: 'own label'; readonly category: Category } & OwnLabelCause);

/** The label itself, or for a service what it received straight from tier S and A. */
export type OwnLabelCause = { readonly by: 'label' } | { readonly by: 'service_floor'; readonly share: number };

export type Reason = Cause['reason'];

/** Stars with all that goes with them. */
export interface Decision {
  readonly stars: StarsGiven;
  readonly confidence: Confidence;
  readonly doubt: Doubt;
  readonly cause: Cause;
}

/** What was found where there are no stars (section 11). */
export type Finding = 'no_records' | 'contact' | 'none_found' | 'too_little';

/** What section 8 names; a result lists them in this order. */
export const SET_ASIDE = ['returned', 'untouched', 'few', 'some'] as const;

export type SetAsideName = (typeof SET_ASIDE)[number];

/** The gravest contact with tier S, A or B, before section 8 (section 11). */
export interface Contact {
  readonly where: MixtureName | 'paid';
  readonly category: Category;
  /** Of the nearest rows of this category; null of what was paid, which is direct. */
  readonly owners: Owners | null;
  /** Of these rows: of the mixture, or of all paid, 0..1. */
  readonly share: number;
  /** Of all rows of this category there, further ones included. */
  readonly shareInAll: number;
}

/** One mixture as it was read. */
export interface MixtureReading {
  readonly name: MixtureName;
  readonly fit: FewOrSome | null;
  /** A *now* without stars of which less than $10 is left at the cut-off: nothing but `setAside` reads it (section 6). */
  readonly isLeftOut: boolean;
  /** What section 8 found in it: rows that were taken out, and those that are few or some. Shares are before section 8. */
  readonly setAside: readonly SetAsideRow[];
  /** Null where nothing is left of it. */
  readonly score: MixtureScore | null;
  readonly stars: MixtureStars | null;
}

interface RatingFacts {
  /** *Ever* and *now* where there are such, or that of the payment. */
  readonly mixtures: readonly MixtureReading[];
  /** Of a wallet; null of a payment. */
  readonly paid: Paid | null;
  readonly setAside: readonly SetAsideName[];
  readonly contact: Contact | null;
  /** Share that is exchanged or from a place where money changes its asset, to four decimals (section 11). */
  readonly exchangedNotFollowed: number;
}

/** A result with one to five stars. */
export interface StarRating extends RatingFacts, Decision {
  readonly kind: 'stars';
  readonly finding: null;
}

/** A result without stars. */
export interface FindingRating extends RatingFacts {
  readonly kind: 'finding';
  readonly finding: Finding;
}

export type Rating = StarRating | FindingRating;

/** The number of stars, 0 without stars. */
export const riskScoreOf = (rating: Rating): 0 | StarsGiven => (rating.kind === 'stars' ? rating.stars : 0);

/** What decided; null without stars. */
export const reasonOf = (rating: Rating): Reason | null => (rating.kind === 'stars' ? rating.cause.reason : null);
