import { NETWORKS, type NetworkId } from '@assay/domain';
import { countOf } from './counts.ts';

/** An asset by its ticker and network. */
export interface NamedAsset {
  /** Null where addresses are validated only. */
  readonly network: NetworkId | null;
  readonly ticker: string;
}

/**
 * The records of an asset, in sentences: the network for its own coin, else the ticker with the network.
 *
 * @example nameRecords({ network: 'BTC', ticker: 'BTC' }); // 'Bitcoin'
 * @example nameRecords({ network: 'TRX', ticker: 'USDT' }); // 'USDT on Tron'
 */
export function nameRecords({ network, ticker }: NamedAsset): string {
  if (network === null) return ticker;
  const { native, name } = NETWORKS[network];
  return native === ticker ? name : `${ticker} on ${name}`;
}

/**
 * How a network's records are counted, in sentences.
 *
 * @example countRecords(1200, 'TRX'); // '1,200 transfers'
 */
export function countRecords(count: number, network: NetworkId): string {
  return countOf(count, NETWORKS[network].ledger === 'utxo' ? 'transaction' : 'transfer');
}

/**
 * A ticker, with the network of a token.
 *
 * @example nameTicker({ ticker: 'USDT', parent: 'TRX' }); // 'USDT on TRX'
 */
export function nameTicker({ ticker, parent }: { readonly ticker: string; readonly parent: string | null }): string {
  return parent === null ? ticker : `${ticker} on ${parent}`;
}
