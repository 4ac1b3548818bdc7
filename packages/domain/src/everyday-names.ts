import type { Asset } from './asset.ts';
import { isNetworkId, NETWORK_IDS, NETWORKS, type NetworkId } from './network.ts';

/** Names that exchanges and people use for networks, in capital letters, beside those of {@link NETWORKS}. */
const PARENT_NAMES: Readonly<Record<string, string>> = {
  ERC20: 'ETH',
  'ERC-20': 'ETH',
  TRC20: 'TRX',
  'TRC-20': 'TRX',
  BEP20: 'BSC',
  'BEP-20': 'BSC',
  BNB: 'BSC',
  BINANCE: 'BSC',
  XBT: 'BTC',
  MATIC: 'POLYGON',
  POL: 'POLYGON',
  AVALANCHE: 'AVAX',
  ...Object.fromEntries(NETWORK_IDS.map((id) => [NETWORKS[id].name.toUpperCase(), id])),
};

/** Other names of the same asset: ISO 4217's form of Bitcoin's, Polygon's of today, and what people call XRP and TON. */
const TICKER_NAMES: Readonly<Record<string, string>> = {
  XBT: 'BTC',
  POL: 'MATIC',
  RIPPLE: 'XRP',
  TONCOIN: 'TON',
};

/**
 * The parent that a name of a network means, in capital letters; a name that is none stays as it is.
 *
 * @example usualParent('trc20') // 'TRX'
 */
export function usualParent(name: string): string {
  return meantBy(PARENT_NAMES, name);
}

/** @example usualTicker('xbt') // 'BTC' */
export function usualTicker(name: string): string {
  return meantBy(TICKER_NAMES, name);
}

/** Whether a text means a ticker that is spelt otherwise: `POL`, but not `matic`. */
export function isOtherName(name: string): boolean {
  return usualTicker(name) !== name.trim().toUpperCase();
}

/**
 * The network that a text names by its id or otherwise, in any case; undefined for one that cannot be followed.
 *
 * @example networkNamed('Tron') // 'TRX'
 */
export function networkNamed(name: string): NetworkId | undefined {
  const id = usualParent(name);
  return isNetworkId(id) ? id : undefined;
}

/** What a list of assets is searched by beside tickers, names and networks; in small letters. */
export interface OtherNames {
  /** Other names of the asset itself. */
  readonly otherTickers: readonly string[];
  /** Other names of the network it is on. */
  readonly networkNames: readonly string[];
}

/**
 * All the names by which {@link usualTicker} and {@link usualParent} find an asset.
 *
 * @example otherNamesOf(tetherOnTron).networkNames // ['trc20', 'trc-20', 'tron']
 */
export function otherNamesOf({ ticker, parent, network }: Asset): OtherNames {
  return { otherTickers: namesFor(TICKER_NAMES, ticker), networkNames: namesFor(PARENT_NAMES, parent ?? network) };
}

function namesFor(names: Readonly<Record<string, string>>, meant: string | null): readonly string[] {
  return Object.keys(names).flatMap((name) => (names[name] === meant ? [name.toLowerCase()] : []));
}

function meantBy(names: Readonly<Record<string, string>>, name: string): string {
  const key = name.trim().toUpperCase();
  return (Object.hasOwn(names, key) ? names[key] : undefined) ?? key;
}
