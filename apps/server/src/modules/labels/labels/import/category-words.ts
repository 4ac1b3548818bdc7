import { CATEGORIES, type Category, isCategory, type RiskTier } from '@assay/domain';

/**
 * The words publishers use and what they mean here (docs/method, section 5; the reasons are in
 * docs/operations/labels.md). One word, one row. What is not listed is `other_entities`, never silently illicit.
 */
export const CATEGORY_WORDS: Readonly<Record<string, Category>> = {
  // Authorities
  sanction: 'sanctions',
  sanctioned: 'sanctions',
  sanctioned_entity: 'sanctions',
  ofac: 'sanctions',
  ofac_sdn: 'sanctions',
  ofac_sanctions_lists: 'sanctions',
  ofac_entity_labeled: 'sanctions',
  terrorism: 'terrorism_financing',
  terrorist_financing: 'terrorism_financing',
  child_sexual_abuse: 'child_exploitation',
  csam: 'child_exploitation',
  black_list: 'issuer_frozen',
  blacklist: 'issuer_frozen',
  frozen: 'issuer_frozen',
  blocked: 'enforcement_action',
  seizure: 'seized_assets',
  seized: 'seized_assets',
  doj_seizure_addresses: 'seized_assets',
  // Theft and fraud
  service_hack: 'stolen_coins',
  hack: 'stolen_coins',
  heist: 'stolen_coins',
  exploit: 'stolen_coins',
  theft: 'stolen_coins',
  stolen_funds: 'stolen_coins',
  flash_loan_attack: 'stolen_coins',
  ransomware: 'ransom',
  sextortion: 'ransom',
  extortion: 'ransom',
  ransomwhere: 'ransom',
  bithypha_ransomwhere: 'ransom',
  ransomware_addresses: 'ransom',
  phishing: 'scam',
  phish_hack: 'scam',
  fraud: 'scam',
  investment_fraud: 'scam',
  ponzi_scheme: 'scam',
  pyramid_scheme: 'scam',
  scam_ponzi_addresses: 'scam',
  social_engineering: 'scam',
  exit_scam: 'scam',
  rug_pull: 'scam',
  darklist: 'scam',
  spam_token: 'scam',
  cryptojacking: 'malware',
  botnet: 'malware',
  // Dark web
  darknet_market: 'dark_market',
  darkmarket: 'dark_market',
  darknet_market_addresses: 'dark_market',
  dark_web: 'dark_service',
  darknet_service: 'dark_service',
  darknet_forum: 'dark_service',
  darknet_email_service: 'dark_service',
  bulletproof_hosting: 'illegal_service',
  // Mixing
  mixing_service: 'mixer',
  mixing: 'mixer',
  tumbler: 'mixer',
  mixer_addresses: 'mixer',
  tornado_cash: 'mixer',
  // Services
  exchange: 'exchange_licence_unknown',
  exchange_academic_addresses: 'exchange_licence_unknown',
  exchange_por_forensics_addresses: 'exchange_licence_unknown',
  exchange_modern_curated: 'exchange_licence_unknown',
  exchange_tier1_addresses: 'exchange_licence_unknown',
  exchange_tier2_addresses: 'exchange_licence_unknown',
  exchange_tier3_addresses: 'exchange_licence_unknown',
  exchange_targeted_research: 'exchange_licence_unknown',
  bankruptcy_exchange_addresses: 'exchange_licence_unknown',
  proof_of_reserves: 'exchange_licence_unknown',
  virtual_asset_service_provider: 'exchange_licence_unknown',
  risky_exchange: 'exchange_unlicensed',
  p2p_exchange: 'p2p_exchange_licence_unknown',
  peer_to_peer_exchange: 'p2p_exchange_licence_unknown',
  p2p_hodlhodl_addresses: 'p2p_exchange_licence_unknown',
  p2p_platform_addresses: 'p2p_exchange_licence_unknown',
  gaming: 'gambling',
  casino: 'gambling',
  gambling_satoshidice_vanity: 'gambling',
  crypto_atm: 'atm',
  bitcoin_atm: 'atm',
  defi: 'liquidity_pools',
  dex: 'liquidity_pools',
  defi_dex: 'liquidity_pools',
  defi_lending: 'liquidity_pools',
  defi_derivative: 'liquidity_pools',
  decentralized_exchange: 'liquidity_pools',
  uniswap: 'liquidity_pools',
  sushiswap: 'liquidity_pools',
  balancer: 'liquidity_pools',
  defi_bridge: 'bridge',
  market: 'marketplace',
  shop: 'marketplace',
  nft_marketplace: 'marketplace',
  collectible: 'marketplace',
  wallet_service: 'online_wallet',
  hosted_wallet: 'online_wallet',
  payments: 'payment_processor',
  payment: 'payment_processor',
  mining: 'miner',
  mining_pool: 'miner',
  mining_service: 'miner',
  mining_pool_addresses: 'miner',
  stablecoin_issuer: 'issuer',
};

const DECISIVE_TIERS: readonly RiskTier[] = ['S', 'A', 'B'];

export interface CategoryReading {
  /** Null when no word was given at all. */
  readonly category: Category | null;
  /** Words that are in no row of the table. */
  readonly unknown: readonly string[];
}

/** `Dark Market`, `dark-market` and `dark_market` are one word. */
export function normaliseWord(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s/-]+/g, '_');
}

/**
 * What one category word means here: one of our own ids, or a row of the table; null for any other.
 */
export function categoryOfWord(word: string): Category | null {
  const key = normaliseWord(word);
  if (isCategory(key)) return key;
  return Object.hasOwn(CATEGORY_WORDS, key) ? (CATEGORY_WORDS[key] ?? null) : null;
}

/**
 * Words that say nothing of what the money is about; they are known, and mean `other_entities`.
 */
const PLAIN_WORDS: ReadonlySet<string> = new Set([
  'organization',
  'organisation',
  'service',
  'user',
  'entity',
  'donation',
  'faucet',
  'index',
  'other',
  'cold_wallet',
]);

/**
 * One category for all words a row carries. Tiers S, A and B win in this order over whatever else is said of the
 * address; a dark-web market is a dark market; below that the first word that says something decides.
 */
export function categoryOfWords(words: readonly string[]): CategoryReading {
  const unknown: string[] = [];
  const categories: Category[] = [];
  for (const word of words) {
    if (word.trim() === '') continue;
    const category = categoryOfWord(word);
    if (category !== null) categories.push(category);
    else if (PLAIN_WORDS.has(normaliseWord(word))) categories.push('other_entities');
    else unknown.push(normaliseWord(word));
  }
  const isCoinjoin = categories.includes('coinjoin');
  if (categories.includes('dark_service') && categories.includes('marketplace')) categories.unshift('dark_market');
  for (const tier of DECISIVE_TIERS) {
    // Who says both uses 'mixer' as the wider word.
    const found = categories.find(
      (category) => CATEGORIES[category].tier === tier && !(isCoinjoin && category === 'mixer'),
    );
    if (found !== undefined) return { category: found, unknown };
  }
  const informative = categories.find((category) => category !== 'other_entities');
  if (informative !== undefined) return { category: informative, unknown };
  return { category: categories.length + unknown.length > 0 ? 'other_entities' : null, unknown };
}
