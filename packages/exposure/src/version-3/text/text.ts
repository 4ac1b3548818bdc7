import { formatShare } from '@assay/wording';
import type { Sentence } from '../../score/sentence.ts';
import type { MixtureName } from '../rating/mixtures/rate-mixture.ts';
import type { Contact, MixtureReading, Rating } from '../rating/rating.ts';
import type { Headline, Verdict } from '../rating/verdict.ts';
import type { TextFacts } from './facts.ts';
import { writeOrigin } from './origin.ts';
import { paidGroups } from './paid-groups.ts';
import { apartFromEver, isRest, readingOf, type SourceGroup, scoreOf, sourceGroups } from './result-words.ts';
import { writeSetAside } from './set-aside.ts';
import { FOUND } from './templates/found.ts';
import { ORIGIN } from './templates/origin.ts';

/** Sources of one mixture, and payees, that have a sentence each besides what decided. */
const MOST_SAID = 3;

/** Many customers pay from one wallet of such a service. */
const SERVICE = /^(?:p2p_)?exchange_(?!fraudulent)|^(?:payment_processor|online_wallet|atm)$/;

/** What was found: first what decided, then the rest of it, what was read, and what was set aside. */
export function writeText(rating: Rating, { headline }: Verdict, facts: TextFacts): Sentence[] {
  const isNamed = (reading: MixtureReading, group: SourceGroup): boolean =>
    (headline.code === 'contact' || headline.code === 'trace_part_unknown') &&
    isOfContact(headline.contact, reading, group);
  const sources = apartFromEver(rating).flatMap((reading) =>
    sayMost(saySources(reading, (group) => !isNamed(reading, group))),
  );
  const all = [
    ...writeLead(rating, headline, facts),
    ...writeSetAside(rating, facts),
    ...sources,
    ...sayMost(sayPaid(rating)),
    ...writeOrigin(rating, facts),
  ];
  return withoutRepeats(all);
}

const sayMost = (all: readonly Sentence[]): readonly Sentence[] => all.slice(0, MOST_SAID);

/** What a headline is of. */
function writeLead(rating: Rating, headline: Headline, facts: TextFacts): Sentence[] {
  switch (headline.code) {
    case 'low_risk':
    case 'nothing_found_part_unknown':
      return [sayExplained(rating, causeOf(rating))];
    case 'low_risk_with_trace':
      return [...saySourcesOf(rating, headline.mixture, headline.category), sayExplained(rating, headline.mixture)];
    case 'origin_at_a_distance': {
      const mixture = causeOf(rating);
      const { near, far } = scoreOf(rating, mixture);
      return [FOUND.found_far.say({ mixture, rest: isRest(readingOf(rating, mixture)), near, far })];
    }
    case 'trace_part_unknown':
      return [sayContact(headline.contact), sayExplained(rating, causeOf(rating))];
    case 'contact':
      return [sayContact(headline.contact), ORIGIN.means_contact.say({ question: facts.question })];
    case 'risk':
      return saySourcesOf(rating, headline.mixture, headline.category);
    case 'returned':
      return writeSetAside(rating, facts).filter(({ code }) => code === 'aside_returned');
    case 'paid':
      return sayPaid(rating, headline.category);
    case 'is':
      return sayOwnLabel(headline.category, facts);
    case 'no_records':
      return [FOUND.nothing_received.say({ question: facts.question })];
    case 'none_found':
    case 'too_little':
      return [];
  }
}

/** The mixture that stars without a warning are of. */
function causeOf(rating: Rating): MixtureName {
  if (rating.kind !== 'stars' || !('mixture' in rating.cause)) throw new Error('no mixture decided');
  return rating.cause.mixture;
}

function sayExplained(rating: Rating, mixture: MixtureName): Sentence {
  const { near } = scoreOf(rating, mixture);
  return FOUND.found_explained.say({ mixture, rest: isRest(readingOf(rating, mixture)), share: near });
}

function saySources(reading: MixtureReading, isSaid: (group: SourceGroup) => boolean = () => true): Sentence[] {
  const { name: mixture, score } = reading;
  return sourceGroups(score?.rows ?? [])
    .filter(isSaid)
    .map((group) => FOUND.found_source.say({ mixture, rest: isRest(reading), ...group }));
}

/** What the sentence on the contact says already. */
const isOfContact = (
  { where, category, owners, share }: Contact,
  reading: MixtureReading,
  group: SourceGroup,
): boolean =>
  where === reading.name &&
  !isRest(reading) &&
  category === group.category &&
  owners === group.owners &&
  formatShare(share) === formatShare(group.share);

const saySourcesOf = (rating: Rating, mixture: MixtureName, category: string): Sentence[] =>
  saySources(readingOf(rating, mixture)).filter(({ params }) => params['category'] === category);

const sayPaid = (rating: Rating, category?: string): Sentence[] =>
  paidGroups(rating)
    .filter((group) => category === undefined || group.category === category)
    .map((group) => FOUND.found_paid.say({ ...group }));

function sayContact({ where, category, owners, share }: Contact): Sentence {
  return where === 'paid' || owners === null
    ? FOUND.found_contact_paid.say({ category, share })
    : FOUND.found_contact.say({ mixture: where, category, owners, share });
}

function sayOwnLabel(category: string, { ownLabel }: TextFacts): Sentence[] {
  if (ownLabel === null) throw new Error('the own label decided and is not among the facts');
  return [FOUND.found_own_label.say({ ...ownLabel }), ...(SERVICE.test(category) ? [FOUND.own_service.say({})] : [])];
}

function withoutRepeats(all: readonly Sentence[]): Sentence[] {
  return [...new Map(all.map((sentence) => [sentence.text, sentence])).values()];
}
