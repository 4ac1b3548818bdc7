import { citeListing, formatDay, formatShare } from '@assay/wording';
import { WORDS } from '../category-words.ts';
import { define, type Question } from '../define.ts';
import { countOwners, inDollars, LAYER_WORDS, MIXTURE_WORDS, nameMixture, namePaid, partOf } from '../words.ts';

const OF = { mixture: 'mixture', rest: 'yes' } as const;

const PAYING: Readonly<Record<Question, string>> = {
  wallet: 'The records hold nothing that this address received.',
  payment: 'The sender of this payment has no label and no records.',
  planned: 'The sender of this payment has no label and no records.',
};

/** What was found. `rest`: the share is of what section 8 left of the mixture. */
export const FOUND = {
  found_source: define(
    'found_source',
    { ...OF, category: 'category', layer: 'layer', owners: 'owners', nearest: 'yes', share: 'share', usd: 'usd' },
    ({ mixture, rest, category, layer, owners, nearest, share, usd }) => {
      const far = layer === 'direct' ? '' : `, at ${countOwners(owners)}${nearest ? ' at the nearest' : ''}`;
      return `${formatShare(share)}${inDollars(usd)} of ${nameMixture(mixture, rest)} ${LAYER_WORDS[layer]} ${WORDS[category].from}${far}.`;
    },
  ),
  found_contact: define(
    'found_contact',
    { mixture: 'mixture', category: 'category', owners: 'owners', share: 'share' },
    ({ mixture, category, owners, share }) =>
      `Contact with ${WORDS[category].from}: ${formatShare(share)} of ${MIXTURE_WORDS[mixture]}, at ${countOwners(owners)}.`,
  ),
  found_contact_paid: define(
    'found_contact_paid',
    { category: 'category', share: 'share' },
    ({ category, share }) => `Contact with ${WORDS[category].paid}: ${formatShare(share)} of what it paid.`,
  ),
  found_paid: define(
    'found_paid',
    { category: 'category', rest: 'yes', share: 'share', usd: 'usd' },
    ({ category, rest, share, usd }) =>
      `${formatShare(share)}${inDollars(usd)} of ${namePaid(rest)} went straight to ${WORDS[category].paid}.`,
  ),
  found_explained: define(
    'found_explained',
    { ...OF, share: 'share' },
    ({ mixture, rest, share }) =>
      `${partOf(share, formatShare(share), nameMixture(mixture, rest))} is explained, at one or two owners.`,
  ),
  found_far: define(
    'found_far',
    { ...OF, near: 'share', far: 'share' },
    ({ mixture, rest, near, far }) =>
      `${formatShare(far)} of ${nameMixture(mixture, rest)} is explained, ${near > 0 ? `but only ${formatShare(near)}` : 'but none of it'} at one or two owners.`,
  ),
  found_own_label: define(
    'found_own_label',
    { entity: 'name', source: 'name', date: 'nameOrNull', confidence: 'confidence', list: 'nameOrNull' },
    ({ entity, source, date, confidence, list }) => {
      const cited =
        list === null
          ? `${entity} (${source}${date === null ? '' : `, ${formatDay(date)}`})`
          : citeListing(list, entity, date);
      return `The label of this address: ${cited}, with confidence ${confidence}.`;
    },
  ),
  own_service: define(
    'own_service',
    {},
    () => 'Many people pay from one wallet of such a service; the stars say nothing about any of them.',
  ),
  nothing_received: define('nothing_received', { question: 'question' }, ({ question }) => PAYING[question]),
  listed_later: define(
    'listed_later',
    { ...OF, share: 'share' },
    ({ mixture, rest, share }) =>
      `${formatShare(share)} of ${nameMixture(mixture, rest)} moved before the listing of its source was in force.`,
  ),
};
