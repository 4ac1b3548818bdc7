import type { Category } from '@assay/domain';
import type { Sentence } from '../../score/sentence.ts';
import { isBelow } from '../rating/bounds/bounds.ts';
import { shareOf, tierOf } from '../rating/floors/risk-row.ts';
import type { MixtureName } from '../rating/mixtures/rate-mixture.ts';
import type { Contact, Rating } from '../rating/rating.ts';
import type { Verdict } from '../rating/verdict.ts';
import type { Kinds } from './define.ts';
import { categoriesOf, layersOf, readingOf, scoreOf } from './result-words.ts';
import { HEADLINES } from './templates/headline.ts';

/** The headline of a result: the verdict in the words of docs/method/3, sections 11 and 12. */
export function writeHeadline(rating: Rating, { headline }: Verdict): Sentence {
  switch (headline.code) {
    case 'low_risk':
    case 'nothing_found_part_unknown':
    case 'origin_at_a_distance':
    case 'no_records':
    case 'none_found':
    case 'too_little':
    case 'contact':
      return HEADLINES[headline.code].say({});
    case 'low_risk_with_trace':
      return lowRisk(headline.category, shareOfCategory(rating, headline));
    case 'trace_part_unknown':
      return partUnknown(headline.contact);
    case 'risk': {
      const { level, certainty, category, mixture } = headline;
      return HEADLINES.risk.say({ level, certainty, category, layer: layerOfCause(rating, mixture, category) });
    }
    case 'returned': {
      const { level, certainty } = headline;
      return HEADLINES.returned.say({ level, certainty, category: returnedSevere(rating).category });
    }
    case 'paid': {
      const { level, certainty, category, by } = headline;
      return HEADLINES[by === 'acts' ? 'paid_acts' : 'paid_as_victims'].say({ level, certainty, category });
    }
    case 'is': {
      const { level, category, by } = headline;
      return HEADLINES[by === 'label' ? 'own_label' : 'own_service_floor'].say({ level, category });
    }
  }
}

/** From this share on it is said how much it is: nobody would call that a trace. */
const MOST_OF_A_TRACE = 0.01;

function lowRisk(category: Category, share: number): Sentence {
  if (isBelow(share, MOST_OF_A_TRACE)) return HEADLINES.low_risk_with_trace.say({ category });
  return HEADLINES.low_risk_with_part.say({ category, share });
}

function partUnknown({ where, category, shareInAll: share }: Contact): Sentence {
  if (isBelow(share, MOST_OF_A_TRACE)) return HEADLINES.trace_part_unknown.say({ category });
  return HEADLINES[where === 'paid' ? 'paid_part_unknown' : 'part_part_unknown'].say({ category, share });
}

function shareOfCategory(
  rating: Rating,
  { mixture, category }: { readonly mixture: MixtureName; readonly category: Category },
): number {
  return shareOf(scoreOf(rating, mixture).rows.filter((row) => row.category === category));
}

/** How the named category came, of what decided: a floor reads one layer, the linear score reads both. */
function layerOfCause(rating: Rating, mixture: MixtureName, category: Category): Kinds['layerOrBoth'] {
  const { total, rows } = scoreOf(rating, mixture);
  const floor = total.decidedBy === 'floor' ? total.floors.largest : null;
  if (floor !== null) return floor.column === 'direct' ? 'direct' : 'indirect';
  return layersOf(rows.filter((row) => row.category === category && row.points > 0));
}

/** What of tier S was sent back, of *ever*: it is listed there, before section 8. */
export function returnedSevere(rating: Rating) {
  const { setAside } = readingOf(rating, 'ever');
  const rows = setAside.filter(({ why, category }) => why === 'returned' && tierOf(category) === 'S');
  const [category] = categoriesOf(rows);
  if (category === undefined) throw new Error('nothing of tier S was sent back');
  return { category, rows };
}
