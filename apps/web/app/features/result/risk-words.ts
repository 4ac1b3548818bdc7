import type { CheckAsset } from '@assay/contracts';
import type { Category, Verdict } from '@assay/domain';
import type { RiskKey } from '@assay/ui';

export const RISK_OF_VERDICT: Record<Verdict, RiskKey> = { low: 'low', medium: 'mid', high: 'high', not_rated: 'none' };

/** One sentence a line, as the headline is set. */
export function sentencesOf(text: string): readonly string[] {
  return text.match(/[^.!?]+[.!?]*/g)?.map((sentence) => sentence.trim()) ?? [text];
}

/** What each category means, for a reader who never heard of it. */
export const CATEGORY_WORDS: Record<Category, string> = {
  sanctions: 'Named on a government’s sanctions list',
  terrorism_financing: 'Raises money for terrorism',
  child_exploitation: 'Sells or trades abuse of children',
  issuer_frozen: 'Frozen by the issuer of the token',
  stolen_coins: 'Taken in a theft or a hack',
  ransom: 'Paid to extortionists',
  scam: 'Taken by fraud or phishing',
  dark_market: 'A market for illegal goods',
  dark_service: 'A service on the dark web',
  illegal_service: 'Sells what the law forbids',
  malware: 'Taken by malicious software',
  exchange_fraudulent: 'An exchange that cheats its customers',
  mixer: 'Hides where coins come from',
  enforcement_action: 'Under action by an authority',
  seized_assets: 'Held by an authority',
  gambling: 'Bets and online casinos',
  exchange_unlicensed: 'Trades without a licence',
  p2p_exchange_unlicensed: 'Person to person, without a licence',
  atm: 'Cash machines for crypto',
  coinjoin: 'Payments joined for privacy',
  bridge: 'Moves value between networks',
  unlabelled_service: 'Busy like a service, known to nobody',
  other_entities: 'Known, but of no other category',
  exchange_licence_unknown: 'An exchange no register entry was found for',
  p2p_exchange_licence_unknown: 'Person to person, no register entry found',
  liquidity_pools: 'Pools of decentralised exchanges',
  marketplace: 'Markets for ordinary goods',
  online_wallet: 'Wallets kept by a company',
  p2p_exchange_licensed: 'Person to person, with a licence',
  payment_processor: 'Takes payments for shops',
  exchange_licensed: 'An exchange with a licence',
  miner: 'New coins and fees',
  staking: 'Rewards for staking',
  issuer: 'The issuer of the token',
  foundation: 'The foundation of a project',
};

export interface Advice {
  readonly doNext: string;
  readonly mayBeAsked: string;
}

const ADVICE: Record<CheckAsset['verdict'], Advice> = {
  low: {
    doNext: 'Keep this report with your records. Check again before a large or a later payment: wallets change.',
    mayBeAsked: 'Usually nothing. At most, who the other side is and what the payment is for.',
  },
  medium: {
    doNext: 'Ask where the funds come from before you accept them. Start with a small amount, or use another wallet.',
    mayBeAsked: 'The origin of the funds: a contract, an invoice, or a statement from an exchange.',
  },
  high: {
    doNext: 'Do not send to this wallet or accept from it. If you already did, keep the funds apart and get advice.',
    mayBeAsked: 'Full proof of origin. Exchanges and custody services may freeze such funds and report them.',
  },
  not_rated: {
    doNext: 'Do not read this as safe. Ask the other side for proof of origin, or for a wallet with a history.',
    mayBeAsked: 'The origin of the funds, because nothing could be said about it here.',
  },
};

export function adviceOn(verdict: CheckAsset['verdict']): Advice {
  return ADVICE[verdict];
}
