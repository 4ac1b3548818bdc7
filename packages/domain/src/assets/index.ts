import type { Asset, Parent } from '../asset.ts';
import { usualParent, usualTicker } from '../everyday-names.ts';
import type { NetworkId } from '../network.ts';
import { COINS, type CoinFacts } from './coins.ts';
import { TOKENS, type TokenFacts } from './tokens.ts';

function coin({ ticker, name, decimals, network, subticker }: CoinFacts): Asset {
  return {
    ticker,
    name,
    parent: null,
    subticker: subticker ?? null,
    network: network ?? null,
    decimals,
    contract: null,
  };
}

function tokens({ ticker, name, on }: TokenFacts): Asset[] {
  return on.map(({ parent, decimals, contract }) => ({
    ticker,
    name,
    parent,
    subticker: null,
    network: parent,
    decimals,
    contract,
  }));
}

/** Configuration order: the asset chosen first on a fresh screen leads, then the coins, then the remaining tokens. */
function catalogue(): Asset[] {
  const coins = COINS.map(coin);
  const [first, ...rest] = TOKENS.flatMap(tokens);
  return first === undefined ? coins : [first, ...coins, ...rest];
}

/** The supported assets, about 120, in configuration order: USDT on Tron, then Bitcoin, then Ethereum. */
export const ASSETS: readonly Asset[] = /* @__PURE__ */ catalogue();

/**
 * The asset of a ticker, in any case. With a parent: the token on that network, or with null the coin itself. Without
 * one: what {@link defaultAssetFor} picks.
 *
 * @example
 * findAsset('usdt', 'ETH')?.contract; // '0xdac17f958d2ee523a2206206994597c13d831ec7'
 */
export function findAsset(ticker: string, parent?: string | null): Asset | undefined {
  if (parent === undefined) return defaultAssetFor(ticker);
  const wantedTicker = usualTicker(ticker);
  const wantedParent = parent === null ? null : usualParent(parent);
  return ASSETS.find((asset) => asset.ticker === wantedTicker && asset.parent === wantedParent);
}

/**
 * What a bare ticker means: the entry without a parent, else the first in configuration order.
 *
 * @example
 * defaultAssetFor('MATIC')?.parent; // null: the coin, not the token on Ethereum
 * defaultAssetFor('USDT')?.parent;  // 'TRX'
 */
export function defaultAssetFor(ticker: string): Asset | undefined {
  const wanted = usualTicker(ticker);
  const entries = ASSETS.filter((asset) => asset.ticker === wanted);
  return entries.find((asset) => asset.parent === null) ?? entries[0];
}

/**
 * The token behind a contract, mint or denomination of a network. EVM contracts match in any case; other chains' texts
 * are case-sensitive.
 */
export function assetByContract(network: NetworkId, contract: string): Asset | undefined {
  const wanted = contract.startsWith('0x') ? contract.toLowerCase() : contract;
  return ASSETS.find((asset) => asset.network === network && asset.contract === wanted);
}

/** The networks a ticker is listed on, in configuration order; the coin itself is null. */
export function parentsOf(ticker: string): (Parent | null)[] {
  const wanted = usualTicker(ticker);
  return ASSETS.filter((asset) => asset.ticker === wanted).map((asset) => asset.parent);
}
