import type { Sentence } from '../../score/sentence.ts';
import { isBad, shareOf } from '../rating/floors/risk-row.ts';
import type { Rating } from '../rating/rating.ts';
import type { OriginShares, TextFacts } from './facts.ts';
import { lacksOf } from './lacks.ts';
import { apartFromEver, isRest, isSameAsEver, readOf } from './result-words.ts';
import { FOUND } from './templates/found.ts';
import { ORIGIN } from './templates/origin.ts';

/** Below it, nothing remains that a table would show. */
const LEAST_SHOWN = 0.000_5;

/** What was read and where it comes from, with what could not be known and why. */
export function writeOrigin(rating: Rating, facts: TextFacts): Sentence[] {
  if (facts.origin === null) return rating.finding === 'no_records' ? [] : sayNothingReceived(facts);
  if (rating.finding === 'no_records') return [];
  return [
    sayRead(rating, facts, facts.origin),
    ...sayOrigin(rating, facts.origin),
    ...sayHeld(rating),
    ...sayListedLater(rating),
    ...sayHistory(facts),
    ...(facts.statedTotal === null ? [] : [ORIGIN.stated_total.say({ source: facts.statedTotal.source })]),
    ...sayDollars(rating, facts),
    ...sayMeaning(rating, facts),
  ];
}

const sayNothingReceived = ({ question }: TextFacts): Sentence[] => [FOUND.nothing_received.say({ question })];

function sayRead(rating: Rating, facts: TextFacts, { notFollowed: share }: OriginShares): Sentence {
  const { question, since, steps } = facts;
  const usd = facts.usd[question === 'wallet' ? 'ever' : 'payment'] ?? null;
  const given = { question, usd, since, share };
  return rating.finding === 'none_found'
    ? ORIGIN.nothing_listed.say({ ...given, steps })
    : ORIGIN.read_share.say(given);
}

function sayOrigin({ exchangedNotFollowed: exchanged }: Rating, origin: OriginShares): Sentence[] {
  const { explained, isMined: mined, otherNamed, bad, notFollowed } = origin;
  const unlabelled = 1 - shareOf([explained, otherNamed, bad, exchanged, notFollowed].map((share) => ({ share })));
  const remains = unlabelled >= LEAST_SHOWN;
  const isNothing = !remains && explained + otherNamed + bad + exchanged === 0;
  return isNothing ? [] : [ORIGIN.origin_shares.say({ explained, mined, otherNamed, bad, exchanged, remains })];
}

function sayHeld(rating: Rating): Sentence[] {
  const now = rating.mixtures.find(({ name }) => name === 'now');
  if (now === undefined) return [];
  if (now.isLeftOut) return [ORIGIN.now_left_out.say({})];
  if (now.score === null) return [];
  const { usd, far: explained, notFollowed, rows } = now.score;
  if (isSameAsEver(rating)) return [ORIGIN.held_same.say({ rest: isRest(now), usd })];
  const bad = shareOf(rows.filter(isBad));
  return [ORIGIN.held.say({ rest: isRest(now), usd, explained, bad, notFollowed })];
}

/** What moved before a listing was in force counts by the second numbers of the floors only. */
function sayListedLater(rating: Rating): Sentence[] {
  return apartFromEver(rating).flatMap((reading) => {
    const { name: mixture, score } = reading;
    const share = shareOf((score?.rows ?? []).filter((row) => isBad(row) && row.beforeDesignation));
    return share > 0 ? [FOUND.listed_later.say({ mixture, rest: isRest(reading), share })] : [];
  });
}

function sayHistory({ history, question }: TextFacts): Sentence[] {
  switch (history) {
    case 'whole':
      return [];
    case 'incomplete':
      return [ORIGIN.history_incomplete.say({ question })];
    case 'sample':
      return [ORIGIN.history_sample.say({ question })];
  }
}

function sayDollars(rating: Rating, { question, usd }: TextFacts): Sentence[] {
  const sum = usd.payment ?? null;
  const read = readOf(rating);
  const unpriced = read.filter(({ name }) => (usd[name] ?? null) === null);
  return [
    ...(question === 'wallet' || sum === null ? [] : [ORIGIN.payment_sum.say({ question, usd: sum })]),
    ...(unpriced.length === read.length
      ? unpriced.slice(0, 1).map(() => ORIGIN.no_price_at_all.say({}))
      : unpriced.map(({ name }) => ORIGIN.no_price.say({ mixture: name }))),
  ];
}

function sayMeaning(rating: Rating, facts: TextFacts): Sentence[] {
  if (rating.finding === 'none_found') return [ORIGIN.means_nothing.say({ question: facts.question })];
  if (rating.finding !== 'too_little') return [];
  if (!lacksOf(rating, facts).isReadingWanted) return [];
  return [facts.more === 'read_on' ? ORIGIN.more_read_on.say({}) : ORIGIN.more_upload.say({})];
}
