import type { Asset } from '@assay/domain';

/** The most common assets first; the rest in the catalogue's order. */
const FIRST = ['USDT', null, 'USDC'] as const;

/** Assets of an address, the most common first. */
export function inOrderOfUse(assets: readonly Asset[]): readonly Asset[] {
  const rank = ({ ticker, parent }: Asset) => {
    const sentMessage = FIRST.findIndex((one) => (one === null ? parent === null : one === ticker));
    return sentMessage === -1 ? FIRST.length : sentMessage;
  };
  return assets.toSorted((a, b) => rank(a) - rank(b));
}
