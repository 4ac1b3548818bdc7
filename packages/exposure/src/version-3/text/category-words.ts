import type { Category } from '@assay/domain';

/** How text set 8 names a category. The sentences are signed: a change of a word here is a new text set. */
interface Words {
  /** What money comes from: 'comes straight from scams'. */
  readonly from: string;
  /** After 'a trace of', and after the level of a risk: 'High risk: stolen coins, directly'. */
  readonly trace: string;
  /** After 'paid': 'paid mixers'. */
  readonly paid: string;
  /** What an address so labelled is: 'is on a sanctions list'. */
  readonly own: string;
}

const plain = (many: string, own: string): Words => ({ from: many, trace: many, paid: many, own });

export const WORDS: Readonly<Record<Category, Words>> = {
  sanctions: {
    from: 'sanctioned parties',
    trace: 'sanctions',
    paid: 'sanctioned parties',
    own: 'is on a sanctions list',
  },
  terrorism_financing: plain('terrorism financing', 'is tied to terrorism financing'),
  child_exploitation: plain('child exploitation', 'is tied to child exploitation'),
  issuer_frozen: {
    from: 'addresses frozen by the issuer',
    trace: 'frozen addresses',
    paid: 'frozen addresses',
    own: 'is frozen by the issuer',
  },
  stolen_coins: { from: 'thefts', trace: 'stolen coins', paid: 'holders of stolen coins', own: 'holds stolen coins' },
  ransom: { from: 'ransom payments', trace: 'ransom', paid: 'collectors of ransom', own: 'collects ransom' },
  scam: plain('scams', 'belongs to a scam'),
  dark_market: plain('dark markets', 'is a dark market'),
  dark_service: plain('dark services', 'is a dark service'),
  illegal_service: plain('illegal services', 'is an illegal service'),
  malware: plain('malware', 'is used by malware'),
  exchange_fraudulent: plain('fraudulent exchanges', 'is a fraudulent exchange'),
  mixer: plain('mixers', 'is a mixer'),
  enforcement_action: {
    from: 'parties under enforcement action',
    trace: 'enforcement action',
    paid: 'parties under enforcement action',
    own: 'is under enforcement action',
  },
  seized_assets: {
    from: 'seized assets',
    trace: 'seized assets',
    paid: 'holders of seized assets',
    own: 'holds seized assets',
  },
  gambling: { from: 'gambling services', trace: 'gambling', paid: 'gambling services', own: 'is a gambling service' },
  exchange_unlicensed: plain('unlicensed exchanges', 'is an unlicensed exchange'),
  p2p_exchange_unlicensed: plain('unlicensed P2P exchanges', 'is an unlicensed P2P exchange'),
  atm: plain('crypto ATMs', 'is a crypto ATM operator'),
  coinjoin: plain('coinjoins', 'takes part in coinjoins'),
  bridge: plain('bridges', 'is a bridge'),
  swap_service: plain('swap services', 'is a swap service'),
  unlabelled_service: plain('services without a name', 'is a service without a name'),
  other_entities: plain('other named entities', 'is a named entity'),
  exchange_licence_unknown: plain('exchanges, licence not read', 'is an exchange, licence not read'),
  p2p_exchange_licence_unknown: plain('P2P exchanges, licence not read', 'is a P2P exchange, licence not read'),
  liquidity_pools: plain('liquidity pools', 'is a liquidity pool'),
  marketplace: plain('marketplaces', 'is a marketplace'),
  online_wallet: plain('online wallets', 'is an online wallet service'),
  p2p_exchange_licensed: plain('P2P exchanges, licence read', 'is a P2P exchange, licence read'),
  payment_processor: plain('payment processors', 'is a payment processor'),
  exchange_licensed: plain('exchanges, licence read', 'is an exchange, licence read'),
  miner: plain('mining', 'is a miner'),
  staking: plain('staking', 'is a staking service'),
  issuer: plain('the issuer', 'is the issuer of an asset'),
  foundation: plain('foundations', 'is a foundation'),
};
