import type { Asset } from '@assay/domain';

/** What people are paid in most; the rest follows in the catalogue's order. */
const FIRST = ['USDT', null, 'USDC'] as const;

/** Assets of an address in the order somebody looks for them. */
export function inOrderOfUse(assets: readonly Asset[]): readonly Asset[] {
  const rank = ({ ticker, parent }: Asset) => {
    const place = FIRST.findIndex((one) => (one === null ? parent === null : one === ticker));
    return place === -1 ? FIRST.length : place;
  };
  return assets.toSorted((a, b) => rank(a) - rank(b));
}
