import { isRead, type MixtureScore } from '../rating/mixtures/rate-mixture.ts';
import type { Rating } from '../rating/rating.ts';
import type { TextFacts } from './facts.ts';
import { readOf } from './result-words.ts';

/** Why it cannot be said that nothing was found (section 11); nothing bad is in such a result. */
interface Lacks {
  /** Mixtures of which more than 10% was not read. */
  readonly unread: readonly MixtureScore[];
  readonly isNotWhole: boolean;
  /** More records could give more; where only the dollar lacks, they could not. */
  readonly isReadingWanted: boolean;
}

export function lacksOf(rating: Rating, { history }: Pick<TextFacts, 'history'>): Lacks {
  const unread = readOf(rating)
    .map(({ score }) => score)
    .filter((score) => score !== null)
    .filter((score) => !isRead(score));
  const isNotWhole = history !== 'whole';
  return { unread, isNotWhole, isReadingWanted: isNotWhole || unread.length > 0 };
}
