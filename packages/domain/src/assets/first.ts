import type { Asset } from '../asset.ts';

/** The asset chosen first on a fresh screen, known without the list it leads. */
export const FIRST_ASSET: Asset = {
  ticker: 'USDT',
  name: 'Tether',
  parent: 'TRX',
  subticker: null,
  network: 'TRX',
  decimals: 6,
  contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
};
