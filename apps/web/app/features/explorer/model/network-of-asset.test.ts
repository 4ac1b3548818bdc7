import { ASSETS } from '@assay/domain';
import { expect, it } from 'vitest';
import { networkOfAsset } from './network-of-asset.ts';

it('is the network that the catalogue names, for every asset', () => {
  for (const asset of ASSETS) expect([asset.ticker, networkOfAsset(asset)]).toEqual([asset.ticker, asset.network]);
});
