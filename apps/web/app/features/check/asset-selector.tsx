import { AssetPicker } from '@assay/ui';
import type { CheckableAsset } from './search-state.ts';

export interface AssetSelectorProps {
  readonly selected: CheckableAsset;
  readonly onSelect: (asset: CheckableAsset) => void;
}

/** The list is no part of the page: it comes with the picker. */
const loadAssets = async () => (await import('./all-assets.ts')).ASSETS;

/** Chooses any asset, apart from the address. For the page that has room for it only: the others do not carry it. */
export function AssetSelector(props: AssetSelectorProps) {
  return <AssetPicker loadAssets={loadAssets} {...props} />;
}
