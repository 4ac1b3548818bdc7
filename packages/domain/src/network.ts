/**
 * Networks whose money Assay can follow, and how each keeps its books.
 *
 * `utxo` networks spend coins (outputs); `account` networks move balances. The exposure method treats the two
 * differently (docs/method, section 2), so every record and every account names its network.
 */
export const NETWORKS = {
  BTC: { name: 'Bitcoin', ledger: 'utxo', native: 'BTC', decimals: 8 },
  LTC: { name: 'Litecoin', ledger: 'utxo', native: 'LTC', decimals: 8 },
  DOGE: { name: 'Dogecoin', ledger: 'utxo', native: 'DOGE', decimals: 8 },
  BCH: { name: 'Bitcoin Cash', ledger: 'utxo', native: 'BCH', decimals: 8 },
  DASH: { name: 'Dash', ledger: 'utxo', native: 'DASH', decimals: 8 },
  ZEC: { name: 'Zcash', ledger: 'utxo', native: 'ZEC', decimals: 8 },
  DGB: { name: 'DigiByte', ledger: 'utxo', native: 'DGB', decimals: 8 },
  RVN: { name: 'Ravencoin', ledger: 'utxo', native: 'RVN', decimals: 8 },
  ETH: { name: 'Ethereum', ledger: 'account', native: 'ETH', decimals: 18 },
  BSC: { name: 'BNB Smart Chain', ledger: 'account', native: 'BNB', decimals: 18 },
  POLYGON: { name: 'Polygon', ledger: 'account', native: 'MATIC', decimals: 18 },
  OP: { name: 'Optimism', ledger: 'account', native: 'ETH', decimals: 18 },
  ARB: { name: 'Arbitrum', ledger: 'account', native: 'ETH', decimals: 18 },
  AVAX: { name: 'Avalanche C-Chain', ledger: 'account', native: 'AVAX', decimals: 18 },
  ETC: { name: 'Ethereum Classic', ledger: 'account', native: 'ETC', decimals: 18 },
  TRX: { name: 'Tron', ledger: 'account', native: 'TRX', decimals: 6 },
  SOL: { name: 'Solana', ledger: 'account', native: 'SOL', decimals: 9 },
  XRP: { name: 'XRP Ledger', ledger: 'account', native: 'XRP', decimals: 6 },
  XLM: { name: 'Stellar', ledger: 'account', native: 'XLM', decimals: 7 },
  LUNC: { name: 'Terra Classic', ledger: 'account', native: 'LUNC', decimals: 6 },
} as const satisfies Record<string, NetworkFacts>;

export interface NetworkFacts {
  readonly name: string;
  readonly ledger: 'utxo' | 'account';
  /** Ticker of the coin that pays fees. */
  readonly native: string;
  /** Decimal places of the native coin: one coin is 10^decimals base units. */
  readonly decimals: number;
}

export type NetworkId = keyof typeof NETWORKS;

export const NETWORK_IDS = Object.keys(NETWORKS) as readonly NetworkId[];

/** Narrows outside text to a network Assay can follow. */
export function isNetworkId(value: string): value is NetworkId {
  return Object.hasOwn(NETWORKS, value);
}
