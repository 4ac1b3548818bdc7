import { CATEGORIES, type Category } from '@assay/domain';
import { CATEGORY_WORDS, LIMITED_DATA } from '@assay/wording';
import type { Direction } from '../../records/record.ts';
import { FLOW_WORDS, partiesOf } from './words.ts';

type Of = { readonly category: Category };
type At = Of & { readonly direction: Direction };

/** Headlines: the band, then the reason. */
export const HEADLINE_TEMPLATES = {
  not_rated: () => 'Not rated.',
  very_high_risk: () => 'Very high risk.',
  high_risk: () => 'High risk.',
  medium_risk: () => 'Medium risk.',
  low_risk: () => 'Low risk.',
  limited_low_risk: () => `${LIMITED_DATA}low risk.`,
  limited_no_risk: () => `${LIMITED_DATA}no risk found.`,

  no_transfers: () => 'No transfers found.',
  network_not_followed: () => 'This network cannot be followed.',
  no_source_answered: () => 'The sources did not answer.',
  too_little_known: () => 'Too little is known.',
  money_destroyed: () => 'Money sent here is destroyed.',

  is_labelled: ({ category }: Of) => {
    const short = CATEGORY_WORDS[category].own.replace(/^(?:belongs to|is) /, '');
    return `${short.charAt(0).toUpperCase()}${short.slice(1)}.`;
  },
  is_reported: ({ category }: Of) => `${CATEGORIES[category].title} reported.`,
  party_direct: ({ category, direction }: At) => `${CATEGORY_WORDS[category].kind} ${FLOW_WORDS[direction].party}.`,
  party_further: ({ category, direction }: At) =>
    `${CATEGORY_WORDS[category].kind} ${FLOW_WORDS[direction].party}, ${FLOW_WORDS[direction].further}.`,
  mixed_parties: ({ direction }: { readonly direction: Direction }) => `Mixed ${FLOW_WORDS[direction].party}s.`,
  one_star_less: ({ category }: Of) => `One star less for ${partiesOf(category)}.`,
  one_star_less_mixed: ({ direction }: { readonly direction: Direction }) =>
    `One star less for a mix of ${FLOW_WORDS[direction].party}s.`,
  too_little_for_five: () => 'Too little is known for five stars.',
  nothing_lowers: () => 'Nothing found that lowers the stars.',
  risk_not_enough: () => 'Risk found, but not enough to lower the stars.',
  mostly: ({ category }: Of) => `Mostly ${partiesOf(category)}.`,
  mostly_medium: () => 'Mostly parties of medium risk, which weigh little.',
};
