import { type Fraction, fractionOf } from './fraction.ts';

/** S is never tolerable, A is illicit, B elevated, C neutral, D low. */
export type Tier = 'S' | 'A' | 'B' | 'C' | 'D';

/** Tier and weight of each category (section 2.1). */
const CATEGORIES: ReadonlyMap<string, readonly [Tier, string]> = new Map([
  ['sanctions', ['S', '1']],
  ['terrorism_financing', ['S', '1']],
  ['child_exploitation', ['S', '1']],
  ['issuer_frozen', ['S', '1']],
  ['stolen_coins', ['A', '0.9']],
  ['ransom', ['A', '0.9']],
  ['scam', ['A', '0.9']],
  ['dark_market', ['A', '0.9']],
  ['dark_service', ['A', '0.9']],
  ['illegal_service', ['A', '0.9']],
  ['malware', ['A', '0.9']],
  ['exchange_fraudulent', ['A', '0.9']],
  ['mixer', ['A', '0.8']],
  ['enforcement_action', ['A', '0.7']],
  ['seized_assets', ['A', '0.6']],
  ['gambling', ['B', '0.5']],
  ['exchange_unlicensed', ['B', '0.5']],
  ['p2p_exchange_unlicensed', ['B', '0.45']],
  ['atm', ['B', '0.4']],
  ['coinjoin', ['B', '0.4']],
  ['bridge', ['C', '0.25']],
  ['swap_service', ['C', '0.25']],
  ['other_entities', ['C', '0.2']],
  ['exchange_licence_unknown', ['C', '0.15']],
  ['p2p_exchange_licence_unknown', ['C', '0.15']],
  ['liquidity_pools', ['C', '0.15']],
  ['marketplace', ['C', '0.15']],
  ['online_wallet', ['C', '0.1']],
  ['p2p_exchange_licensed', ['D', '0.05']],
  ['payment_processor', ['D', '0.02']],
  ['exchange_licensed', ['D', '0']],
  ['miner', ['D', '0']],
  ['staking', ['D', '0']],
  ['issuer', ['D', '0']],
  ['foundation', ['D', '0']],
]);

/** The row of a category. @throws {Error} where the page has none of that name. */
function rowOf(category: string): readonly [Tier, string] {
  const row = CATEGORIES.get(category);
  if (row === undefined) throw new Error(`no category ${category}`);
  return row;
}

export const tierOf = (category: string): Tier => rowOf(category)[0];

export const weightOf = (category: string): Fraction => fractionOf(rowOf(category)[1]);

/** Whether a tier is bad: S, A or B. */
export const isBad = (tier: Tier | null): boolean => tier === 'S' || tier === 'A' || tier === 'B';

/** Categories whose label can explain (section 2.4). */
export const EXPLAINING: ReadonlySet<string> = new Set([
  'exchange_licensed',
  'exchange_licence_unknown',
  'p2p_exchange_licensed',
  'p2p_exchange_licence_unknown',
  'payment_processor',
  'online_wallet',
  'foundation',
]);

/** Categories of which a share counts as 'exchanged, not followed' (section 11). */
export const NOT_FOLLOWED_ON: ReadonlySet<string> = new Set([
  'liquidity_pools',
  'marketplace',
  'staking',
  'bridge',
  'issuer',
]);

/** To which a payment can send a tainted inflow back, besides accounts without a label (section 8). */
export const CAN_BE_RETURNED_TO: ReadonlySet<string> = new Set(['stolen_coins', 'scam', 'ransom', 'malware']);

/** Paying an account of these categories is an act, and so is tier B (section 9). */
const ACTS: ReadonlySet<string> = new Set([
  'sanctions',
  'terrorism_financing',
  'child_exploitation',
  'mixer',
  'dark_market',
  'dark_service',
  'illegal_service',
]);

/** Whether paying an account of this category is an act; of all other bad ones it is what victims do. */
export const isAct = (category: string): boolean => ACTS.has(category) || tierOf(category) === 'B';
