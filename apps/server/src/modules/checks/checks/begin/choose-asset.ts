import { matchAssets } from '@assay/address';
import { type Asset, findAsset, isOtherName, usualParent, usualTicker } from '@assay/domain';

/** The asset that a ticker, an optional network and an address identify. */
export type AssetChoice =
  | {
      readonly is: 'chosen';
      readonly asset: Asset;
      /** The ticker is also listed on other networks, but the address fits only this one. */
      readonly byAddress: boolean;
    }
  | { readonly is: 'unknown ticker' }
  /** Listed, but not on the named network. */
  | { readonly is: 'not listed there'; readonly listed: readonly Asset[] }
  /** Several networks, and the address fits more than one of them, or none. */
  | { readonly is: 'undecided'; readonly listed: readonly Asset[]; readonly fitting: readonly Asset[] };

export interface NamedAsset {
  readonly ticker: string;
  /** The network, in any case; null where none is named. */
  readonly network: string | null;
  readonly address: string;
}

/**
 * The asset, where it is unambiguous. Without a network: the only network the ticker is listed on, else the coin that
 * is meant by another name than its ticker (POL is no name of the older tokens called MATIC), else the only one that
 * the address fits. A coin is also found by its own network.
 *
 * @example chooseAsset(ASSETS, { ticker: 'USDT', network: null, address: 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G' })
 * // { is: 'chosen', asset: USDT on TRX, byAddress: true }
 */
export function chooseAsset(catalogue: readonly Asset[], { ticker, network, address }: NamedAsset): AssetChoice {
  const wanted = usualTicker(ticker);
  const listed = catalogue.filter((asset) => asset.ticker.toUpperCase() === wanted);
  const [only] = listed;
  if (only === undefined) return { is: 'unknown ticker' };
  if (network !== null) {
    const asset = onNetwork(listed, network);
    return asset === undefined ? { is: 'not listed there', listed } : { is: 'chosen', asset, byAddress: false };
  }
  if (listed.length === 1) return { is: 'chosen', asset: only, byAddress: false };
  const renamed = isOtherName(ticker) ? listed.find(({ parent }) => parent === null) : undefined;
  if (renamed !== undefined) return { is: 'chosen', asset: renamed, byAddress: false };
  const fitting = matchAssets(address.trim(), listed);
  const [fit] = fitting;
  if (fit !== undefined && fitting.length === 1) return { is: 'chosen', asset: fit, byAddress: true };
  return { is: 'undecided', listed, fitting };
}

/** The asset of a list that is on a network, named in any of the ways people name it. */
export function onNetwork(listed: readonly Asset[], network: string): Asset | undefined {
  const named = (name: string) =>
    listed.find(({ parent }) => parent === name) ?? listed.find((one) => networkNameOf(one).toUpperCase() === name);
  return named(network.trim().toUpperCase()) ?? named(usualParent(network));
}

/** The name of an asset's network, for requests that must name it. */
export function networkNameOf({ parent, network, ticker }: Asset): string {
  return parent ?? network ?? ticker;
}

/** The name of the network of what was checked. `parent`: null for a network's own coin, whose ticker can be another name. */
export function checkedNetwork(ticker: string, parent: string | null): string {
  return parent ?? findAsset(ticker, null)?.network ?? ticker;
}

/**
 * Why nothing was chosen and what to add, on one line.
 *
 * @param how how a network is named where this is read, such as `--parent ETH`
 */
export function choiceProblem(
  choice: Exclude<AssetChoice, { readonly is: 'chosen' }>,
  { ticker, network }: Pick<NamedAsset, 'ticker' | 'network'>,
  how: (network: string) => string,
): string {
  const name = ticker.toUpperCase();
  if (choice.is === 'unknown ticker') return `${ticker} is not on the list of assets`;
  const listed = choice.listed.map(networkNameOf).join(', ');
  if (choice.is === 'not listed there') {
    return `${name} is not listed on ${network?.toUpperCase()}; it is listed on ${listed}`;
  }
  const [first] = choice.fitting;
  if (first === undefined) return `${name} is listed on ${listed}; the address fits none of them`;
  const fitting = choice.fitting.map(networkNameOf).join(', ');
  return `${name} is listed on ${listed}; the address fits ${fitting}: name one, such as ${how(networkNameOf(first))}`;
}
