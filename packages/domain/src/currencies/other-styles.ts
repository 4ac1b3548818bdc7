import type {
  Bech32Rules,
  CurrencyFacts,
  GrapheneRules,
  HexRules,
  MoneroRules,
  PlainRules,
  SubstrateRules,
  TronRules,
} from './currency.ts';

/**
 * CryptoNote currencies. Monero: its stagenet is left out because the specification's configuration has production and
 * test only. Facts: each chain's `cryptonote_config.h`.
 */
export const MONERO_STYLE = {
  xmr: {
    validator: 'monero',
    name: 'Monero',
    standard: { prod: [18], testnet: [53] },
    subAddress: { prod: [42], testnet: [63] },
    integrated: { prod: [19], testnet: [54] },
  },
  loki: {
    validator: 'monero',
    name: 'Loki',
    standard: { prod: [114], testnet: [156] },
    subAddress: { prod: [116], testnet: [158] },
    integrated: { prod: [115], testnet: [157] },
  },
  bcn: { validator: 'monero', name: 'Bytecoin', standard: { prod: [6] }, subAddress: {}, integrated: {} },
  etn: { validator: 'monero', name: 'Electroneum', standard: { prod: [18, 18018] }, subAddress: {}, integrated: {} },
} as const satisfies Record<string, CurrencyFacts<MoneroRules>>;

/** Chains with one bech32 account text. Facts: SLIP-0173 and the chains' own documentation. */
export const BECH32_STYLE = {
  lunc: { validator: 'bech32', name: 'Terra Classic', prefixes: { prod: ['terra'] }, sizesBytes: [20, 32] },
  kava: { validator: 'bech32', name: 'Kava', prefixes: { prod: ['kava'] }, sizesBytes: [20] },
  dydx: { validator: 'bech32', name: 'dYdX Chain', prefixes: { prod: ['dydx'] }, sizesBytes: [20] },
  iris: { validator: 'bech32', name: 'IRISnet', prefixes: { prod: ['iaa'] }, sizesBytes: [20] },
  rune: { validator: 'bech32', name: 'THORChain', prefixes: { prod: ['thor'], testnet: ['tthor'] }, sizesBytes: [20] },
  tbnb: { validator: 'bech32', name: 'BNB Beacon Chain testnet', prefixes: { prod: ['tbnb'] }, sizesBytes: [20] },
  egld: { validator: 'bech32', name: 'MultiversX', prefixes: { prod: ['erd'] }, sizesBytes: [32] },
  rose: { validator: 'bech32', name: 'Oasis', prefixes: { prod: ['oasis'] }, sizesBytes: [21] },
  grin: { validator: 'bech32', name: 'Grin', prefixes: { prod: ['grin'], testnet: ['tgrin'] }, sizesBytes: [32] },
  xch: {
    validator: 'bech32',
    name: 'Chia',
    prefixes: { prod: ['xch'], testnet: ['txch'] },
    sizesBytes: [32],
    variant: 'bech32m',
  },
  ckb: {
    validator: 'bech32',
    name: 'Nervos',
    prefixes: { prod: ['ckb'], testnet: ['ckt'] },
    sizesBytes: [22, 42, 53, 54, 55, 57],
    variant: 'either',
    maxLength: 128,
  },
  'avax-x': {
    validator: 'bech32',
    name: 'Avalanche X-Chain',
    prefixes: { prod: ['avax'], testnet: ['fuji'] },
    sizesBytes: [20],
    chainLetters: 'XPC',
  },
} as const satisfies Record<string, CurrencyFacts<Bech32Rules>>;

/** Tron, and the assets that live under its address format. */
export const TRON_STYLE = {
  trx: { validator: 'tron', name: 'Tron', versions: { prod: [0x41], testnet: [0xa0] } },
} as const satisfies Record<string, CurrencyFacts<TronRules>>;

