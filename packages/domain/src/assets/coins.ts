import type { NetworkId } from '../network.ts';

export interface CoinFacts {
  readonly ticker: string;
  readonly name: string;
  /** Base units per coin are 10^decimals. */
  readonly decimals: number;
  /** Where Assay can follow the coin's transfers. */
  readonly network?: NetworkId;
  /** Currency whose address format applies instead of the ticker's own. */
  readonly subticker?: string;
}

/**
 * Chains' own coins in configuration order. Decimals are those of each chain's protocol; BNB lives on BNB Smart Chain,
 * so its addresses are judged as BSC.
 */
export const COINS = [
  { ticker: 'BTC', name: 'Bitcoin', decimals: 8, network: 'BTC' },
  { ticker: 'ETH', name: 'Ethereum', decimals: 18, network: 'ETH' },
  { ticker: 'BNB', name: 'BNB', decimals: 18, network: 'BSC', subticker: 'BSC' },
  { ticker: 'XRP', name: 'XRP', decimals: 6, network: 'XRP' },
  { ticker: 'SOL', name: 'Solana', decimals: 9, network: 'SOL' },
  { ticker: 'ADA', name: 'Cardano', decimals: 6 },
  { ticker: 'TRX', name: 'TRON', decimals: 6, network: 'TRX' },
  { ticker: 'MATIC', name: 'Polygon', decimals: 18, network: 'POLYGON' },
  { ticker: 'LTC', name: 'Litecoin', decimals: 8, network: 'LTC' },
  { ticker: 'DOGE', name: 'Dogecoin', decimals: 8, network: 'DOGE' },
  { ticker: 'BCH', name: 'Bitcoin Cash', decimals: 8, network: 'BCH' },
  { ticker: 'ETC', name: 'Ethereum Classic', decimals: 18, network: 'ETC' },
  { ticker: 'AVAX', name: 'Avalanche', decimals: 18, network: 'AVAX' },
  { ticker: 'XLM', name: 'Stellar', decimals: 7, network: 'XLM' },
  { ticker: 'DASH', name: 'Dash', decimals: 8, network: 'DASH' },
  { ticker: 'ZEC', name: 'Zcash', decimals: 8, network: 'ZEC' },
  { ticker: 'LUNC', name: 'Terra Classic', decimals: 6, network: 'LUNC' },
  { ticker: 'XMR', name: 'Monero', decimals: 12 },
  { ticker: 'TON', name: 'Toncoin', decimals: 9 },
  { ticker: 'DOT', name: 'Polkadot', decimals: 10 },
  { ticker: 'ATOM', name: 'Cosmos', decimals: 6 },
  { ticker: 'ALGO', name: 'Algorand', decimals: 6 },
  { ticker: 'XTZ', name: 'Tezos', decimals: 6 },
  { ticker: 'EOS', name: 'EOS', decimals: 4 },
  { ticker: 'VET', name: 'VeChain', decimals: 18 },
  { ticker: 'FIL', name: 'Filecoin', decimals: 18 },
  { ticker: 'NEAR', name: 'NEAR', decimals: 24 },
  { ticker: 'HBAR', name: 'Hedera', decimals: 8 },
  { ticker: 'ICX', name: 'ICON', decimals: 18 },
  { ticker: 'ZIL', name: 'Zilliqa', decimals: 12 },
  { ticker: 'QTUM', name: 'Qtum', decimals: 8 },
  { ticker: 'DCR', name: 'Decred', decimals: 8 },
  { ticker: 'BSV', name: 'Bitcoin SV', decimals: 8 },
  { ticker: 'BTG', name: 'Bitcoin Gold', decimals: 8 },
  { ticker: 'DGB', name: 'DigiByte', decimals: 8, network: 'DGB' },
  { ticker: 'RVN', name: 'Ravencoin', decimals: 8, network: 'RVN' },
  { ticker: 'NANO', name: 'Nano', decimals: 30 },
  { ticker: 'WAVES', name: 'Waves', decimals: 8 },
  { ticker: 'ONT', name: 'Ontology', decimals: 9 },
  { ticker: 'XEM', name: 'NEM', decimals: 6 },
] as const satisfies readonly CoinFacts[];
