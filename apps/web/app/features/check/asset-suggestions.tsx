import { SuggestionList, type SuggestionListProps } from '@assay/ui';
import type { CheckableAsset } from './search-state.ts';

/** The list of suggestions. Nothing of it is loaded before there is a text to suggest for. */
export function AssetSuggestions(props: SuggestionListProps<CheckableAsset>) {
  return <SuggestionList {...props} />;
}
