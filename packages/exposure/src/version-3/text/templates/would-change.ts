import { CATEGORIES } from '@assay/domain';
import { citeListing, formatBound, formatShare, nameStars, shortenAddress } from '@assay/wording';
import type { StarsGiven } from '../../rating/floors/total.ts';
import type { MixtureName } from '../../rating/mixtures/rate-mixture.ts';
import { WORDS } from '../category-words.ts';
import { define, type Layer } from '../define.ts';
import { MIXTURE_WORDS, shareFrom, shareUpTo } from '../words.ts';

const STARS = { stars: 'stars' } as const;
/** `both`: the share falls to `to` in both mixtures; `share` is what it is in `mixture`. */
const FALL = { ...STARS, mixture: 'mixture', both: 'yes', share: 'share', to: 'share' } as const;

interface Fall {
  readonly stars: StarsGiven;
  readonly mixture: MixtureName;
  readonly both: boolean;
  readonly share: number;
  readonly to: number;
}

const thereWouldBe = (stars: StarsGiven): string => `There would be ${nameStars(stars).toLowerCase()} if`;

const CAME: Readonly<Record<Layer, string>> = { direct: 'came straight from', indirect: 'traced back to' };

/** One step of a share. */
const STEP = 1e-6;
/** Decimals of the percentage of a step. */
const STEP_DECIMALS = 4;
const inSteps = (share: number): string => formatBound(share, STEP_DECIMALS);

function fall({ stars, mixture, both, share, to }: Fall, was: string): string {
  const [own, other] = [MIXTURE_WORDS[mixture], MIXTURE_WORDS[mixture === 'ever' ? 'now' : 'ever']];
  const { reached, present } = readFall(share, to);
  return `${thereWouldBe(stars)} ${reached} of ${own}${both ? `, and of ${other},` : ''} ${was}, in place of ${present}${both ? ` of ${own}` : ''}, and the difference was explained.`;
}

/** What a share falls to, at most or under it, whichever is shorter; and what it is, with the decimals that this needs. */
function readFall(share: number, to: number): { readonly reached: string; readonly present: string } {
  if (to === 0) return { reached: 'none', present: formatShare(share) };
  const bound = to + STEP;
  return inSteps(to).length <= inSteps(bound).length
    ? { reached: `at most ${inSteps(to)}`, present: shareUpTo(share, to) }
    : { reached: `under ${inSteps(bound)}`, present: shareFrom(share, bound) };
}

/** What would change the stars (docs/method/3, section 15): what would have to be different, and by how much. */
export const WOULD_CHANGE = {
  change_share: define(
    'change_share',
    { ...FALL, category: 'category', layer: 'layer' },
    ({ category, layer, ...given }) => fall(given, `${CAME[layer]} ${WORDS[category].from}`),
  ),
  change_unknown_origin: define('change_unknown_origin', FALL, (given) => fall(given, 'was of unknown origin')),
  change_not_followed: define('change_not_followed', FALL, (given) => fall(given, 'was not followed')),
  change_path: define(
    'change_path',
    {
      ...STARS,
      mixture: 'mixture',
      share: 'share',
      category: 'category',
      entity: 'nameOrNull',
      transaction: 'nameOrNull',
    },
    ({ stars, mixture, share, category, entity, transaction }) =>
      `${thereWouldBe(stars)} the path that brings ${formatShare(share)} of ${MIXTURE_WORDS[mixture]} from ${entity ?? WORDS[category].from}${transaction === null ? '' : `, in transaction ${shortenAddress(transaction)},`} was explained.`,
  ),
  change_claim: define(
    'change_claim',
    { ...STARS, category: 'category', entity: 'nameOrNull' },
    ({ stars, category, entity }) =>
      `${thereWouldBe(stars)} the label '${CATEGORIES[category].title}'${entity === null ? '' : ` of ${entity}`} was withdrawn from all addresses that have it.`,
  ),
  change_rise: define(
    'change_rise',
    { ...STARS, mixture: 'mixture', category: 'category', layer: 'layer', share: 'share', to: 'share' },
    ({ stars, mixture, category, layer, share, to }) =>
      `${thereWouldBe(stars)} ${inSteps(to)} of ${MIXTURE_WORDS[mixture]} ${CAME[layer]} ${WORDS[category].from}, in place of ${shareFrom(share, to)}.`,
  ),
  /** `rated`: there are stars; `labels`: the withdrawal of labels was tried too. */
  change_none: define(
    'change_none',
    { rated: 'yes', labels: 'yes' },
    ({ rated, labels }) =>
      `No change of one share${labels ? ', one path or one label' : ' or one path'} alone would give ${rated ? 'more stars' : 'stars without a warning'}.`,
  ),
  change_no_rise: define('change_no_rise', {}, () => 'Nothing bad that is there would take a star by rising alone.'),
  change_own_label: define(
    'change_own_label',
    { entity: 'name', source: 'name', list: 'nameOrNull' },
    ({ entity, source, list }) =>
      `The stars follow the label of this address (${list === null ? `${entity}, ${source}` : citeListing(list, entity, null)}): they would change if it was withdrawn or changed.`,
  ),
};
