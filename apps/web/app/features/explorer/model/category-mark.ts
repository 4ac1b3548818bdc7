import type { Category } from '@assay/domain';
import { titleOfShare } from '@assay/wording';

/** Marks of categories whose words begin with the letters of another category. */
const OWN_MARKS: Partial<Record<Category, string>> = {
  exchange_licence_unknown: 'E?',
  p2p_exchange_licence_unknown: 'P?',
  p2p_exchange_unlicensed: 'PU',
  p2p_exchange_licensed: 'PL',
  seized_assets: 'Sz',
  stolen_coins: 'St',
  illegal_service: 'Il',
  staking: 'Sk',
  sanctions: 'Sa',
  scam: 'Sc',
  mixer: 'Mx',
  miner: 'Mi',
  malware: 'Mw',
  marketplace: 'Mk',
  bridge: 'Br',
  ransom: 'Ra',
  issuer: 'Is',
  foundation: 'Fo',
  gambling: 'Ga',
  coinjoin: 'Cj',
  atm: 'At',
};

/**
 * Two letters that distinguish a category where colour and shape say its risk group only.
 *
 * @example categoryMark('dark_market'); // 'DM'
 */
export function categoryMark(category: Category): string {
  const own = OWN_MARKS[category];
  if (own !== undefined) return own;
  const [first = '', second = ''] = titleOfShare(category).split(/[ ,]+/);
  return (first.slice(0, 1) + second.slice(0, 1)).toUpperCase();
}
