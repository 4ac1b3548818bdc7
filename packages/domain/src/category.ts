/**
 * Risk categories: the 23 of the specification and those the method adds, each with its group (what the screen
 * shows), tier and weight (what the score uses). Source: docs/method, section 5.
 */
export type RiskGroup = 'high' | 'mid' | 'low';

/** S is never tolerable, A illicit, B elevated, C neutral, D low. */
export type RiskTier = 'S' | 'A' | 'B' | 'C' | 'D';

export interface CategoryFacts {
  readonly title: string;
  readonly group: RiskGroup;
  readonly tier: RiskTier;
  /** Share of full risk that one unit of this category carries, 0 to 1. */
  readonly weight: number;
}

export const CATEGORIES = {
  sanctions: { title: 'Sanctions', group: 'high', tier: 'S', weight: 1 },
  terrorism_financing: { title: 'Terrorism financing', group: 'high', tier: 'S', weight: 1 },
  child_exploitation: { title: 'Child exploitation', group: 'high', tier: 'S', weight: 1 },
  issuer_frozen: { title: 'Issuer frozen', group: 'high', tier: 'S', weight: 1 },
  stolen_coins: { title: 'Stolen coins', group: 'high', tier: 'A', weight: 0.9 },
  ransom: { title: 'Ransom', group: 'high', tier: 'A', weight: 0.9 },
  scam: { title: 'Scam', group: 'high', tier: 'A', weight: 0.9 },
  dark_market: { title: 'Dark market', group: 'high', tier: 'A', weight: 0.9 },
  dark_service: { title: 'Dark service', group: 'high', tier: 'A', weight: 0.9 },
  illegal_service: { title: 'Illegal service', group: 'high', tier: 'A', weight: 0.9 },
  malware: { title: 'Malware', group: 'high', tier: 'A', weight: 0.9 },
  exchange_fraudulent: { title: 'Exchange fraudulent', group: 'high', tier: 'A', weight: 0.9 },
  mixer: { title: 'Mixer', group: 'high', tier: 'A', weight: 0.8 },
  enforcement_action: { title: 'Enforcement action', group: 'mid', tier: 'A', weight: 0.7 },
  seized_assets: { title: 'Seized assets', group: 'mid', tier: 'A', weight: 0.6 },
  gambling: { title: 'Gambling', group: 'high', tier: 'B', weight: 0.5 },
  exchange_unlicensed: { title: 'Exchange unlicensed', group: 'high', tier: 'B', weight: 0.5 },
  p2p_exchange_unlicensed: { title: 'P2P exchange unlicensed', group: 'high', tier: 'B', weight: 0.45 },
  atm: { title: 'ATM', group: 'mid', tier: 'B', weight: 0.4 },
  coinjoin: { title: 'Coinjoin', group: 'mid', tier: 'B', weight: 0.4 },
  bridge: { title: 'Bridge', group: 'mid', tier: 'C', weight: 0.25 },
  swap_service: { title: 'Swap service', group: 'mid', tier: 'C', weight: 0.25 },
  unlabelled_service: { title: 'Unlabelled service', group: 'mid', tier: 'C', weight: 0.2 },
  other_entities: { title: 'Other entities', group: 'mid', tier: 'C', weight: 0.2 },
  exchange_licence_unknown: { title: 'Exchange, licence unknown', group: 'mid', tier: 'C', weight: 0.15 },
  p2p_exchange_licence_unknown: { title: 'P2P exchange, licence unknown', group: 'mid', tier: 'C', weight: 0.15 },
  liquidity_pools: { title: 'Liquidity pools', group: 'mid', tier: 'C', weight: 0.15 },
  marketplace: { title: 'Marketplace', group: 'mid', tier: 'C', weight: 0.15 },
  online_wallet: { title: 'Online wallet', group: 'mid', tier: 'C', weight: 0.1 },
  p2p_exchange_licensed: { title: 'P2P exchange licensed', group: 'low', tier: 'D', weight: 0.05 },
  payment_processor: { title: 'Payment processor', group: 'low', tier: 'D', weight: 0.02 },
  exchange_licensed: { title: 'Exchange licensed', group: 'low', tier: 'D', weight: 0 },
  miner: { title: 'Miner', group: 'low', tier: 'D', weight: 0 },
  staking: { title: 'Staking', group: 'low', tier: 'D', weight: 0 },
  issuer: { title: 'Issuer', group: 'low', tier: 'D', weight: 0 },
  foundation: { title: 'Foundation', group: 'low', tier: 'D', weight: 0 },
} as const satisfies Record<string, CategoryFacts>;

export type Category = keyof typeof CATEGORIES;

export const CATEGORY_IDS = Object.keys(CATEGORIES) as readonly Category[];

/** Narrows outside text to a category id such as `exchange_licensed`. */
export function isCategory(value: string): value is Category {
  return Object.hasOwn(CATEGORIES, value);
}

/**
 * What is left of a direction after the categories. `unknown_origin`: no source could know; `still_held`: never left;
 * `fee`: paid to the network; `not_followed`: R, everything the walk or its sources did not read.
 */
export const RESIDUALS = {
  unknown_origin: { title: 'Unknown origin', weight: 0.15 },
  not_followed: { title: 'Not followed', weight: 0.15 },
  still_held: { title: 'Still held', weight: 0 },
  fee: { title: 'Network fee', weight: 0 },
} as const;

export type Residual = keyof typeof RESIDUALS;

export const RESIDUAL_IDS = Object.keys(RESIDUALS) as readonly Residual[];

/** Narrows outside text to a residual id such as `not_followed`. */
export function isResidual(value: string): value is Residual {
  return Object.hasOwn(RESIDUALS, value);
}