/** Public keys as account texts (EOS, BitShares and their relatives). */
export const GRAPHENE_STYLE = {
  'eos-pubkey': { validator: 'graphene-key', name: 'EOS public key', keyPrefixes: ['EOS'], names: false },
  fio: { validator: 'graphene-key', name: 'FIO', keyPrefixes: ['FIO'], names: false },
  abbc: { validator: 'graphene-key', name: 'ABBC', keyPrefixes: ['ABBC'], names: false },
  gxc: { validator: 'graphene-key', name: 'GXChain', keyPrefixes: ['GXC'], names: false },
  bts: { validator: 'graphene-key', name: 'BitShares', keyPrefixes: ['BTS'], names: true },
} as const satisfies Record<string, CurrencyFacts<GrapheneRules>>;

/** Substrate networks by their number in the SS58 registry. */
export const SUBSTRATE_STYLE = {
  dot: { validator: 'substrate', name: 'Polkadot', networkId: 0 },
  ksm: { validator: 'substrate', name: 'Kusama', networkId: 2 },
} as const satisfies Record<string, CurrencyFacts<SubstrateRules>>;

/** Accounts that are bare bytes in hex. */
export const HEX_STYLE = {
  sui: { validator: 'hex', name: 'Sui', sizeBytes: 32 },
  aion: { validator: 'hex', name: 'Aion', sizeBytes: 32, firstByte: 0xa0 },
  flow: { validator: 'hex', name: 'Flow', sizeBytes: 8 },
} as const satisfies Record<string, CurrencyFacts<HexRules>>;

/** One kind each: the rule is all there is. */
export const PLAIN_STYLE = {
  ada: { validator: 'cardano', name: 'Cardano' },
  ae: { validator: 'aeternity', name: 'Aeternity' },
  algo: { validator: 'algorand', name: 'Algorand' },
  apt: { validator: 'aptos', name: 'Aptos' },
  ar: { validator: 'arweave', name: 'Arweave' },
  ardr: { validator: 'ardor', name: 'Ardor' },
  atom: { validator: 'cosmos', name: 'Cosmos' },
  bnb: { validator: 'binance', name: 'BNB Beacon Chain' },
  bonk: { validator: 'solana', name: 'Bonk' },
  eos: { validator: 'eos', name: 'EOS' },
  erg: { validator: 'ergo', name: 'Ergo' },
  ever: { validator: 'ton', name: 'Everscale' },
  fil: { validator: 'filecoin', name: 'Filecoin' },
  gram: { validator: 'ton', name: 'Gram' },
  hbar: { validator: 'hedera', name: 'Hedera' },
  icp: { validator: 'internet-computer', name: 'Internet Computer' },
  icx: { validator: 'icon', name: 'ICON' },
  iost: { validator: 'iost', name: 'IOST' },
  lsk: { validator: 'lisk', name: 'Lisk' },
  nano: { validator: 'nano', name: 'Nano' },
  nas: { validator: 'nebulas', name: 'Nebulas' },
  near: { validator: 'near', name: 'NEAR' },
  nim: { validator: 'nimiq', name: 'Nimiq' },
  nuls: { validator: 'nuls', name: 'NULS' },
  nxt: { validator: 'nxt', name: 'NXT' },
  pac: { validator: 'pactus', name: 'Pactus' },
  sc: { validator: 'siacoin', name: 'Siacoin' },
  sky: { validator: 'stellar', name: 'Scopuly' },
  sol: { validator: 'solana', name: 'Solana' },
  srm: { validator: 'solana', name: 'Serum' },
  steem: { validator: 'steem', name: 'Steem' },
  ton: { validator: 'ton', name: 'Toncoin' },
  xem: { validator: 'nem', name: 'NEM' },
  xlm: { validator: 'stellar', name: 'Stellar' },
  xrb: { validator: 'nano', name: 'RaiBlocks' },
  xrp: { validator: 'ripple', name: 'XRP' },
  xsc: { validator: 'siacoin', name: 'HyperSpace' },
  xtz: { validator: 'tezos', name: 'Tezos' },
  zil: { validator: 'zilliqa', name: 'Zilliqa' },
} as const satisfies Record<string, CurrencyFacts<PlainRules>>;
