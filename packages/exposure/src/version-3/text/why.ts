import { CATEGORIES, starsOfTotal } from '@assay/domain';
import type { Sentence } from '../../score/sentence.ts';
import { usdOfShare } from '../rating/bounds/dollars.ts';
import type { FloorFinding, FloorRow } from '../rating/floors/floors.ts';
import { shareOf } from '../rating/floors/risk-row.ts';
import type { MixtureName, MixtureScore } from '../rating/mixtures/rate-mixture.ts';
import type { PaidCause, PaidRow } from '../rating/paid/paid.ts';
import type { Rating, StarRating } from '../rating/rating.ts';
import type { Verdict } from '../rating/verdict.ts';
import type { TextFacts } from './facts.ts';
import { returnedSevere } from './headline.ts';
import { categoriesOf, isRest, layersOf, readingOf, readOf, scoreOf, sumOf } from './result-words.ts';
import { WHY } from './templates/why.ts';

/** Which rule decided the stars, and of which mixture, in numbers. */
export function writeWhy(rating: StarRating, verdict: Verdict, facts: TextFacts): Sentence[] {
  return [...writeCause(rating, facts), ...writeCertainty(verdict)];
}

function writeCause(rating: StarRating, facts: TextFacts): Sentence[] {
  const { cause, stars } = rating;
  switch (cause.reason) {
    case 'warning':
      return [...whyWarning(rating, cause.mixture), ...whyOther(rating, cause.mixture)];
    case 'explained': {
      const score = scoreOf(rating, cause.mixture);
      const trace = stars < 5 ? whyTotal(rating, score) : [];
      return [WHY.why_explained.say({ ...known(rating, score), stars }), ...trace, ...whyOther(rating, cause.mixture)];
    }
    case 'far':
      return [WHY.why_far.say(known(rating, scoreOf(rating, cause.mixture))), ...whyOther(rating, cause.mixture)];
    case 'part': {
      const whole = facts.history === 'whole';
      const given = known(rating, scoreOf(rating, cause.mixture));
      return [WHY.why_part.say({ ...given, whole }), ...whyOther(rating, cause.mixture)];
    }
    case 'returned': {
      const { rows } = returnedSevere(rating);
      const share = shareOf(rows);
      const usd = usdOfShare(facts.usd.ever ?? null, share);
      return [WHY.why_returned.say({ mixture: 'ever', categories: categoriesOf(rows), share, usd })];
    }
    case 'paid':
      return whyPaid(rating, cause, facts);
    case 'own label': {
      const { category } = cause;
      if (cause.by === 'service_floor') return [WHY.why_service_floor.say({ stars, share: cause.share })];
      if (facts.ownLabel === null) throw new Error('the own label decided and is not among the facts');
      const { confidence } = facts.ownLabel;
      const replaces = CATEGORIES[category].tier === 'C' || CATEGORIES[category].tier === 'D';
      return [WHY.why_own_label.say({ stars, category, confidence, replaces })];
    }
  }
}

/** What a mixture is rated by where nothing warns. */
export function known(rating: Rating, { name, near, far, notFollowed, total }: MixtureScore) {
  return { mixture: name, rest: isRest(readingOf(rating, name)), near, far, notFollowed, points: total.total };
}

function whyWarning(rating: StarRating, mixture: MixtureName): Sentence[] {
  const score = scoreOf(rating, mixture);
  const { stars } = readingOf(rating, mixture);
  const given = stars?.stars ?? rating.stars;
  const bySome = score.fit === 'some' ? 3 : score.total.stars;
  return [
    ...whyTotal(rating, score),
    ...(score.fit === 'some' ? [WHY.why_some.say({ mixture: someOf(rating, mixture) })] : []),
    ...(given > bySome ? [WHY.why_sample.say({ stars: given })] : []),
  ];
}

/** *Some* that is found on *ever* holds for *now* too (section 8). */
const someOf = ({ mixtures }: Rating, mixture: MixtureName): MixtureName =>
  mixtures.find(({ fit }) => fit === 'some')?.name ?? mixture;

/** The floor that the total of a mixture is, or what adds up to it. */
function whyTotal(rating: StarRating, { name: mixture, rows, total }: MixtureScore): Sentence[] {
  const rest = isRest(readingOf(rating, mixture));
  const floor = total.decidedBy === 'floor' ? total.floors.largest : null;
  if (floor === null) {
    const own = rows.filter(({ points }) => points > 0);
    const { share, usd } = sumOf(own);
    const categories = categoriesOf(own.map(({ category, points }) => ({ category, share: points })));
    const { total: points, stars } = total;
    return [WHY.why_linear.say({ mixture, rest, categories, share, usd, points, stars, layer: layersOf(own) })];
  }
  const layer = floor.column === 'direct' ? 'direct' : 'indirect';
  const all = rows.filter((row) => (row.owners === 1) === (layer === 'direct'));
  return [WHY.why_floor.say({ mixture, rest, layer, ...floorSum(floor, all) }), sayBound(floor)];
}

/** What a floor names. Where stronger labels are fewer than all, it says that they are meant. */
function floorSum<R extends FloorRow>(floor: FloorFinding<R>, all: readonly R[]) {
  const { rows, share, usd, number, step, scope } = floor;
  const inScope = all.filter(({ category }) => scope.includes(CATEGORIES[category].tier));
  const byStrong = number === 'first' && inScope.length > rows.length;
  return { categories: categoriesOf(rows), share, usd, byStrong, minShare: step.minShare };
}

function sayBound({ step: { minShare, minUsd, shareWithoutPrice }, floor, usd }: FloorFinding): Sentence {
  const from =
    usd === null && shareWithoutPrice !== null ? { minShare: shareWithoutPrice, minUsd: null } : { minShare, minUsd };
  return WHY.why_floor_bound.say({ ...from, points: floor, stars: starsOfTotal(floor) });
}

/** Another mixture that has more stars by itself. */
function whyOther(rating: StarRating, mixture: MixtureName): Sentence[] {
  return readOf(rating).flatMap(({ name, stars }) =>
    name !== mixture && stars !== null && stars.stars > rating.stars
      ? [WHY.why_lower.say({ mixture: name, stars: stars.stars })]
      : [],
  );
}

function whyPaid(rating: StarRating, cause: PaidCause, { history }: TextFacts): Sentence[] {
  const rest = rating.setAside.includes('returned');
  if (cause.by === 'victims') {
    const { rows, share, usd } = cause.paid;
    return [WHY.why_victims.say({ categories: categoriesOf(rows), share, usd, rest })];
  }
  const acts: readonly PaidRow[] = rating.paid?.acts ?? [];
  const isLeast = starsOfTotal(cause.floor.floor) < rating.stars;
  return [
    WHY.why_paid.say({ ...floorSum(cause.floor, acts), rest }),
    sayBound(cause.floor),
    ...(isLeast ? [WHY.why_paid_least.say({ sample: history === 'sample' })] : []),
  ];
}

function writeCertainty({ headline }: Verdict): Sentence[] {
  if (!('certainty' in headline)) return [];
  switch (headline.certainty) {
    case 'all_known':
      return [];
    case 'not_all_known':
      return [WHY.why_not_whole.say({})];
    case 'weaker_labels':
      return [WHY.why_weaker_labels.say({})];
    case 'in_what_was_read':
      return [WHY.why_in_what_was_read.say({})];
  }
}
