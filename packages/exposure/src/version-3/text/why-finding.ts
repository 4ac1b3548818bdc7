import type { Sentence } from '../../score/sentence.ts';
import { isUsdBelow } from '../rating/bounds/dollars.ts';
import type { FindingRating, MixtureReading } from '../rating/rating.ts';
import type { TextFacts } from './facts.ts';
import { lacksOf } from './lacks.ts';
import { apartFromEver, isRest, readOf } from './result-words.ts';
import { WHY } from './templates/why.ts';
import { known } from './why.ts';

const LEAST_USD = 1;

/** Why a result has no stars: each mixture that has none, and what its finding lacks. */
export function writeWhyFinding(rating: FindingRating, facts: TextFacts): Sentence[] {
  const read = readOf(rating);
  const { question } = facts;
  if (read.length === 0 || rating.finding === 'no_records') return [WHY.why_no_inflow.say({ question })];
  return [
    ...apartFromEver(rating)
      .filter(({ stars }) => stars === null)
      .map((reading) => whyNone(rating, reading, facts)),
    ...read.flatMap(({ name, stars }) =>
      stars === null ? [] : [WHY.why_both_needed.say({ mixture: name, stars: stars.stars })],
    ),
    ...(rating.finding === 'too_little' ? whyTooLittle(rating, facts) : []),
  ];
}

function whyNone(rating: FindingRating, reading: MixtureReading, { history }: TextFacts): Sentence {
  const { name: mixture, score } = reading;
  if (score === null) return WHY.why_nothing_left.say({ mixture });
  if (isUsdBelow(score.usd, LEAST_USD)) return WHY.why_under_dollar.say({ mixture, rest: isRest(reading) });
  return WHY.why_not_explained.say({ ...known(rating, score), whole: history === 'whole' });
}

function whyTooLittle(rating: FindingRating, facts: TextFacts): Sentence[] {
  const { unread, isNotWhole } = lacksOf(rating, facts);
  return [
    ...unread.map(({ name, notFollowed }) => WHY.why_unread.say({ mixture: name, share: notFollowed })),
    ...(isNotWhole ? [WHY.why_history_needed.say({})] : []),
  ];
}
