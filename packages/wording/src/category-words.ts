import type { Category } from '@assay/domain';

/**
 * How the sentences of a result name a category. Those sentences are signed: a change of a word here is a new text set.
 */
export interface CategoryWords {
  /** Several of them, inside a sentence: 'comes from licensed exchanges'. */
  readonly many: string;
  /** Before 'source' or 'destination', at the start of a sentence: 'Sanctioned source.' */
  readonly kind: string;
  /** What an address so labelled is: 'This address belongs to a licensed exchange: Kraken.' */
  readonly own: string;
}

/** The words of each category in sentences. `CATEGORIES` of the domain holds the titles of tables. */
export const CATEGORY_WORDS: Readonly<Record<Category, CategoryWords>> = {
  sanctions: { many: 'sanctioned parties', kind: 'Sanctioned', own: 'is on a sanctions list' },
  terrorism_financing: {
    many: 'terrorism financing',
    kind: 'Terrorism financing',
    own: 'is tied to terrorism financing',
  },
  child_exploitation: {
    many: 'child exploitation services',
    kind: 'Child exploitation',
    own: 'is tied to child exploitation',
  },
  issuer_frozen: { many: 'frozen addresses', kind: 'Frozen', own: 'is frozen by the issuer of an asset' },
  stolen_coins: { many: 'thefts', kind: 'Stolen', own: 'holds stolen coins' },
  ransom: { many: 'ransom payments', kind: 'Ransom', own: 'collects ransom' },
  scam: { many: 'scams', kind: 'Scam', own: 'belongs to a scam' },
  dark_market: { many: 'dark markets', kind: 'Dark market', own: 'belongs to a dark market' },
  dark_service: { many: 'dark services', kind: 'Dark service', own: 'belongs to a dark service' },
  illegal_service: { many: 'illegal services', kind: 'Illegal service', own: 'belongs to an illegal service' },
  malware: { many: 'malware', kind: 'Malware', own: 'is used by malware' },
  exchange_fraudulent: {
    many: 'fraudulent exchanges',
    kind: 'Fraudulent exchange',
    own: 'belongs to a fraudulent exchange',
  },
  mixer: { many: 'mixers', kind: 'Mixer', own: 'belongs to a mixer' },
  enforcement_action: {
    many: 'parties under enforcement action',
    kind: 'Enforcement action',
    own: 'is subject to an enforcement action',
  },
  seized_assets: { many: 'seized assets', kind: 'Seized', own: 'holds seized assets' },
  gambling: { many: 'gambling services', kind: 'Gambling', own: 'belongs to a gambling service' },
  exchange_unlicensed: {
    many: 'unlicensed exchanges',
    kind: 'Unlicensed exchange',
    own: 'belongs to an unlicensed exchange',
  },
  p2p_exchange_unlicensed: {
    many: 'unlicensed P2P exchanges',
    kind: 'Unlicensed P2P exchange',
    own: 'belongs to an unlicensed P2P exchange',
  },
  atm: { many: 'crypto ATMs', kind: 'Crypto ATM', own: 'belongs to a crypto ATM operator' },
  coinjoin: { many: 'coinjoins', kind: 'Coinjoin', own: 'takes part in coinjoins' },
  bridge: { many: 'bridges', kind: 'Bridge', own: 'belongs to a bridge' },
  swap_service: { many: 'swap services', kind: 'Swap service', own: 'belongs to a swap service' },
  unlabelled_service: {
    many: 'services without a name',
    kind: 'Unnamed service',
    own: 'belongs to a service without a name',
  },
  other_entities: { many: 'other known parties', kind: 'Other', own: 'belongs to a known party' },
  exchange_licence_unknown: {
    many: 'exchanges of unknown licence',
    kind: 'Exchange',
    own: 'belongs to an exchange whose licence is unknown',
  },
  p2p_exchange_licence_unknown: {
    many: 'P2P exchanges of unknown licence',
    kind: 'P2P exchange',
    own: 'belongs to a P2P exchange whose licence is unknown',
  },
  liquidity_pools: { many: 'liquidity pools', kind: 'Liquidity pool', own: 'belongs to a liquidity pool' },
  marketplace: { many: 'marketplaces', kind: 'Marketplace', own: 'belongs to a marketplace' },
  online_wallet: { many: 'online wallets', kind: 'Online wallet', own: 'belongs to an online wallet service' },
  p2p_exchange_licensed: {
    many: 'licensed P2P exchanges',
    kind: 'Licensed P2P exchange',
    own: 'belongs to a licensed P2P exchange',
  },
  payment_processor: {
    many: 'payment processors',
    kind: 'Payment processor',
    own: 'belongs to a payment processor',
  },
  exchange_licensed: {
    many: 'licensed exchanges',
    kind: 'Licensed exchange',
    own: 'belongs to a licensed exchange',
  },
  miner: { many: 'mining', kind: 'Mining', own: 'belongs to a miner' },
  staking: { many: 'staking', kind: 'Staking', own: 'belongs to a staking service' },
  issuer: { many: 'the issuer', kind: 'Issuer', own: 'belongs to the issuer of an asset' },
  foundation: { many: 'foundations', kind: 'Foundation', own: 'belongs to a foundation' },
};
