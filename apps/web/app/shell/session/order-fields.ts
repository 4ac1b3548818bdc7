import { findAsset } from '@assay/domain';
import type { PendingCheck } from './pending-check.ts';

/**
 * A check that waits for signing in, as it travels where there is no script to keep it: in the address of the page and in
 * the fields of its form. Only what is in the list of assets is believed.
 */
export function orderOf(fields: { readonly get: (name: string) => unknown }): PendingCheck | null {
  const [address, ticker, parent] = ['address', 'ticker', 'parent'].map((name) => fields.get(name));
  if (typeof address !== 'string' || typeof ticker !== 'string') return null;
  const stripped = address.replace(/\s+/g, '');
  const asset = findAsset(ticker, typeof parent === 'string' && parent !== '' ? parent : null);
  if (stripped === '' || stripped.length > MOST_LETTERS || asset === undefined) return null;
  const { subticker, name } = asset;
  return { address: stripped, ticker: asset.ticker, parent: asset.parent, subticker, name };
}

/** No address of any network is longer. */
const MOST_LETTERS = 256;

/** The other way: what `orderOf` reads. An empty parent says that there is none. */
export function orderFields({
  address,
  ticker,
  parent,
}: PendingCheck): Record<'address' | 'ticker' | 'parent', string> {
  return { address, ticker, parent: parent ?? '' };
}
