import type { Sentence } from '../../score/sentence.ts';
import type { Finding, Rating, StarRating } from '../rating/rating.ts';
import type { Verdict } from '../rating/verdict.ts';
import type { TextFacts } from './facts.ts';
import { lacksOf } from './lacks.ts';
import { ADVICE_LINES } from './templates/advice.ts';

type Line = keyof typeof ADVICE_LINES;

/** What to do with a result, in one line. */
export function writeAdvice(rating: Rating, { headline }: Verdict, facts: TextFacts): Sentence {
  const code =
    rating.kind === 'stars'
      ? headline.code === 'nothing_found_part_unknown' || headline.code === 'trace_part_unknown'
        ? 'advice_ask'
        : adviceOfStars(rating)
      : adviceOfFinding(rating.finding, rating, facts);
  return ADVICE_LINES[code].say({ question: facts.question });
}

function adviceOfStars({ stars, confidence }: StarRating): Line {
  switch (stars) {
    case 1:
      return 'advice_refuse';
    case 2:
      return 'advice_hold';
    case 3:
      return confidence === 'low' ? 'advice_ask_source' : 'advice_ask';
    case 4:
      return 'advice_accept_and_keep';
    case 5:
      return 'advice_accept';
  }
}

function adviceOfFinding(finding: Finding, rating: Rating, facts: TextFacts): Line {
  switch (finding) {
    case 'no_records':
      return 'advice_first_payment';
    case 'contact':
      return 'advice_ask_source';
    case 'none_found':
      return 'advice_ask_payer';
    case 'too_little': {
      if (!lacksOf(rating, facts).isReadingWanted) return 'advice_first_payment';
      return facts.more === 'read_on' ? 'advice_wait' : 'advice_upload';
    }
  }
}
