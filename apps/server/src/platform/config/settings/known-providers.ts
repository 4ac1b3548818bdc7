import type { NetworkId } from '@assay/domain';

/** The wire formats that can be read. */
export const SOURCE_FORMATS = [
  'esplora',
  'blockbook',
  'etherscan',
  'blockscout',
  'jsonrpc',
  'nodereal',
  'trongrid',
  'solana',
  'xrpl',
  'horizon',
] as const;

export type SourceFormat = (typeof SOURCE_FORMATS)[number];

const EVM: readonly NetworkId[] = ['ETH', 'OP', 'BSC', 'ETC', 'POLYGON', 'ARB', 'AVAX'];
const COINS: readonly NetworkId[] = ['BTC', 'LTC', 'DOGE', 'BCH', 'DASH', 'ZEC', 'DGB', 'RVN'];

/** Networks whose histories each format provides. */
export const FORMAT_NETWORKS: Readonly<Record<SourceFormat, readonly NetworkId[]>> = {
  esplora: COINS,
  blockbook: COINS,
  etherscan: EVM,
  blockscout: EVM,
  jsonrpc: EVM,
  nodereal: ['BSC'],
  trongrid: ['TRX'],
  solana: ['SOL'],
  xrpl: ['XRP'],
  horizon: ['XLM'],
};

/** Where a request carries the provider's key. */
export type KeyLocation =
  | { readonly in: 'header'; readonly name: string }
  | { readonly in: 'query'; readonly name: string }
  /** As the last part of the base address's path. */
  | { readonly in: 'path' };

/** What the provider allows, over all servers of an installation. */
export interface ProviderLimits {
  readonly perSecond: number;
  /** Requests that may be sent at once after a pause. */
  readonly burst: number;
  /** In the provider's own units; null where there is no quota. */
  readonly perDay: number | null;
  /** Open requests at a time. */
  readonly atOnce: number;
}

/** Settings that hold the key of a provider. */
export const KEY_SETTINGS = [
  'BLOCKSCOUT_API_KEY',
  'ETHERSCAN_API_KEY',
  'HELIUS_API_KEY',
  'NODEREAL_API_KEY',
  'NOWNODES_API_KEY',
  'TRONGRID_API_KEY',
] as const;

export type KeySetting = (typeof KEY_SETTINGS)[number];

export interface KnownProvider {
  readonly name: string;
  readonly format: SourceFormat;
  readonly urls: Partial<Readonly<Record<NetworkId, string>>>;
  /** Null where no key is needed. */
  readonly key: { readonly setting: KeySetting; readonly location: KeyLocation; readonly isRequired: boolean } | null;
  /**
   * Networks that it is asked for only where the operator names it: its terms exclude a service, or it was seen to refuse
   * the network that it lists.
   */
  readonly onlyByName?: readonly NetworkId[];
  readonly limits: ProviderLimits;
  /** Where a key allows more. */
  readonly limitsWithKey?: ProviderLimits;
}

const ETHERSCAN = 'https://api.etherscan.io/v2/api';
const BLOCKSCOUT = 'https://api.blockscout.com';
const routescan = (chainId: number): string =>
  `https://api.routescan.io/v2/network/mainnet/evm/${chainId}/etherscan/api`;
const nownodes = (coin: string): string => `https://${coin}book.nownodes.io`;
const NOWNODES_KEY = {
  setting: 'NOWNODES_API_KEY',
  location: { in: 'header', name: 'api-key' },
  isRequired: true,
} as const;
/** Of all networks together. */
const NOWNODES_LIMITS: ProviderLimits = { perSecond: 10, burst: 10, perDay: 3_000, atOnce: 4 };

/**
 * Providers known by name, in the order they are asked where the operator says nothing: those that need no key, and
 * those whose key is set. Limits stay below what each of them publishes or was seen to bear.
 */
