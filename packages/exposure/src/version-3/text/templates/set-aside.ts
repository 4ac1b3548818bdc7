import type { Category } from '@assay/domain';
import { formatShare } from '@assay/wording';
import type { Usd } from '../../rating/bounds/dollars.ts';
import type { MixtureName } from '../../rating/mixtures/rate-mixture.ts';
import { define } from '../define.ts';
import { fromAll, inDollars, MIXTURE_WORDS } from '../words.ts';

/** Shares and dollars are of the mixture before section 8. */
const ASIDE = { mixture: 'mixture', categories: 'categories', share: 'share', usd: 'usd' } as const;
interface Aside {
  readonly mixture: MixtureName;
  readonly categories: readonly Category[];
  readonly share: number;
  readonly usd: Usd;
}

const partOf = ({ mixture, categories, share, usd }: Aside): string =>
  `${formatShare(share)}${inDollars(usd)} of ${MIXTURE_WORDS[mixture]}, from ${fromAll(categories)},`;

const contactOf = ({ mixture, categories, share, usd }: Aside): string =>
  `Contact with ${fromAll(categories)} is set aside: ${formatShare(share)}${inDollars(usd)} of ${MIXTURE_WORDS[mixture]}`;

/** What section 8 of docs/method/3 sets aside; `severe_` is of tier S and is said below the verdict. */
export const SET_ASIDE_LINES = {
  aside_returned: define(
    'aside_returned',
    ASIDE,
    (given) => `${partOf(given)} went back to where it came from within 30 days, and is left out.`,
  ),
  aside_untouched: define(
    'aside_untouched',
    ASIDE,
    (given) => `${partOf(given)} is little and was never touched since, and is left out.`,
  ),
  aside_few: define('aside_few', ASIDE, (given) => `${partOf(given)} is so little that it counts as unknown origin.`),
  aside_some: define(
    'aside_some',
    ASIDE,
    (given) => `${partOf(given)} is so little that by itself it leaves three stars at least.`,
  ),
  returned_nothing: define(
    'returned_nothing',
    {},
    () => 'Some of what came in went back to where it came from; nothing bad is left out by that.',
  ),
  untouched_nothing: define(
    'untouched_nothing',
    {},
    () => 'Some of what came in was never touched since; nothing bad is left out by that.',
  ),
  severe_returned: define(
    'severe_returned',
    ASIDE,
    ({ mixture, categories, share, usd }) =>
      `Contact with ${fromAll(categories)}: ${formatShare(share)}${inDollars(usd)} of ${MIXTURE_WORDS[mixture]} went back to where it came from. It is left out of the shares, and leaves three stars at most.`,
  ),
  severe_untouched: define(
    'severe_untouched',
    ASIDE,
    (given) => `${contactOf(given)}, which is little and was never touched since.`,
  ),
  severe_few: define('severe_few', ASIDE, (given) => `${contactOf(given)}, which is little.`),
};