export const KNOWN_PROVIDERS: readonly KnownProvider[] = [
  {
    name: 'nownodes',
    format: 'blockbook',
    urls: {
      BTC: nownodes('btc'),
      LTC: nownodes('ltc'),
      DOGE: nownodes('doge'),
      BCH: nownodes('bch'),
      DASH: nownodes('dash'),
      ZEC: nownodes('zec'),
      DGB: nownodes('dgb'),
    },
    key: NOWNODES_KEY,
    limits: NOWNODES_LIMITS,
  },
  {
    name: 'blockstream',
    format: 'esplora',
    urls: { BTC: 'https://blockstream.info/api' },
    key: null,
    // It allows 700 an hour: the pace and the burst together stay within that.
    limits: { perSecond: 600 / 3_600, burst: 100, perDay: null, atOnce: 2 },
  },
  {
    name: 'mempool',
    format: 'esplora',
    urls: { BTC: 'https://mempool.space/api' },
    key: null,
    limits: { perSecond: 3, burst: 10, perDay: null, atOnce: 4 },
  },
  {
    name: 'litecoinspace',
    format: 'esplora',
    urls: { LTC: 'https://litecoinspace.org/api' },
    key: null,
    limits: { perSecond: 3, burst: 10, perDay: null, atOnce: 4 },
  },
  {
    name: 'ravencoin',
    format: 'blockbook',
    urls: { RVN: 'https://blockbook.ravencoin.org' },
    key: null,
    // It publishes no limit.
    limits: { perSecond: 1, burst: 5, perDay: null, atOnce: 2 },
  },
  {
    name: 'blockscout',
    format: 'blockscout',
    urls: { ETH: BLOCKSCOUT, OP: BLOCKSCOUT, ETC: BLOCKSCOUT, POLYGON: BLOCKSCOUT, ARB: BLOCKSCOUT },
    key: { setting: 'BLOCKSCOUT_API_KEY', location: { in: 'query', name: 'apikey' }, isRequired: true },
    limits: { perSecond: 5, burst: 5, perDay: 5_000, atOnce: 4 },
  },
  {
    name: 'etherscan',
    format: 'etherscan',
    urls: { ETH: ETHERSCAN, POLYGON: ETHERSCAN, ARB: ETHERSCAN },
    key: { setting: 'ETHERSCAN_API_KEY', location: { in: 'query', name: 'apikey' }, isRequired: true },
    limits: { perSecond: 3, burst: 3, perDay: 100_000, atOnce: 3 },
  },
  {
    name: 'routescan',
    format: 'etherscan',
    urls: { ETH: routescan(1), AVAX: routescan(43114), OP: routescan(10) },
    key: null,
    // It lists Optimism; its address without a key was seen to answer 'chain not supported'.
    onlyByName: ['OP'],
    limits: { perSecond: 2, burst: 2, perDay: 10_000, atOnce: 2 },
  },
  {
    name: 'nodereal',
    format: 'nodereal',
    urls: { BSC: 'https://bsc-mainnet.nodereal.io/v1' },
    key: { setting: 'NODEREAL_API_KEY', location: { in: 'path' }, isRequired: true },
    // Its free plan: 300 units a second and 10,000,000 a month; a page of transfers is some dozens of them.
    limits: { perSecond: 4, burst: 4, perDay: 5_000, atOnce: 3 },
  },
  {
    name: 'trongrid',
    format: 'trongrid',
    urls: { TRX: 'https://api.trongrid.io' },
    key: { setting: 'TRONGRID_API_KEY', location: { in: 'header', name: 'TRON-PRO-API-KEY' }, isRequired: false },
    limits: { perSecond: 3, burst: 6, perDay: null, atOnce: 3 },
    limitsWithKey: { perSecond: 10, burst: 10, perDay: 90_000, atOnce: 6 },
  },
  {
    name: 'helius',
    format: 'solana',
    urls: { SOL: 'https://mainnet.helius-rpc.com' },
    key: { setting: 'HELIUS_API_KEY', location: { in: 'query', name: 'api-key' }, isRequired: true },
    // Its free plan: 10 calls a second, 1,000,000 credits a month.
    limits: { perSecond: 10, burst: 10, perDay: 30_000, atOnce: 4 },
  },
  {
    name: 'solana',
    format: 'solana',
    urls: { SOL: 'https://api.mainnet-beta.solana.com' },
    key: null,
    // Its terms: not for production applications.
    onlyByName: ['SOL'],
    // Every transaction is a separate question, and one request contains many of them.
    limits: { perSecond: 0.5, burst: 4, perDay: null, atOnce: 1 },
  },
  {
    name: 'nownodes',
    format: 'xrpl',
    urls: { XRP: 'https://xrp.nownodes.io' },
    key: NOWNODES_KEY,
    limits: NOWNODES_LIMITS,
  },
  {
    name: 'xrplcluster',
    format: 'xrpl',
    urls: { XRP: 'https://xrplcluster.com' },
    key: null,
    // xrpl.org lists it and the next among the non-commercial servers.
    onlyByName: ['XRP'],
    limits: { perSecond: 2, burst: 6, perDay: null, atOnce: 2 },
  },
  {
    name: 'ripple',
    format: 'xrpl',
    urls: { XRP: 'https://s2.ripple.com:51234' },
    key: null,
    onlyByName: ['XRP'],
    limits: { perSecond: 2, burst: 6, perDay: null, atOnce: 2 },
  },
  {
    name: 'stellar',
    format: 'horizon',
    urls: { XLM: 'https://horizon.stellar.org' },
    key: null,
    limits: { perSecond: 1, burst: 20, perDay: 80_000, atOnce: 4 },
  },
];

/** Whether it is asked for the network where the operator names nobody: with its key, where it needs one. */
export function isAskedByDefault({ onlyByName = [] }: KnownProvider, network: NetworkId): boolean {
  return !onlyByName.includes(network);
}

/** Of a host the operator named: their own server, or one they have a contract with. */
export const OPERATOR_LIMITS: ProviderLimits = { perSecond: 20, burst: 40, perDay: null, atOnce: 8 };

export function knownProvider(name: string, network: NetworkId): KnownProvider | undefined {
  return KNOWN_PROVIDERS.find((provider) => provider.name === name && provider.urls[network] !== undefined);
}
